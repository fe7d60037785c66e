/** Several hosts over one store: leases, deaths, shutdowns. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import type { NestEvent } from '../../src/jobs/events.js';
import { openJobs } from '../../src/jobs/open-jobs.js';
import { openStore } from '../../src/store/open-store.js';
import type { JobChange, Store } from '../../src/store/store.js';
import { assertStream, scripted, simulatedSolver, type Workbench, workbench } from './workbench.js';

async function hostProcess(bench: Workbench): Promise<ChildProcess> {
  const child = fork(new URL('./host-process.js', import.meta.url), [JSON.stringify(bench.files.location)]);
  await once(child, 'message');
  // A failing test must not wait for the child, which ends with its parent.
  child.unref();
  child.channel?.unref();
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const solutions = (events: readonly NestEvent[]) =>
  events.flatMap((event) => (event.type === 'solution' ? [event.solution] : []));

/** Reads `count` layouts and leaves. The job is kept, or others listen to it. */
async function readLayouts(bench: Workbench, jobId: string, count: number): Promise<NestEvent[]> {
  const events: NestEvent[] = [];
  for await (const event of bench.queue.events(jobId, 0, new AbortController().signal)) {
    events.push(event);
    if (solutions(events).length >= count) break;
  }
  return events;
}

test('a host is killed: another goes on with its task from the best layout, and the job ends once', async () => {
  let skew = 0;
  const bench = await workbench({ solvers: 0, now: () => Date.now() + skew });
  const doomed = await hostProcess(bench);
  const jobId = await bench.submit(scripted({ optimalAfter: 60, stepMs: 40 }, { maximumExecutionTime: 3_600 }), {
    queue: 'fast',
    keepSeconds: 3_600,
  });
  await readLayouts(bench, jobId, 10);
  await kill(doomed);
  const before = (await bench.files.store.loadJob(jobId))!;
  assert.is(before.job.state, 'running');

  skew = 20_000;
  const successor = openJobs({
    store: bench.files.store,
    retentionMs: 86_400_000,
    solvers: 1,
    queues: ['fast'],
    threadEntry: simulatedSolver,
    now: () => Date.now() + skew,
  });
  const events = await bench.read(jobId);
  await successor.close({ graceMs: 0 });
  assertStream(events);
  const { job, tasks } = (await bench.files.store.loadJob(jobId))!;
  assert.equal([job.outcome, tasks[0]!.attempt], ['finished', 2]);
  assert.is(job.bestFitness, before.job.bestFitness! - 2 * 59, 'the second solver began where the first had stopped');
  await bench.end();
});

test('a task that runs longer than its lease stays with its host', async () => {
  const bench = await workbench({ leaseMs: 600 });
  const jobId = await bench.submit(scripted({ stepMs: 100, optimalAfter: 22 }));
  assertStream(await bench.read(jobId));
  assert.is((await bench.files.store.loadJob(jobId))!.tasks[0]!.attempt, 1);
  await bench.end();
});

test('a host that loses its task stops, writes nothing more and takes the next', async () => {
  const bench = await workbench({ solvers: 1 });
  const jobId = await bench.submit(scripted({ stepMs: 100 }, { maximumExecutionTime: 600 }), {
    queue: 'fast',
    keepSeconds: 60,
  });
  await readLayouts(bench, jobId, 3);
  const other = await openStore(bench.files.location);
  // Between the two calls the host may notice that its task is gone and claim it first. Then the test tries again.
  const steal = async () => {
    await other.expireLeases(Number.MAX_SAFE_INTEGER);
    return other.claimTask({
      queues: ['fast'],
      worker: 'thief',
      now: Date.now(),
      leaseUntil: Date.now() + 60_000,
    });
  };
  const stolen = (await steal()) ?? (await steal()) ?? (await steal());
  assert.is(stolen?.jobId, jobId);
  assert.ok(stolen!.attempt >= 2);
  const lastSeq = (await other.loadJob(jobId))!.job.lastSeq;
  assertStream(await bench.read(await bench.submit(scripted({ optimalAfter: 2 }))));
  assert.is((await other.loadJob(jobId))!.job.lastSeq, lastSeq);
  await other.close();
  await bench.end();
});

test('three hosts share the jobs: each is done once', async () => {
  const bench = await workbench({ solvers: 1 });
  const others = [await hostProcess(bench), await hostProcess(bench)];
  const jobIds: string[] = [];
  for (let i = 0; i < 12; i++) jobIds.push(await bench.submit(scripted({ optimalAfter: 3 }, { instances: 2 })));
  await Promise.all(jobIds.map(async (jobId) => assertStream(await bench.read(jobId))));
  for (const jobId of jobIds) {
    const { job, tasks } = (await bench.files.store.loadJob(jobId))!;
    assert.is(job.outcome, 'finished');
    assert.ok(tasks.every(({ attempt }) => attempt <= 1));
  }
  for (const child of others) await kill(child);
  await bench.end();
});

