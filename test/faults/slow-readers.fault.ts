/** A hundred clients that read 1 KiB a second from a stream of 40 MB cost the service less than 64 MiB. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { longJob } from './long-job.js';
import { amount, figure, full } from './mode.js';
import { headersOf } from './nest-client.js';
import { residentBytes, type SelvageService, startService } from './selvage-process.js';

const readers = 100;
const seconds = amount(60, 12);
const chunkBytes = 1_024;

function open(service: SelvageService, jobId: string): Promise<IncomingMessage> {
  return new Promise((resolve) => {
    const url = `${service.url}/api/v1/nest/${jobId}`;
    // A hundred connections at once. One that a busy machine kept waiting too long is made again.
    const again = () => resolve(open(service, jobId));
    httpRequest(url, { headers: headersOf(service), agent: false }, resolve)
      .on('error', again)
      .end();
  });
}

/** Milliseconds of a small call. */
async function call(service: SelvageService): Promise<number> {
  const started = performance.now();
  await (await fetch(`${service.url}/api/v1/patterns?pageSize=1`, { headers: headersOf(service) })).arrayBuffer();
  return performance.now() - started;
}

/** A service on an empty folder, with the long job in it. */
async function serviceWithJob(): Promise<{ service: SelvageService; jobId: string; data: string }> {
  const data = mkdtempSync(join(tmpdir(), 'selvage-slow-'));
  const service = await startService(['--data', data, '--solvers', '0']);
  return { service, jobId: await longJob(data), data };
}

function percentile99(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

test(`${readers} slow readers for ${seconds} s`, async () => {
  // The waits of others are compared with the same calls of a service without such readers. The calls take turns, so that both
  // see the same machine.
  const [read, unread] = [await serviceWithJob(), await serviceWithJob()];
  for (let i = 0; i < 200; i++) for (const { service } of [read, unread]) await call(service);
  const before = residentBytes(read.service.pid);
  const streams = await Promise.all(Array.from({ length: readers }, () => open(read.service, read.jobId)));
  let most = before;
  const [meanwhile, alone]: [number[], number[]] = [[], []];
  for (let second = 0; second < seconds; second++) {
    for (const stream of streams) stream.read(chunkBytes) ?? stream.read();
    for (const until = performance.now() + 1_000; performance.now() < until; await delay(2)) {
      meanwhile.push(await call(read.service));
      alone.push(await call(unread.service));
    }
    most = Math.max(most, residentBytes(read.service.pid));
  }
  for (const stream of streams) stream.destroy();
  const growth = (most - before) / 2 ** 20;
  const [p99, p99Alone] = [percentile99(meanwhile), percentile99(alone)];
  figure('growth of memory, MiB', growth.toFixed(1));
  figure(
    'another call meanwhile, p99 in ms',
    `${p99.toFixed(2)} (without readers ${p99Alone.toFixed(2)}), of ${alone.length} calls`,
  );
  figure('the slowest, ms', `${meanwhile.at(-1)!.toFixed(0)} (without readers ${alone.at(-1)!.toFixed(0)})`);
  assert.ok(growth < 64);
  // The short form has a p99 of only a few calls.
  assert.ok(!full || p99 < 1.2 * p99Alone, `${p99} ${p99Alone}`);
  for (const { service, data } of [read, unread]) {
    assert.is(await service.kill('SIGTERM'), 0);
    rmSync(data, { recursive: true, force: true });
  }
});

test.run();
