/** A hundred clients that read 1 KiB a second from a stream of 40 MB cost the service less than 64 MiB. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.js';
import { changeOf, newJob } from '../store/records.js';
import { amount, figure } from './mode.js';
import { headersOf } from './nest-client.js';
import { residentBytes, type SelvageService, startService } from './selvage-process.js';

const readers = 100;
const seconds = amount(60, 12);
const chunkBytes = 1_024;

/** An ended job of the demo account with 400 events of 100 kB. */
async function longJob(data: string): Promise<string> {
  const store = await openStore({ dataDir: data });
  const user = (await store.findUserByName('demo'))!;
  const now = Date.now();
  const job = newJob(user.id, { createdAt: now });
  await store.createJob(job);
  const body = JSON.stringify({ type: 'info', message: 'x'.repeat(100_000), elapsedSeconds: 0 });
  const events = Array.from({ length: 400 }, (_, i) => ({ seq: i + 1, at: now, body }));
  const change = changeOf((await store.loadJob(job.id))!, { events });
  const state = { state: 'ended', outcome: 'finished', endedAt: now, lastSeq: events.length } as const;
  await store.commitJobs([{ ...change, job: { ...change.job, ...state } }]);
  await store.close();
  return job.id;
}

function open(service: SelvageService, jobId: string): Promise<IncomingMessage> {
  return new Promise((resolve) => {
    const url = `${service.url}/api/v1/nest/${jobId}`;
    // A hundred connections at once: one that a busy machine let wait too long is made again.
    const again = () => resolve(open(service, jobId));
    httpRequest(url, { headers: headersOf(service), agent: false }, resolve)
      .on('error', again)
      .end();
  });
}

test(`${readers} slow readers for ${seconds} s`, async () => {
  const data = mkdtempSync(join(tmpdir(), 'selvage-slow-'));
  const service = await startService(['--data', data, '--solvers', '0']);
  const jobId = await longJob(data);
  const health = async () => {
    const started = performance.now();
    await (await fetch(`${service.url}/api/v1/patterns?pageSize=1`, { headers: headersOf(service) })).arrayBuffer();
    return performance.now() - started;
  };
  for (let i = 0; i < 20; i++) await health();
  const before = residentBytes(service.pid);
  const streams = await Promise.all(Array.from({ length: readers }, () => open(service, jobId)));
  let most = before;
  let slowest = 0;
  for (let second = 0; second < seconds; second++) {
    for (const stream of streams) stream.read(chunkBytes) ?? stream.read();
    slowest = Math.max(slowest, await health());
    most = Math.max(most, residentBytes(service.pid));
    await delay(1_000);
  }
  const growth = (most - before) / 2 ** 20;
  figure('growth of memory, MiB', growth.toFixed(1));
  figure('another call meanwhile, slowest, ms', slowest.toFixed(0));
  for (const stream of streams) stream.destroy();
  assert.ok(growth < 64);
  assert.is(await service.kill('SIGTERM'), 0);
  rmSync(data, { recursive: true, force: true });
});

test.run();
