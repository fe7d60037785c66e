/** The part of the store's contract about the order of service, the admission of jobs, and the counts. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { NewJob, Store, TaskRecord } from '../../src/store/store.js';
import type { Test } from './contract.js';
import { changeOf, newJob, queuedJob, someTime, userRecord } from './records.js';

const minute = Math.floor(someTime / 60_000);

async function user(store: Store): Promise<string> {
  const record = userRecord();
  await store.createUser(record);
  return record.id;
}

/** Inserts `count` jobs of an owner. */
async function flood(store: Store, owner: string, count: number, change: Partial<NewJob> = {}): Promise<NewJob[]> {
  const jobs = Array.from({ length: count }, () => newJob(owner, change));
  for (const job of jobs) await store.createJob(job);
  return jobs;
}

const claim = (store: Store, now = someTime): Promise<TaskRecord | null> =>
  store.claimTask({ queues: ['slow'], worker: 'w', now, leaseUntil: now + 15_000 });

/** The owners of the next claims, by letter. */
async function served(store: Store, owners: Record<string, string>, count: number): Promise<string> {
  let letters = '';
  for (let i = 0; i < count; i++) {
    const task = await claim(store);
    const snapshot = task && (await store.loadJob(task.jobId))!;
    const owner = snapshot?.job.owner;
    if (snapshot?.job.state === 'queued') {
      const change = changeOf(snapshot);
      await store.commitJobs([{ ...change, job: { ...change.job, state: 'running', startedAt: someTime } }]);
    }
    letters += Object.entries(owners).find(([, id]) => id === owner)?.[0] ?? '-';
  }
  return letters;
}

async function end(store: Store, jobId: string, outcome: 'finished' | 'abandoned', endedAt = someTime): Promise<void> {
  const snapshot = (await store.loadJob(jobId))!;
  const change = changeOf(snapshot, { at: endedAt });
  const tasks = snapshot.tasks.map((task) => ({ ...task, state: 'ended', outcome: 'finished' }) as const);
  const job = { ...change.job, state: 'ended', outcome, endedAt } as const;
  assert.equal(await store.commitJobs([{ ...change, job, tasks }]), ['committed']);
}

export function fairnessContract(test: Test): void {
  test('a flood of one owner delays the next job of another by one job at most', async (store) => {
    const [a, b, c] = [await user(store), await user(store), await user(store)];
    await flood(store, a, 100);
    assert.is(await served(store, { a }, 3), 'aaa');
    await flood(store, b, 3);
    const [late] = await flood(store, c, 1);
    assert.is((await store.queuePositions('slow')).get(late!.id), 3);
    assert.is(await served(store, { a, b, c }, 9), 'abcababaa');
  });

  test('an owner with one job at a time takes turns with a flood, and starves nobody', async (store) => {
    const [a, b, c] = [await user(store), await user(store), await user(store)];
    await flood(store, a, 20);
    let order = '';
    await flood(store, b, 1);
    for (let i = 0; i < 6; i++) {
      await flood(store, c, 1);
      const next = await served(store, { a, b, c }, 2);
      order += next;
      if (next.includes('b')) await flood(store, b, 1);
    }
    for (const owner of 'abc') assert.ok([...order].filter((letter) => letter === owner).length >= 3, order);
  });

  test('an owner with much past service waits no longer than others once the queue is empty', async (store) => {
    const [a, b] = [await user(store), await user(store)];
    await flood(store, a, 50);
    await served(store, { a }, 50);
    await flood(store, b, 5);
    await flood(store, a, 5);
    assert.is(await served(store, { a, b }, 10), 'bbabababaa');
  });

  test('the tasks of one job take a turn each', async (store) => {
    const [a, b] = [await user(store), await user(store)];
    await flood(store, a, 1, { seeds: [1, 2, 3, 4] });
    await flood(store, b, 2);
    assert.is(await served(store, { a, b }, 6), 'ababaa');
  });

  test('a returned task is served first, and gives nobody an earlier turn', async (store) => {
    const [a, b, c] = [await user(store), await user(store), await user(store)];
    await flood(store, a, 30);
    await served(store, { a }, 20);
    await flood(store, b, 5);
    await store.expireLeases(someTime + 15_001);
    await flood(store, c, 3);
    assert.is((await store.queuePositions('slow')).size, 10 + 5 + 3);
    assert.is(await served(store, { a, b, c }, 26), `${'a'.repeat(20)}abcabc`);
  });

  test('paid jobs go before free ones, and take turns among themselves', async (store) => {
    const [a, b, free] = [await user(store), await user(store), await user(store)];
    await flood(store, free, 2);
    await flood(store, a, 3, { priority: 10 });
    await flood(store, b, 2, { priority: 10 });
    assert.is(await served(store, { a, b, f: free }, 7), 'ababaff');
  });
}

