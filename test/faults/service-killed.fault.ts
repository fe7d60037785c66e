/** kill -9 of the whole embedded service under load: acknowledged jobs are there, and nothing ends twice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.js';
import { amount, figure } from './mode.js';
import { faultOf, type Line, readThrough, request, submit } from './nest-client.js';
import { type SelvageService, startService } from './selvage-process.js';

const rounds = amount(50, 3);
const clients = 3;

/** Submits one job after the other until the service is gone. `seen` holds the lines of each acknowledged job. */
async function load(service: SelvageService, seen: Map<string, Line[]>): Promise<void> {
  for (;;) {
    const lines: Line[] = [];
    try {
      for await (const line of submit(service, request(0.2, { keepSeconds: 3_600, reportInterval: 20 }))) {
        lines.push(line);
        seen.set(line.jobId, lines);
      }
    } catch {
      return;
    }
  }
}

test(`kill -9 of the embedded service under load, ${rounds} rounds`, async () => {
  const data = mkdtempSync(join(tmpdir(), 'selvage-killed-'));
  const seen = new Map<string, Line[]>();
  const args = ['--data', data, '--solvers', '2'];
  let openMs = 0;
  for (let round = 0; round < rounds; round++) {
    const service = await startService(args);
    const working = Promise.all(Array.from({ length: clients }, () => load(service, seen)));
    await delay(200 + Math.random() * 1_500);
    await service.kill('SIGKILL');
    await working;

    const before = performance.now();
    const store = await openStore({ dataDir: data });
    openMs = Math.max(openMs, performance.now() - before);
    const db = new Sqlite(join(data, 'selvage.db'), { readonly: true });
    assert.equal(db.pragma('integrity_check'), [{ integrity_check: 'ok' }]);
    db.close();
    for (const [jobId, lines] of seen) {
      const stored = await store.eventsAfter(jobId, 0, { maxEvents: 10_000, maxBytes: 1e9 });
      const missing = lines.filter(({ seq, type }) => JSON.parse(stored[seq - 1]?.body ?? '{}').type !== type);
      assert.equal(missing, [], `lines of ${jobId} that a client has and the store has not`);
    }
    await store.close();
  }

  const service = await startService(args);
  let resumed = 0;
  for (const [jobId, lines] of seen) {
    const known = lines.length;
    const whole = await readThrough(service, jobId, 120_000, lines);
    assert.is(faultOf(whole), null, jobId);
    if (whole.length > known) resumed += 1;
  }
  figure('jobs acknowledged', seen.size);
  figure('of them cut off by a kill and resumed', resumed);
  figure('opening the store after a kill, worst, ms', openMs.toFixed(0));
  assert.ok(seen.size >= rounds && resumed > 0);
  assert.is(await service.kill('SIGTERM'), 0);
  rmSync(data, { recursive: true, force: true });
});

test.run();
