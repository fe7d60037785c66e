/** What every adapter of the Store port must do, whatever engine is behind it. One suite, run for each adapter. */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import type { JobSnapshot, Store } from '../../src/store/store.js';
import { admissionContract, fairnessContract, usageContract } from './queue-contract.js';
import {
  changeOf,
  keyRecord,
  newJob,
  organizationRecord,
  patternRecord,
  queuedJob,
  someTime,
  userRecord,
} from './records.js';

/** `open` gives an empty store of its own for each test; `close` removes it. */
export function storeContract(
  adapter: string,
  open: () => Promise<{ store: Store; close: () => Promise<void> }>,
): void {
  const define = suite<object>(`store contract on ${adapter}`);
  const test = (name: string, body: (store: Store) => Promise<void>) =>
    define(name, async () => {
      const { store, close } = await open();
      try {
        await body(store);
      } finally {
        await close();
      }
    });

  accountContract(test);
  patternContract(test);
  jobContract(test);
  fairnessContract(test);
  admissionContract(test);
  usageContract(test);
  listenerContract(test);
  define.run();
}

export type Test = (name: string, body: (store: Store) => Promise<void>) => void;

/** Asserts that the promise rejects with a ServiceError of this kind. */
export async function rejects(promise: Promise<unknown>, kind: ServiceError['kind']): Promise<void> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.instance(error, ServiceError);
  assert.is((error as ServiceError).kind, kind);
}

function accountContract(test: Test): void {
  test('a user comes back as it was created, by id and by name', async (store) => {
    const user = userRecord({ name: 'Ünal 裁縫', plan: 'paid', admin: true });
    await store.createUser(user);
    assert.equal(await store.findUser(user.id), user);
    assert.equal(await store.findUserByName(user.name), user);
    assert.is(await store.findUser(randomUUID()), null);
  });

  test('a name that is taken is refused, and nothing is changed', async (store) => {
    const user = userRecord({ name: 'ann' });
    await store.createUser(user);
    await rejects(store.createUser(userRecord({ name: 'ann', plan: 'paid' })), 'already_exists');
    assert.equal(await store.listUsers(), [user]);
    await store.createOrganization(organizationRecord({ name: 'atelier' }));
    await rejects(store.createOrganization(organizationRecord({ name: 'atelier' })), 'already_exists');
  });

  test('an update changes what it names, and says whether there was something to change', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    assert.is(await store.updateUser(user.id, { plan: 'paid' }), true);
    assert.is(await store.updateUser(user.id, { admin: true }), true);
    assert.equal(await store.findUser(user.id), { ...user, plan: 'paid', admin: true });
    assert.is(await store.updateUser(randomUUID(), { plan: 'paid' }), false);
  });

  test('memberships: added once, listed from both sides, removed together with the active organisation', async (store) => {
    const [user, other, organization] = [userRecord(), userRecord(), organizationRecord()];
    await store.createUser(user);
    await store.createUser(other);
    await store.createOrganization(organization);
    await store.createOrganization(organizationRecord());
    await store.addMember(organization.id, user.id);
    await store.addMember(organization.id, user.id);
    assert.equal(await store.listOrganizations({ userId: user.id }), [organization]);
    assert.equal(await store.listOrganizations({ userId: other.id }), []);
    assert.equal(await store.listMembers(organization.id), [user]);
    await store.updateUser(user.id, { activeOrganizationId: organization.id });
    assert.is(await store.removeMember(organization.id, user.id), true);
    assert.is(await store.removeMember(organization.id, user.id), false);
    assert.equal(await store.findUser(user.id), user);
  });

  test('keys keep their hash byte for byte and list newest first', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const secretHash = Uint8Array.from({ length: 32 }, (_, i) => 255 - i);
    const old = keyRecord(user.id, { secretHash });
    const young = keyRecord(user.id, { createdAt: someTime + 1, expiresAt: someTime + 100 });
    await store.createKey(old);
    await store.createKey(young);
    assert.equal(Uint8Array.from((await store.findKey(old.id))!.secretHash), secretHash);
    assert.is(await store.updateKey(old.id, { lastUsedAt: someTime + 5, revokedAt: someTime + 6 }), true);
    const [first, second] = await store.listKeys(user.id);
    assert.is(first!.id, young.id);
    assert.is(first!.expiresAt, someTime + 100);
    assert.equal([second!.lastUsedAt, second!.revokedAt], [someTime + 5, someTime + 6]);
    await rejects(store.createKey(keyRecord(user.id, { id: old.id })), 'already_exists');
    await rejects(store.createKey(keyRecord(randomUUID())), 'not_found');
  });
}

