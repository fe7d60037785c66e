/** The part of the store's contract about jobs: their tasks, their steps and their events. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { JobListing, ListedJob } from '../../src/store/store.js';
import type { Test } from './contract.js';
import { changeOf, newJob, queuedJob, someTime, userRecord } from './records.js';

export function jobContract(test: Test): void {
  test('a job comes back with its tasks and its request', async (store) => {
    const job = await queuedJob(store, { seeds: [5, 6, 7], request: '{"n":0.1}', reportIntervalMs: 0.5 });
    const { request, seeds, ...kept } = job;
    const snapshot = (await store.loadJob(job.id))!;
    assert.equal({ ...snapshot.job, ...kept }, snapshot.job);
    assert.equal([snapshot.job.state, snapshot.job.lastSeq, snapshot.job.bestFitness], ['queued', 0, null]);
    assert.equal(
      snapshot.tasks.map(({ index, seed, state, attempt }) => [index, seed, state, attempt]),
      [
        [0, 5, 'queued', 0],
        [1, 6, 'queued', 0],
        [2, 7, 'queued', 0],
      ],
    );
    assert.is(await store.jobRequest(job.id), '{"n":0.1}');
    assert.is(await store.jobRequest(randomUUID()), null);
    assert.is(await store.loadJob(randomUUID()), null);
  });

  test('tasks are claimed by order of queues, priority, submission, index; each once', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const [free, paid, late, fast] = [
      newJob(user.id, { seeds: [1, 2] }),
      newJob(user.id, { priority: 10 }),
      newJob(user.id),
      newJob(user.id, { queue: 'fast' }),
    ];
    for (const job of [free, paid, late, fast]) await store.createJob(job);
    const claimed = [];
    for (;;) {
      const task = await store.claimTask({
        queues: ['fast', 'slow'],
        worker: 'w',
        now: someTime,
        leaseUntil: someTime,
      });
      if (task === null) break;
      claimed.push([task.jobId, task.index]);
      assert.equal([task.attempt, task.state, task.worker, task.leaseUntil], [1, 'running', 'w', someTime]);
    }
    assert.equal(claimed, [
      [fast.id, 0],
      [paid.id, 0],
      [free.id, 0],
      [free.id, 1],
      [late.id, 0],
    ]);
    assert.is((await store.heldTasks('w')).length, 5);
  });

  test('a host claims only from the queues it serves', async (store) => {
    await queuedJob(store, { queue: 'slow' });
    assert.is(await store.claimTask({ queues: ['fast'], worker: 'w', now: someTime, leaseUntil: someTime }), null);
  });

  test('a change is committed as a whole or not at all', async (store) => {
    const { id } = await queuedJob(store, { seeds: [1, 2] });
    const before = (await store.loadJob(id))!;
    const change = changeOf(before);
    const tasks = before.tasks.map((task) => ({ ...task, generation: 4, tested: 40 }));
    assert.equal(await store.commitJobs([{ ...change, tasks }]), ['committed']);
    assert.equal(await store.commitJobs([{ ...change, tasks: [{ ...tasks[0]!, generation: 9 }] }]), ['stale']);
    assert.equal(await store.commitJobs([{ ...change, jobId: randomUUID() }]), ['gone']);
    const after = (await store.loadJob(id))!;
    assert.equal([after.job.revision, after.job.lastSeq], [before.job.revision + 1, 1]);
    assert.equal(
      after.tasks.map(({ generation, tested }) => [generation, tested]),
      [
        [4, 40],
        [4, 40],
      ],
    );
    assert.is((await store.eventsAfter(id, 0, { maxEvents: 10, maxBytes: 1000 })).length, 1);
  });

  test('each of several changes stands by itself', async (store) => {
    const [one, two] = [await queuedJob(store), await queuedJob(store)];
    const stale = { ...changeOf((await store.loadJob(one.id))!), revision: 99 };
    assert.equal(await store.commitJobs([stale, changeOf((await store.loadJob(two.id))!)]), ['stale', 'committed']);
    assert.equal(await store.commitJobs([]), []);
  });

  test('a fenced change needs the task, the attempt and the state that it names', async (store) => {
    const { id } = await queuedJob(store);
    const fence = { index: 0, attempt: 1, state: 'running' } as const;
    const commit = async (change: Partial<typeof fence> | { state: 'queued' }) =>
      (await store.commitJobs([changeOf((await store.loadJob(id))!, { fence: { ...fence, ...change } })]))[0];
    assert.is(await commit({}), 'fenced');
    await store.claimTask({ queues: ['slow'], worker: 'w', now: someTime, leaseUntil: someTime });
    assert.is(await commit({}), 'committed');
    assert.is(await commit({ state: 'queued' }), 'fenced');
    await store.expireLeases(someTime + 1);
    assert.is(await commit({}), 'fenced');
    await store.claimTask({ queues: ['slow'], worker: 'v', now: someTime, leaseUntil: someTime });
    assert.is(await commit({}), 'fenced', 'the late worker of attempt 1 is refused');
    assert.equal((await store.loadJob(id))!.job.lastSeq, 1);
  });

  test('leases: renewed by their worker, given back when they end, claimed with a higher attempt', async (store) => {
    const { id } = await queuedJob(store);
    await store.claimTask({ queues: ['slow'], worker: 'w', now: someTime, leaseUntil: someTime });
    await store.renewLeases('v', someTime + 500);
    await store.renewLeases('w', someTime + 100);
    assert.equal(await store.expireLeases(someTime + 100), []);
    const expired = await store.expireLeases(someTime + 101);
    assert.equal(
      expired.map((task) => [task.jobId, task.index, task.attempt, task.state, task.worker]),
      [[id, 0, 1, 'queued', null]],
    );
    assert.equal(await store.heldTasks('w'), []);
    assert.is(
      (await store.claimTask({ queues: ['slow'], worker: 'w', now: someTime, leaseUntil: someTime }))?.attempt,
      2,
    );
  });

  test('a task given back by a change can be claimed again, an ended one cannot', async (store) => {
    const { id } = await queuedJob(store, { seeds: [1, 2] });
    for (const _ of [0, 1])
      await store.claimTask({ queues: ['slow'], worker: 'w', now: someTime, leaseUntil: someTime });
    const snapshot = (await store.loadJob(id))!;
    const [first, second] = snapshot.tasks;
    await store.commitJobs([
      changeOf(snapshot, {
        tasks: [
          { ...first!, state: 'queued', crashes: 1 },
          { ...second!, state: 'ended', outcome: 'finished' },
        ],
      }),
    ]);
    assert.equal(await store.heldTasks('w'), []);
    const again = await store.claimTask({ queues: ['slow'], worker: 'w', now: someTime, leaseUntil: someTime });
    assert.equal([again?.index, again?.attempt, again?.crashes], [0, 2, 1]);
    assert.is(await store.claimTask({ queues: ['slow'], worker: 'w', now: someTime, leaseUntil: someTime }), null);
  });

  test('events are read in order, after a number, within a count and a size', async (store) => {
    const { id } = await queuedJob(store);
    const events = [1, 2, 3, 4].map((seq) => ({ seq, at: someTime, body: JSON.stringify('x'.repeat(98)) }));
    await store.commitJobs([changeOf((await store.loadJob(id))!, { events })]);
    const numbers = async (after: number, maxEvents: number, maxBytes: number) =>
      (await store.eventsAfter(id, after, { maxEvents, maxBytes })).map(({ seq }) => seq);
    assert.equal(await numbers(0, 10, 10_000), [1, 2, 3, 4]);
    assert.equal(await numbers(1, 2, 10_000), [2, 3]);
    assert.equal(await numbers(0, 10, 1), [1]);
    assert.equal(await numbers(0, 10, 101), [1, 2]);
    assert.equal(await numbers(4, 10, 10_000), []);
    assert.equal(
      await store.lastSeqs([id, randomUUID()]),
      new Map([[id, 2]]).set(id, (await store.loadJob(id))!.job.lastSeq),
    );
    assert.equal(await store.lastSeqs([]), new Map());
    assert.equal(await store.eventsAfter(randomUUID(), 0, { maxEvents: 10, maxBytes: 10 }), []);
  });

  test('positions count the queued jobs of one queue, by priority and submission', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const jobs = [
      newJob(user.id),
      newJob(user.id),
      newJob(user.id, { priority: 10 }),
      newJob(user.id, { queue: 'fast' }),
    ];
    for (const job of jobs) await store.createJob(job);
    const [a, b, paid, fast] = jobs.map(({ id }) => id) as [string, string, string, string];
    assert.equal(
      await store.queuePositions('slow'),
      new Map([
        [paid, 1],
        [a, 2],
        [b, 3],
      ]),
    );
    assert.equal(await store.queuePositions('fast'), new Map([[fast, 1]]));
    assert.equal(await store.queuePositions('slow', [b, fast]), new Map([[b, 3]]));
    const snapshot = (await store.loadJob(paid))!;
    const change = changeOf(snapshot);
    await store.commitJobs([{ ...change, job: { ...change.job, state: 'running', startedAt: someTime } }]);
    assert.is((await store.queuePositions('slow')).get(b), 2);
  });

  test('jobs are listed by owner and state, the newest first, a page at a time', async (store) => {
    const [ada, bob] = [userRecord(), userRecord()];
    for (const user of [ada, bob]) await store.createUser(user);
    const mine = [newJob(ada.id, { seeds: [1, 2, 3] }), newJob(ada.id), newJob(ada.id, { queue: 'fast' })];
    for (const job of [mine[0]!, newJob(bob.id), mine[1]!, mine[2]!]) await store.createJob(job);
    const page = (change: Partial<JobListing>) =>
      store.listJobs({ kind: 'nests', owner: mine[0]!.owner, state: null, before: null, limit: 10, ...change });
    const [a, b, c] = mine.map(({ id }) => id) as [string, string, string];
    const ids = (jobs: readonly ListedJob[]) => jobs.map(({ id }) => id);
    const all = await page({});
    assert.equal(ids(all), [c, b, a]);
    assert.equal(
      all.map(({ instances }) => instances),
      [1, 1, 3],
    );
    const { instances, ...first } = all[0]!;
    assert.equal(first, (await store.loadJob(c))!.job);
    assert.equal(ids(await page({ limit: 2 })), [c, b]);
    assert.equal(ids(await page({ before: all[1]!.number })), [a]);
    const snapshot = (await store.loadJob(b))!;
    const change = changeOf(snapshot);
    await store.commitJobs([{ ...change, job: { ...change.job, state: 'running', startedAt: someTime } }]);
    assert.equal(ids(await page({ state: 'running' })), [b]);
    assert.equal(ids(await page({ state: 'queued' })), [c, a]);
    const own = newJob(ada.id, { opening: JSON.stringify({ inner: true }) });
    const plan = newJob(ada.id, { queue: 'lays' });
    for (const job of [own, plan]) await store.createJob(job);
    assert.equal(ids(await page({})), [own.id, c, b, a]);
    assert.equal(ids(await page({ kind: 'submitted' })), [c, b, a]);
    assert.equal(ids(await page({ kind: 'lays' })), [plan.id]);
    assert.is((await page({ owner: null })).length, 5);
    assert.equal(await page({ owner: randomUUID() }), []);
  });
}
