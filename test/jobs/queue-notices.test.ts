/** The lines of waiting clients, and the cost of listening. The clock belongs to the test, and no solver takes the jobs. */
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { NestEvent } from '../../src/jobs/events.js';
import { changeOf, newJob, someTime } from '../store/records.js';
import { scripted, type Workbench, workbench } from './workbench.js';

interface Waiting {
  bench: Workbench;
  clock: { now: number };
}

const waiting = (name: string, body: (scene: Waiting) => Promise<void>) =>
  test(name, async () => {
    const clock = { now: someTime };
    const bench = await workbench({ solvers: 0, now: () => clock.now });
    try {
      await body({ bench, clock });
    } finally {
      await bench.end();
    }
  });

/** Reported positions, in order. */
async function positions({ bench }: Waiting, jobId: string): Promise<number[]> {
  const stored = await bench.files.store.eventsAfter(jobId, 0, { maxEvents: 1_000, maxBytes: 1e9 });
  return stored.map(({ body }) => JSON.parse(body).queuedPosition as number);
}

/** Begins to listen and stays. */
async function listen({ bench }: Waiting, jobId: string): Promise<AsyncGenerator<NestEvent>> {
  const stream = bench.queue.events(jobId, 0, new AbortController().signal);
  await stream.next();
  return stream;
}

waiting('positions only fall, one line a change, for each that listens', async (scene) => {
  const { bench } = scene;
  const jobIds: string[] = [];
  for (let i = 0; i < 5; i++) jobIds.push(await bench.submit(scripted({})));
  const streams = await Promise.all(jobIds.map((jobId) => listen(scene, jobId)));
  for (const jobId of jobIds.slice(0, 3)) {
    await bench.queue.cancel(jobId);
    await bench.queue.tick();
    await bench.queue.tick();
  }
  assert.equal(await positions(scene, jobIds[4]!), [5, 4, 3, 2]);
  assert.equal(await positions(scene, jobIds[3]!), [4, 3, 2, 1]);
  for (const stream of streams) await stream.return(undefined);
});

waiting('a far place is told when it has fallen by a twentieth, a near one at each change', async (scene) => {
  const { bench, clock } = scene;
  const jobIds: string[] = [];
  for (let i = 0; i < 60; i++) jobIds.push(await bench.submit(scripted({})));
  const streams = await Promise.all([21, 59].map((i) => listen(scene, jobIds[i]!)));
  for (const jobId of jobIds.slice(0, 3)) {
    await bench.queue.cancel(jobId);
    await bench.queue.tick();
  }
  assert.equal(await positions(scene, jobIds[59]!), [60, 57]);
  assert.equal(await positions(scene, jobIds[21]!), [22, 20, 19]);
  await bench.queue.cancel(jobIds[3]!);
  clock.now += 5_000;
  await bench.queue.tick();
  assert.equal(await positions(scene, jobIds[59]!), [60, 57, 56], 'the line of every five seconds');
  for (const stream of streams) await stream.return(undefined);
});

waiting('a waiting client gets a line every five seconds', async (scene) => {
  const { bench, clock } = scene;
  const jobId = await bench.submit(scripted({}));
  const stream = await listen(scene, jobId);
  for (let second = 1; second <= 12; second++) {
    clock.now = someTime + second * 1_000;
    await bench.queue.tick();
  }
  assert.equal(await positions(scene, jobId), [1, 1, 1]);
  await stream.return(undefined);
});

waiting('others have turns while a hundred clients get their lines', async (scene) => {
  const { bench, clock } = scene;
  const jobIds: string[] = [];
  for (let i = 0; i < 100; i++) jobIds.push(await bench.submit(scripted({})));
  const streams = await Promise.all(jobIds.map((jobId) => listen(scene, jobId)));
  clock.now += 5_000;
  let turns = 0;
  let over = false;
  const told = bench.queue.tick().finally(() => {
    over = true;
  });
  for (; !over; turns++) await turn();
  await told;
  for (const jobId of jobIds) assert.is((await positions(scene, jobId)).length, 2);
  assert.ok(turns > 3, `${turns} turns`);
  for (const stream of streams) await stream.return(undefined);
});

waiting('a kept job that no one listens to gets no lines', async (scene) => {
  const { bench, clock } = scene;
  const jobId = await bench.submit(scripted({}), { keepSeconds: 3_600 });
  clock.now += 60_000;
  await bench.queue.tick();
  assert.equal(await positions(scene, jobId), [1]);
});

waiting('the job of a client that never comes back ends when its time to be kept is over', async (scene) => {
  const { bench, clock } = scene;
  const jobId = await bench.submit(scripted({}), { keepSeconds: 100 });
  const stream = await listen(scene, jobId);
  clock.now += 50_000;
  await stream.return(undefined);
  const state = async () => (await bench.queue.find(jobId))?.state;
  clock.now += 99_999;
  await bench.queue.tick();
  assert.is(await state(), 'queued');
  clock.now += 1;
  await bench.queue.tick();
  assert.is(await state(), 'ended');
});

waiting('a submission without a listener ends soon', async ({ bench, clock }) => {
  const jobId = await bench.submit(scripted({}));
  clock.now += 15_000;
  await bench.queue.tick();
  assert.is((await bench.queue.find(jobId))?.state, 'ended');
});

waiting('fifty slow readers of a long stream hold one page each, not the whole stream', async ({ bench }) => {
  const job = newJob(bench.caller.userId, { keepMs: 1e9 });
  const { store } = bench.files;
  await store.createJob(job);
  const filler = 'x'.repeat(100_000);
  const body = JSON.stringify({ type: 'info', message: filler, elapsedSeconds: 0 });
  const events = Array.from({ length: 400 }, (_, i) => ({ seq: i + 1, at: someTime, body }));
  await store.commitJobs([changeOf((await store.loadJob(job.id))!, { events })]);
  const before = process.memoryUsage();
  const streams = [];
  for (let i = 0; i < 50; i++) {
    const stream = bench.queue.events(job.id, 0, new AbortController().signal);
    for (let n = 0; n < 10; n++) await stream.next();
    streams.push(stream);
  }
  const { heapUsed, external } = process.memoryUsage();
  // The stream is 40 MB; fifty copies would be 2 GB.
  assert.ok(heapUsed + external - before.heapUsed - before.external < 128 * 1024 * 1024);
  for (const stream of streams) await stream.return(undefined);
});

test.run();
