/** SIGTERM under fifty streams: each ends correctly, and the process exits within 15 s with code 0. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { figure } from './mode.js';
import { faultOf, type Line, readThrough, request, submit } from './nest-client.js';
import { startService } from './selvage-process.js';

test('SIGTERM under fifty streams: 25 end with an error and done, 25 kept ones go on after the restart', async () => {
  const data = mkdtempSync(join(tmpdir(), 'selvage-term-'));
  const args = ['--data', data, '--solvers', '1'];
  const service = await startService(args);
  const streams: Line[][] = [];
  let begun = () => {};
  const allBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const reading = Array.from({ length: 50 }, async (_, i) => {
    const lines: Line[] = [];
    streams[i] = lines;
    try {
      for await (const line of submit(service, request(i % 2 ? 0.2 : 60, i % 2 ? { keepSeconds: 600 } : {}))) {
        lines.push(line);
        if (lines.length === 1 && streams.filter((stream) => stream.length > 0).length === 50) begun();
      }
      return 'ended';
    } catch {
      return 'cut off';
    }
  });
  await allBegun;
  const started = performance.now();
  const code = await service.kill('SIGTERM');
  const seconds = (performance.now() - started) / 1000;
  const endings = await Promise.all(reading);
  figure('seconds to the end', seconds.toFixed(1));
  assert.is(code, 0, service.log());
  assert.ok(seconds <= 15);
  for (const [i, lines] of streams.entries()) {
    if (i % 2 === 1) continue;
    assert.is(faultOf(lines), null, JSON.stringify(lines.slice(-2)));
    assert.is(lines.at(-2)!.type, 'error', JSON.stringify(lines.slice(-4)).slice(0, 600));
  }
  figure('streams of kept jobs that were cut off', endings.filter((ending) => ending === 'cut off').length);

  const again = await startService(args);
  for (const [i, lines] of streams.entries()) {
    if (i % 2 === 0) continue;
    const whole = await readThrough(again, lines[0]!.jobId, 120_000, lines);
    assert.is(faultOf(whole), null);
    assert.ok(whole.some(({ type }) => type === 'solution'));
  }
  assert.is(await again.kill('SIGTERM'), 0);
  rmSync(data, { recursive: true, force: true });
});

test.run();