function patternContract(test: Test): void {
  const version = (patternId: string, content = '{"a":1}') => ({
    id: randomUUID(),
    patternId,
    kind: 'definition',
    content,
    createdAt: someTime,
  });

  test('versions are numbered, keep their content to the byte, and carry its hash', async (store) => {
    const pattern = patternRecord();
    await store.createPattern(pattern);
    assert.equal(await store.findPattern(pattern.id), pattern);
    const first = await store.addPatternVersion(version(pattern.id, '{ "ä": 1.50 }\n'));
    const second = await store.addPatternVersion(version(pattern.id));
    assert.equal([first.number, second.number, first.state], [1, 2, 'draft']);
    assert.is(first.content, '{ "ä": 1.50 }\n');
    assert.is(second.sha256, '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862');
    assert.equal(
      await store.listPatternVersions(pattern.id),
      [first, second].map(({ content: _, ...summary }) => summary),
    );
  });

  test('the latest version is the highest published one', async (store) => {
    const pattern = patternRecord();
    await store.createPattern(pattern);
    const [first, second, third] = [version(pattern.id), version(pattern.id), version(pattern.id)];
    for (const each of [first, second, third]) await store.addPatternVersion(each);
    assert.is(await store.findPatternVersion(pattern.id, 'latest'), null);
    await store.publishPatternVersion(second.id, someTime);
    await store.publishPatternVersion(first.id, someTime + 1);
    assert.is((await store.findPatternVersion(pattern.id, 'latest'))?.id, second.id);
    assert.is((await store.findPatternVersion(pattern.id, { number: 3 }))?.id, third.id);
    assert.is((await store.findPatternVersion(pattern.id, { id: first.id }))?.publishedAt, someTime + 1);
    assert.is(await store.findPatternVersion(randomUUID(), { id: first.id }), null);
    assert.is(await store.findPatternVersion(pattern.id, { number: 4 }), null);
  });

  test('a draft can be changed, a published version never', async (store) => {
    const pattern = patternRecord();
    await store.createPattern(pattern);
    const { id } = await store.addPatternVersion(version(pattern.id));
    assert.is(await store.updatePatternDraft(id, { kind: 'static', content: '{}' }), true);
    assert.is(await store.publishPatternVersion(id, someTime), true);
    assert.is(await store.publishPatternVersion(id, someTime + 9), true);
    await rejects(store.updatePatternDraft(id, { kind: 'static', content: '[]' }), 'conflict');
    const kept = await store.findPatternVersion(pattern.id, { id });
    assert.equal([kept!.content, kept!.kind, kept!.publishedAt], ['{}', 'static', someTime]);
    assert.is(await store.updatePatternDraft(randomUUID(), { kind: 'static', content: '[]' }), false);
    assert.is(await store.publishPatternVersion(randomUUID(), someTime), false);
  });

  test('a reader lists what is public and what the context owns, page by page', async (store) => {
    const [user, stranger, organization] = [userRecord(), userRecord(), organizationRecord()];
    await store.createUser(user);
    await store.createUser(stranger);
    await store.createOrganization(organization);
    const owned = {
      'b public': patternRecord({ name: 'b public', public: true, ownerUserId: stranger.id }),
      'a own': patternRecord({ name: 'a own', ownerUserId: user.id }),
      'c team': patternRecord({ name: 'c team', ownerOrganizationId: organization.id }),
      'd foreign': patternRecord({ name: 'd foreign', ownerUserId: stranger.id }),
    };
    for (const pattern of Object.values(owned)) {
      await store.createPattern(pattern);
      const { id } = await store.addPatternVersion(version(pattern.id));
      await store.publishPatternVersion(id, someTime);
    }
    const draftOnly = patternRecord({ name: 'e draft', public: true });
    await store.createPattern(draftOnly);
    await store.addPatternVersion(version(draftOnly.id));

    const names = async (organizationId: string | null, after: { name: string; id: string } | null, limit = 10) =>
      (await store.listPatterns({ reader: { userId: user.id, organizationId }, after, limit })).map(({ name }) => name);
    assert.equal(await names(null, null), ['a own', 'b public']);
    assert.equal(await names(organization.id, null), ['b public', 'c team']);
    assert.equal(await names(null, null, 1), ['a own']);
    assert.equal(await names(null, owned['a own'], 1), ['b public']);
    assert.is(await store.updatePattern(owned['b public'].id, { public: false }), true);
    assert.equal(await names(null, null), ['a own']);
  });

  test("an owner's patterns are listed with those that have only drafts, and nobody else's, page by page", async (store) => {
    const [user, stranger, organization] = [userRecord(), userRecord(), organizationRecord()];
    await store.createUser(user);
    await store.createUser(stranger);
    await store.createOrganization(organization);
    const [second, first] = [
      patternRecord({ name: 'b', ownerUserId: user.id }),
      patternRecord({ name: 'a', ownerUserId: user.id }),
    ];
    const team = patternRecord({ name: 'team', ownerOrganizationId: organization.id });
    const foreign = patternRecord({ name: 'foreign', public: true, ownerUserId: stranger.id });
    for (const pattern of [second, first, team, foreign, patternRecord()]) await store.createPattern(pattern);
    for (const { id } of [first, second, second, foreign]) await store.addPatternVersion(version(id));

    const personal = { ownerUserId: user.id, ownerOrganizationId: null };
    assert.equal(await store.listOwnedPatterns({ owner: personal, after: null, limit: 10 }), [first, second]);
    assert.equal(await store.listOwnedPatterns({ owner: personal, after: null, limit: 1 }), [first]);
    assert.equal(await store.listOwnedPatterns({ owner: personal, after: first, limit: 10 }), [second]);
    const owner = { ownerUserId: null, ownerOrganizationId: organization.id };
    assert.equal(await store.listOwnedPatterns({ owner, after: null, limit: 10 }), [team]);
    assert.equal([await store.countPatternVersions(personal), await store.countPatternVersions(owner)], [3, 0]);
  });
}

function jobContract(test: Test): void {
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

  test('of several changes each stands by itself', async (store) => {
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

  test('a task that a change gives back can be claimed again; one that it ends cannot', async (store) => {
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
}

/** The change that ends a job at a time. */
function ending(snapshot: JobSnapshot, endedAt: number) {
  const change = changeOf(snapshot);
  return { ...change, job: { ...change.job, state: 'ended', outcome: 'finished', endedAt } as const };
}

function listenerContract(test: Test): void {
  test('a job is abandoned when no one listens and its time to be kept is over', async (store) => {
    const job = await queuedJob(store, { watchedUntil: 1_000, keepMs: 500 });
    assert.equal(await store.abandonedJobs(1_499), []);
    assert.equal(await store.abandonedJobs(1_500), [job.id]);
    await store.watchJobs('a', [job.id, randomUUID()], 3_000);
    await store.watchJobs('b', [job.id], 4_000);
    assert.equal(await store.abandonedJobs(4_499), []);
    await store.unwatchJob('b', job.id, 2_000);
    assert.equal(await store.abandonedJobs(3_499), [], 'the other process still listens');
    assert.equal(await store.abandonedJobs(3_500), [job.id], 'a process that is not heard of is gone');
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
