/** Ten minutes at 70 % load: memory and handles do not grow. Only in the full form. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { figure, full } from './mode.js';
import { faultOf, headersOf, type Line, request, submit } from './nest-client.js';
import { openHandles, residentBytes, startService } from './selvage-process.js';

const minutes = 10;
const warmUpMinutes = 2;
const warmUpJobSeconds = 0.1;
const jobSeconds = 0.7;
/** One solver, one job a second. */
const everyMs = 1_000;
const mostOpen = 4;

/** Growth of y by x, by least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (i: 0 | 1) => points.reduce((sum, point) => sum + point[i], 0) / points.length;
  const [mx, my] = [mean(0), mean(1)];
  const top = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  return top / points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
}

/**
 * A process at this load makes so little garbage that V8 collects it only every few minutes. Until then memory grows by some
 * MiB a minute. So the test orders a collection, and measures the rest a while later.
 */
const collectEverySeconds = 15;
const collector = fileURLToPath(new URL('./collect-on-signal.js', import.meta.url));
/** The flags of node in the unit for systemd. */
function flagsOfUnit(): string {
  const unit = readFileSync(new URL('../../../deploy/selvage.service', import.meta.url), 'utf8');
  const [, flags] = /^ExecStart=\/usr\/bin\/node (.*) \/usr\/bin\/selvage serve /m.exec(unit) ?? [];
  assert.ok(flags, 'the unit starts node');
  return flags!;
}

/** The least of each minute: the memory after a collection. */
function noteLeast(least: [number, number][], minute: number, value: number): void {
  const last = least.at(-1);
  if (last?.[0] === minute) last[1] = Math.min(last[1], value);
  else least.push([minute, value]);
}

if (!full) {
  test('skipped in the short form: ten minutes at 70 % load', () => assert.is(full, false));
} else {
  test(`${minutes} minutes at 70 % load`, async () => {
    const data = mkdtempSync(join(tmpdir(), 'selvage-soak-'));
    const shell = `node=$1; shift; exec "$node" ${flagsOfUnit()} --import "${collector}" "$@"`;
    const service = await startService(['--data', data, '--solvers', '1'], { shell });
    const memory: [number, number][] = [];
    const handles: number[] = [];
    const open = new Set<Promise<void>>();
    let done = 0;
    const started = Date.now();
    const job = async (seconds = jobSeconds) => {
      const lines: Line[] = [];
      for await (const line of submit(service, request(seconds, { reportInterval: 50 }))) lines.push(line);
      assert.is(faultOf(lines), null);
      done += 1;
    };
    const small = async () => {
      await fetch(`${service.url}/api/v1/bodydbl`, {
        method: 'POST',
        headers: headersOf(service),
        body: JSON.stringify({ gender: 'female', unit: 'metric', height: 168 }),
      }).then((answer) => answer.text());
      await fetch(`${service.url}/api/v1/patterns`, { headers: headersOf(service) }).then((answer) => answer.text());
    };
    // Growth that happens once must be over: the young generations of the threads, the store's cache of pages, and the memory
    // that the allocator of each thread keeps. Many short jobs are the shortest way there.
    while (Date.now() - started < warmUpMinutes * 60_000) {
      await Promise.all([...Array.from({ length: mostOpen }, () => job(warmUpJobSeconds)), small(), small()]);
    }
    figure('jobs before', done);
    done = 0;
    const begun = Date.now();
    for (let second = 0; second < minutes * 60; second++) {
      // A machine that is too slow is not flooded.
      if (open.size < mostOpen) {
        const running = job().finally(() => open.delete(running));
        open.add(running);
      }
      await small();
      if (second % collectEverySeconds === 0) service.child.kill('SIGUSR2');
      const minute = (Date.now() - begun) / 60_000;
      noteLeast(memory, Math.floor(minute), residentBytes(service.pid) / 2 ** 20);
      handles.push(openHandles(service.pid));
      await delay(Math.max(0, begun + (second + 1) * everyMs - Date.now()));
    }
    await Promise.all(open);
    figure('jobs', done);
    figure('least memory of each minute, MiB', memory.map(([, mebibytes]) => mebibytes.toFixed(0)).join(' '));
    figure('its growth, MiB a minute', slope(memory).toFixed(2));
    figure('open handles, least and most', `${Math.min(...handles)} ${Math.max(...handles)}`);
    assert.ok(slope(memory) < 1);
    assert.ok(Math.max(...handles) - Math.min(...handles) <= 20);
    assert.is(await service.kill('SIGTERM'), 0);
    rmSync(data, { recursive: true, force: true });
  });
}

test.run();
