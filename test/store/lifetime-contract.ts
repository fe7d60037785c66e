/** The part of the store's contract about the listeners of a job, its end, and its removal. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { JobSnapshot } from '../../src/store/store.js';
import type { Test } from './contract.js';
import { changeOf, queuedJob, someTime } from './records.js';

/** A change that ends a job at the given time. */
function ending(snapshot: JobSnapshot, endedAt: number) {
  const change = changeOf(snapshot);
  return { ...change, job: { ...change.job, state: 'ended', outcome: 'finished', endedAt } as const };
}

export function lifetimeContract(test: Test): void {
  test('a job is abandoned when no one listens and its time to be kept is over', async (store) => {
    const job = await queuedJob(store, { watchedUntil: 1_000, keepMs: 500 });
    assert.equal(await store.abandonedJobs(1_499), []);
    assert.equal(await store.abandonedJobs(1_500), [job.id]);
    assert.equal(await store.abandonedJobs(1_500, job.id), [job.id]);
    assert.equal(await store.abandonedJobs(1_499, job.id), []);
    assert.equal(await store.abandonedJobs(1_500, randomUUID()), [], 'another job is asked for');
    await store.watchJobs('a', [job.id, randomUUID()], 3_000);
    await store.watchJobs('b', [job.id], 4_000);
    assert.equal(await store.abandonedJobs(4_499), []);
    await store.unwatchJob('b', job.id, 2_000);
    assert.equal(await store.abandonedJobs(3_499), [], 'the other process still listens');
    assert.equal(await store.abandonedJobs(3_500), [job.id], 'a silent process is gone');
    await store.unwatchJob('a', job.id, 2_200);
    assert.equal(await store.abandonedJobs(2_699), []);
    assert.equal(await store.abandonedJobs(2_700), [job.id]);
  });

  test('leaving ends the time given at the submission; an ended job is never abandoned', async (store) => {
    const job = await queuedJob(store, { watchedUntil: 5_000 });
    await store.watchJobs('a', [job.id], 9_000);
    await store.unwatchJob('a', job.id, 1_000);
    assert.equal(await store.abandonedJobs(1_000), [job.id]);
    await store.commitJobs([ending((await store.loadJob(job.id))!, 2_000)]);
    assert.equal(await store.abandonedJobs(99_000), []);
  });

  test('a job is overdue when its time is over and no task of it runs', async (store) => {
    const { id } = await queuedJob(store, { timeLimitMs: 1_000 });
    await store.claimTask({ queues: ['slow'], worker: 'w', now: someTime, leaseUntil: 5_000 });
    const change = changeOf((await store.loadJob(id))!);
    await store.commitJobs([{ ...change, job: { ...change.job, state: 'running', startedAt: 2_000 } }]);
    assert.equal(await store.overdueJobs(9_000), []);
    await store.expireLeases(5_001);
    assert.equal(await store.overdueJobs(3_000), []);
    assert.equal(await store.overdueJobs(3_001), [id]);
  });

  test('purging forgets the events first and the job later, and leaves live jobs alone', async (store) => {
    const kept = { eventsKeptMs: 1_000 };
    const [old, young, live] = [await queuedJob(store, kept), await queuedJob(store, kept), await queuedJob(store)];
    for (const [job, endedAt] of [
      [old, 1_000],
      [young, 2_000],
    ] as const) {
      await store.commitJobs([ending((await store.loadJob(job.id))!, endedAt)]);
    }
    await store.commitJobs([changeOf((await store.loadJob(live.id))!)]);
    assert.equal(await store.purgeJobs({ now: 2_001, jobsBefore: 500 }), { events: 1, jobs: 0 });
    assert.equal(await store.purgeJobs({ now: 2_001, jobsBefore: 500 }), { events: 0, jobs: 0 });
    assert.equal(await store.eventsAfter(old.id, 0, { maxEvents: 9, maxBytes: 999 }), []);
    assert.is((await store.eventsAfter(young.id, 0, { maxEvents: 9, maxBytes: 999 })).length, 1);
    assert.equal(await store.purgeJobs({ now: 9_000, jobsBefore: 9_000, owner: old.owner }), { events: 0, jobs: 1 });
    assert.is(await store.loadJob(old.id), null);
    assert.is(await store.jobRequest(old.id), null);
    assert.equal(await store.purgeJobs({ now: 9_000, jobsBefore: 9_000 }), { events: 1, jobs: 1 });
    assert.is((await store.loadJob(live.id))?.job.lastSeq, 1);
  });
}