export function admissionContract(test: Test): void {
  test('the first event tells the place in the queue, and is stored with the job', async (store) => {
    const [a, b] = [await user(store), await user(store)];
    await flood(store, a, 5);
    const job = newJob(b);
    const firstEvent = (position: number) => `{"position":${position}}`;
    assert.equal(await store.createJob(job, { firstEvent }), { type: 'created' });
    const [event] = await store.eventsAfter(job.id, 0, { maxEvents: 9, maxBytes: 999 });
    assert.equal(event, { seq: 1, at: job.createdAt, body: '{"position":2}' });
    assert.is((await store.loadJob(job.id))!.job.lastSeq, 1);
    assert.is((await store.queuePositions('slow')).get(job.id), 2);
  });

  test('an owner has no more open jobs than it may, even if all come at once', async (store) => {
    const owner = await user(store);
    const jobs = Array.from({ length: 12 }, () => newJob(owner));
    const answers = await Promise.all(jobs.map((job) => store.createJob(job, { mostOpenJobs: 5 })));
    assert.is(answers.filter(({ type }) => type === 'created').length, 5);
    assert.is(answers.filter(({ type }) => type === 'full').length, 7);
    const made = jobs.filter((_, i) => answers[i]!.type === 'created');
    await end(store, made[0]!.id, 'finished');
    assert.is((await store.createJob(newJob(owner), { mostOpenJobs: 5 })).type, 'created');
    assert.is((await store.createJob(newJob(await user(store)), { mostOpenJobs: 5 })).type, 'created');
  });

  test('one of fifty submissions under one key makes a job; the others learn which', async (store) => {
    const owner = await user(store);
    const idempotency = { key: 'k', bodyHash: 'h', forgetBefore: 0 };
    const jobs = Array.from({ length: 50 }, () => newJob(owner));
    const answers = await Promise.all(jobs.map((job) => store.createJob(job, { idempotency })));
    const created = jobs.filter((_, i) => answers[i]!.type === 'created');
    assert.is(created.length, 1);
    for (const answer of answers) {
      if (answer.type !== 'created') assert.equal(answer, { type: 'known', jobId: created[0]!.id, bodyHash: 'h' });
    }
    assert.is((await store.queuePositions('slow')).size, 1);
  });

  test("a key is the owner's own, is forgotten after its time, and with its job", async (store) => {
    const [a, b] = [await user(store), await user(store)];
    const idempotency = { key: 'k', bodyHash: 'h', forgetBefore: 0 };
    const first = newJob(a);
    const submit = (owner: string, change: Partial<typeof idempotency> = {}) =>
      store.createJob(newJob(owner), { idempotency: { ...idempotency, ...change } });
    await store.createJob(first, { idempotency });
    assert.is((await submit(b)).type, 'created');
    assert.is((await submit(a, { key: 'l' })).type, 'created');
    assert.equal(await submit(a, { bodyHash: 'other' }), { type: 'known', jobId: first.id, bodyHash: 'h' });
    await end(store, first.id, 'finished');
    assert.is((await submit(a)).type, 'known');
    assert.is((await submit(a, { forgetBefore: someTime + 1 })).type, 'created');
  });

  test('the key of an abandoned job is free again', async (store) => {
    const owner = await user(store);
    const idempotency = { key: 'k', bodyHash: 'h', forgetBefore: 0 };
    const first = newJob(owner);
    await store.createJob(first, { idempotency });
    await end(store, first.id, 'abandoned');
    assert.is((await store.createJob(newJob(owner), { idempotency })).type, 'created');
  });
}