test('shutdown: a job that is not kept ends with an error and done, running or queued', async () => {
  const bench = await workbench({ solvers: 1 });
  const running = await bench.submit(scripted({}, { maximumExecutionTime: 600 }), { queue: 'fast' });
  const queued = await bench.submit(scripted({}), { queue: 'fast' });
  const streams = [running, queued].map((jobId) => bench.read(jobId));
  await readLayouts(bench, running, 2);
  await bench.close({ graceMs: 0 });
  // The service closes its store right after. The streams must have sent everything by then.
  await bench.files.close();
  for (const events of await Promise.all(streams)) {
    assertStream(events);
    const error = events.at(-2)!;
    assert.is(error.type === 'error' && error.code, 'shutting_down');
  }
  const refused = await bench.submit(scripted({})).catch((error: unknown) => error);
  assert.is(refused instanceof ServiceError && refused.code, 'shutting_down');
});

test('shutdown: a stream that reads just before its job ends does not miss the end', async () => {
  const bench = await workbench({ solvers: 0 });
  const jobId = await bench.submit(scripted({}));
  let holds = false;
  let looked = () => {};
  const looking = new Promise<void>((resolve) => {
    looked = resolve;
  });
  let arrived = () => {};
  const arriving = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const store = new Proxy(bench.files.store, {
    get(target, name: keyof Store) {
      if (name === 'loadJob') {
        return async (id: string) => {
          const found = await target.loadJob(id);
          if (!holds) return found;
          holds = false;
          looked();
          await arriving;
          return found;
        };
      }
      if (name === 'commitJobs') {
        return async (changes: readonly JobChange[]) => {
          const results = await target.commitJobs(changes);
          // By then the streams know that they are cut off.
          setImmediate(arrived);
          return results;
        };
      }
      const member = target[name];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const front = openJobs({
    store,
    retentionMs: 86_400_000,
    solvers: 0,
    queues: ['slow'],
    threadEntry: simulatedSolver,
  });
  const events: NestEvent[] = [];
  const reading = (async () => {
    for await (const event of front.queue.events(jobId, 0, new AbortController().signal)) {
      events.push(event);
      holds = events.length === 1;
    }
  })();
  await looking;
  await front.close({ graceMs: 0 });
  await reading;
  assertStream(events);
  const error = events.at(-2)!;
  assert.is(error.type === 'error' && error.code, 'shutting_down');
  await bench.end();
});

test('shutdown: a running job that ends within the grace ends as usual', async () => {
  const bench = await workbench();
  const jobId = await bench.submit(scripted({ optimalAfter: 40, stepMs: 5 }));
  const reading = bench.read(jobId);
  await readLayouts(bench, jobId, 1);
  await bench.close({ graceMs: 5_000 });
  const events = await reading;
  assertStream(events);
  assert.is(solutions(events).at(-1)!.generation, 39);
  await bench.files.close();
});

test('shutdown: a kept job is cut off without done, goes on after the restart, and its stream is resumed', async () => {
  const bench = await workbench({ solvers: 1 });
  const script = { optimalAfter: 60, waits: { generation: 5, file: bench.path } };
  const jobId = await bench.submit(scripted(script), { keepSeconds: 600 });
  const seen: NestEvent[] = [];
  const cut = (async () => {
    for await (const event of bench.queue.events(jobId, 0, new AbortController().signal)) seen.push(event);
  })().catch((error: unknown) => error);
  await readLayouts(bench, jobId, 3);
  await bench.close({ graceMs: 0 });
  const error = await cut;
  assert.is(error instanceof ServiceError && error.code, 'shutting_down');
  assert.not.ok(seen.some(({ type }) => type === 'done'));
  assert.equal((await bench.files.store.loadJob(jobId))!.tasks[0]!.state, 'queued', 'released, not left to its lease');

  writeFileSync(bench.path, '');
  const restarted = openJobs({
    store: bench.files.store,
    retentionMs: 86_400_000,
    solvers: 1,
    queues: ['fast', 'slow'],
    threadEntry: simulatedSolver,
  });
  for await (const event of restarted.queue.events(jobId, seen.at(-1)!.seq, new AbortController().signal))
    seen.push(event);
  await restarted.close({ graceMs: 0 });
  assertStream(seen);
  await bench.files.close();
});

test.run();