export function usageContract(test: Test): void {
  test('the time of tasks is counted for the owner and the month in which they stop', async (store) => {
    const job = await queuedJob(store, { seeds: [1, 2] });
    await claim(store, someTime);
    await claim(store, someTime + 1_000);
    const submit = async (mostSolverMs: number, createdAt = someTime, owner = job.owner) =>
      (await store.createJob(newJob(owner, { createdAt }), { mostSolverMs })).type;
    assert.is(await submit(1), 'created', 'tasks that still run are not counted');
    assert.is((await store.usageOf(job.owner, someTime)).openJobs, 2);
    await end(store, job.id, 'finished', someTime + 5_000);
    assert.equal(await store.usageOf(job.owner, someTime), { openJobs: 1, solverMs: 5_000 + 4_000 });
    assert.is((await store.usageOf(job.owner, someTime + 32 * 86_400_000)).solverMs, 0);
    assert.equal(await store.usageOf(randomUUID(), someTime), { openJobs: 0, solverMs: 0 });
    assert.is(await submit(5_000 + 4_000), 'solver_time_used');
    assert.is(await submit(5_000 + 4_001), 'created');
    assert.is(await submit(1, someTime + 32 * 86_400_000), 'created');
    assert.is(await submit(1, someTime, await user(store)), 'created');
  });

  test('requests are counted by owner and minute over all processes', async (store) => {
    const [a, b] = [randomUUID(), randomUUID()];
    const count = (owner: string, requests: number, at = minute) => ({ owner, minute: at, requests });
    assert.equal(await store.countRequests([count(a, 3), count(b, 1)]), [3, 1]);
    assert.equal(await store.countRequests([count(b, 2), count(a, 4), count(a, 1, minute + 1)]), [3, 7, 1]);
    assert.equal(await store.countRequests([]), []);
    await store.purgeJobs({ now: (minute + 3) * 60_000, jobsBefore: 0 });
    assert.equal(await store.countRequests([count(a, 1), count(a, 1, minute + 1)]), [1, 2]);
  });

  test('the solvers of a queue are those of the present hosts that serve it', async (store) => {
    const host = (worker: string, solvers: number, until = someTime) =>
      store.announceHost({ worker, queues: ['fast', 'slow'], solvers, until });
    await host('a', 4);
    await store.announceHost({ worker: 'b', queues: ['slow'], solvers: 3, until: someTime + 1 });
    assert.equal([await store.solversOf('slow', someTime), await store.solversOf('fast', someTime)], [7, 4]);
    await host('a', 2, someTime + 9);
    assert.is(await store.solversOf('slow', someTime + 1), 5);
    assert.is(await store.solversOf('slow', someTime + 2), 2);
    await host('a', 0, someTime + 9);
    assert.is(await store.solversOf('slow', someTime + 2), 0);
  });

  test('a host that announces itself learns the number of present hosts', async (store) => {
    const announce = (worker: string, solvers: number, until = someTime) =>
      store.announceHost({ worker, queues: ['slow'], solvers, until });
    assert.equal([await announce('a', 4), await announce('b', 1), await announce('a', 4, someTime + 9)], [1, 2, 2]);
    await store.expireLeases(someTime + 1);
    assert.is(await announce('a', 4, someTime + 9), 1, 'b went silent');
    assert.is(await announce('a', 0, someTime + 9), 0, 'a has left');
  });
}
