/** The part of the store's contract about forgetting a user or an organisation, table by table. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { PatternRecord, Store, UserRecord } from '../../src/store/store.js';
import { auditRecord } from './audit-contract.js';
import { rejects, type Test } from './contract.js';
import { changeOf, keyRecord, newJob, organizationRecord, patternRecord, someTime, userRecord } from './records.js';
import type { Tables } from './tables.js';

/**
 * Every table of the schema. `goes`: a user has rows in it, and they go with the user. `stays`: it has no rows of a user. `kept`:
 * its rows stay, with ids and without the name of the user. A new table belongs here, and in src/store/forgetting.ts where it
 * holds anything of a user.
 */
const tables: Readonly<Record<string, 'goes' | 'stays' | 'kept'>> = {
  user: 'goes',
  membership: 'goes',
  api_key: 'goes',
  pattern: 'goes',
  pattern_version: 'goes',
  size_table_version: 'goes',
  population: 'goes',
  project: 'goes',
  webhook: 'goes',
  webhook_delivery: 'goes',
  job: 'goes',
  job_request: 'goes',
  job_event: 'goes',
  job_watch: 'goes',
  task: 'goes',
  idempotency: 'goes',
  keyed_request: 'goes',
  solver_usage: 'goes',
  request_count: 'goes',
  organization: 'stays',
  solver_host: 'stays',
  forgetting: 'stays',
  audit_purge: 'stays',
  audit_entry: 'kept',
  audit_reader: 'kept',
};

/** Only PostgreSQL has this table. */
const ofTheSchema = 'schema_version';

export function forgettingContract(test: Test): void {
  test('a forgotten user leaves every table as it was before the user came', async (store, read) => {
    const organization = organizationRecord();
    await store.createOrganization(organization);
    await store.announceHost({ worker: 'a', queues: ['slow'], solvers: 1, until: someTime });
    await fill(store, userRecord({ name: 'bo' }), organization.id);
    const before = await contents(read);
    assert.equal([...before.keys()].sort(), Object.keys(tables).sort(), 'a table is missing in the list of this test');

    const ada = userRecord({ name: 'ada of the atelier', activeOrganizationId: organization.id });
    const { shown } = await fill(store, ada, organization.id);
    const [adasKey] = await store.listKeys(ada.id);
    await answer(store, { user: ada });
    await answer(store, adasKey!.id);
    const filled = await contents(read);
    for (const [table, rule] of Object.entries(tables)) {
      const more = filled.get(table)!.length - before.get(table)!.length;
      assert.is(more > 0, rule !== 'stays', `${table} got ${more} rows`);
    }

    assert.equal(await store.forgetUser(ada.id), {
      keys: 2,
      memberships: 1,
      patterns: 2,
      publicPatterns: 1,
      sizeTableVersions: 2,
      populations: 1,
      projects: 1,
      jobs: 3,
      webhooks: 1,
    });
    const after = await contents(read);
    assertForgotten(after, { before, filled, shown });
    assert.not.ok([...after.values()].flat().some((row) => row.includes(ada.name)));
    const named = [...after].filter(([, rows]) => rows.some((row) => row.includes(ada.id)));
    assert.equal(named.map(([table]) => table).sort(), ['audit_entry', 'audit_reader']);
    assert.is(await store.forgetUser(ada.id), null);
  });

  test('a forgotten organisation leaves every table as it was before it came, and its members stay', async (store, read) => {
    const ada = userRecord({ name: 'ada' });
    await store.createUser(ada);
    await store.createKey(keyRecord(ada.id));
    await fill(store, userRecord({ name: 'bo' }), await organizationIn(store));
    const before = await contents(read);

    const atelier = organizationRecord({ name: 'the atelier of ada' });
    await store.createOrganization(atelier);
    await store.addMember(atelier.id, ada.id);
    await store.updateUser(ada.id, { activeOrganizationId: atelier.id });
    const shown = await fillWithData(store, ada, atelier.id);
    await answer(store, { organization: atelier });
    const filled = await contents(read);

    assert.equal(await store.forgetOrganization(atelier.id), {
      keys: 0,
      memberships: 1,
      patterns: 2,
      publicPatterns: 1,
      sizeTableVersions: 2,
      populations: 1,
      projects: 1,
      jobs: 2,
      webhooks: 1,
    });
    const after = await contents(read);
    assertForgotten(after, { before, filled, shown });
    assert.equal(await store.findPattern(shown.id), { ...shown, ownerOrganizationId: null });
    assert.not.ok([...after.values()].flat().some((row) => row.includes(atelier.name)));
    const named = [...after].filter(([, rows]) => rows.some((row) => row.includes(atelier.id)));
    assert.equal(
      named.map(([table]) => table),
      ['audit_reader'],
    );
    assert.is(await store.forgetOrganization(atelier.id), null);
    await rejects(store.createJob(newJob(ada.id, { organizationId: atelier.id, owner: atelier.id })), 'not_found');
  });

  test('the last administrator is not forgotten, whoever leaves at the same moment', async (store) => {
    const [ada, bo] = [userRecord({ admin: true }), userRecord({ admin: true })];
    const plain = userRecord();
    for (const user of [ada, bo, plain]) await store.createUser(user);
    const outcomes = await Promise.allSettled([ada, bo].map(({ id }) => store.forgetUser(id)));
    assert.equal(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const left = (await store.listUsers()).filter(({ admin }) => admin);
    assert.is(left.length, 1);
    await rejects(store.forgetUser(left[0]!.id), 'conflict');
    assert.is((await store.forgetUser(plain.id))?.keys, 0);
    await store.createUser(userRecord({ admin: true }));
    assert.is((await store.forgetUser(left[0]!.id))?.keys, 0);
  });

  test('a public pattern stays with its published versions, without an owner and without its drafts', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const pattern = patternRecord({ ownerUserId: user.id, public: true });
    const [first] = await versionsOf(store, pattern);
    const onlyDrafted = patternRecord({ ownerUserId: user.id, public: true });
    await store.createPattern(onlyDrafted);
    await store.addPatternVersion(versionOf(onlyDrafted));
    const published = await store.findPatternVersion(pattern.id, 'latest');
    await store.forgetUser(user.id);
    assert.equal(await store.findPattern(pattern.id), { ...pattern, ownerUserId: null });
    assert.equal(await store.findPatternVersion(pattern.id, 'latest'), published);
    assert.equal(
      (await store.listPatternVersions(pattern.id)).map(({ id }) => id),
      [first],
    );
    assert.is(await store.findPattern(onlyDrafted.id), null);
  });

  test('the key of a forgotten user works no longer, and a new row of that user is refused', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const key = keyRecord(user.id);
    await store.createKey(key);
    assert.is((await store.findKeyOwner(key.id, key.secretHash))?.user.id, user.id);
    await store.forgetUser(user.id);
    assert.is(await store.findKeyOwner(key.id, key.secretHash), null);
    await rejects(store.createKey(key), 'not_found');
    await rejects(store.createJob(newJob(user.id)), 'not_found');
  });

  test('the worker of a task that went with its user learns of it', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const job = newJob(user.id);
    await store.createJob(job);
    const claim = { queues: ['slow'], worker: 'w', now: someTime, leaseUntil: someTime + 9_000 } as const;
    assert.is((await store.claimTask(claim))?.jobId, job.id);
    const change = changeOf((await store.loadJob(job.id))!);
    await store.forgetUser(user.id);
    assert.equal(await store.commitJobs([change]), ['gone']);
    assert.equal(await store.heldTasks('w'), []);
  });
}

/** Every table is as before the forgotten one came, but for what is kept, and for the public pattern that stays. */
function assertForgotten(
  after: Contents,
  { before, filled, shown }: { before: Contents; filled: Contents; shown: PatternRecord },
): void {
  for (const [table, rule] of Object.entries(tables)) {
    const rows = after.get(table)!.filter((row) => !row.includes(shown.id));
    assert.equal(rows, (rule === 'kept' ? filled : before).get(table), table);
  }
}

type Contents = ReadonlyMap<string, string[]>;

/** The rows of every table as texts, in order. */
async function contents(read: Tables): Promise<Map<string, string[]>> {
  const names = (await read.names()).filter((name) => name !== ofTheSchema);
  const texts = async (name: string) => (await read.rows(name)).map((row) => JSON.stringify(row)).sort();
  const found = new Map<string, string[]>();
  for (const name of names) found.set(name, await texts(name));
  return found;
}

const versionOf = ({ id }: PatternRecord) => ({
  id: randomUUID(),
  patternId: id,
  kind: 'static',
  content: '{}',
  createdAt: someTime,
});

/** Makes the pattern with a published version and a draft, and gives their ids. */
async function versionsOf(store: Store, pattern: PatternRecord): Promise<[string, string]> {
  await store.createPattern(pattern);
  const [published, draft] = [versionOf(pattern), versionOf(pattern)];
  await store.addPatternVersion(published);
  const announcement = { eventId: `pattern_${published.id}`, type: 'pattern.published', data: '{}' };
  await store.publishPatternVersion(published.id, someTime, announcement);
  await store.addPatternVersion(draft);
  return [published.id, draft.id];
}

async function organizationIn(store: Store): Promise<string> {
  const organization = organizationRecord();
  await store.createOrganization(organization);
  return organization.id;
}

/** Keeps the answer to a keyed request of somebody else. */
async function answer(store: Store, kept: object | string): Promise<void> {
  const administrator = userRecord();
  const request = { owner: administrator.id, key: 'k', userId: administrator.id, bodyHash: 'a', createdAt: someTime };
  await store.beginKeyedRequest(request, 0);
  await store.keepAnswer(request, typeof kept === 'string' ? kept : JSON.stringify(kept));
}

/** Makes the user with keys, a membership and data, and a job and a keyed request of the user for the organisation. */
async function fill(store: Store, user: UserRecord, organizationId: string): Promise<{ shown: PatternRecord }> {
  await store.createUser(user);
  await store.addMember(organizationId, user.id);
  for (const revokedAt of [null, someTime]) await store.createKey(keyRecord(user.id, { revokedAt }));
  const shown = await fillWithData(store, user, null);
  const keyed = { owner: organizationId, key: user.id, userId: user.id, bodyHash: 'a', createdAt: someTime };
  await store.beginKeyedRequest(keyed, 0);
  const forTeam = newJob(user.id, { organizationId, owner: organizationId });
  await store.createJob(forTeam, { idempotency: { key: user.id, bodyHash: 'h', forgetBefore: 0 } });
  return { shown };
}

/** Of each kind of record some that the user makes, for the organisation where there is one. Gives the public pattern. */
async function fillWithData(store: Store, user: UserRecord, organizationId: string | null): Promise<PatternRecord> {
  const owner = organizationId ?? user.id;
  const own = { ownerUserId: organizationId === null ? user.id : null, ownerOrganizationId: organizationId };
  await store.createWebhook(
    {
      ...{ id: randomUUID(), owner, url: 'https://example.com', events: ['pattern.published'] },
      ...{ description: '', secret: 'plain:A', oldSecret: null, oldSecretUntil: null, createdAt: someTime },
      ...{ disabledAt: null, disabledReason: null, failingSince: null },
    },
    9,
  );
  await store.beginKeyedRequest({ owner, key: owner, userId: user.id, bodyHash: 'a', createdAt: someTime }, 0);
  const shown = patternRecord({ ...own, public: true });
  for (const pattern of [patternRecord(own), patternRecord(own), shown]) await versionsOf(store, pattern);
  const sizeTable = { ...own, tableId: randomUUID(), name: 'ours', content: '{}', createdAt: someTime };
  for (let i = 0; i < 2; i++) await store.addSizeTableVersion(sizeTable);
  const named = { ...own, id: randomUUID(), createdAt: someTime };
  await store.addPopulation({ ...named, name: 'people', content: '{}' }, 9);
  await store.createProject(
    { ...named, name: 'bags', versionNumber: 1, bytes: 2, holdsPeople: true, updatedAt: someTime },
    '{}',
  );
  await store.countRequests([{ owner, minute: 1, requests: 1 }]);

  // Before the waiting jobs of all other users.
  const [solved, kept] = [
    newJob(user.id, { organizationId, owner, priority: 10 }),
    newJob(user.id, { organizationId, owner }),
  ];
  await store.createJob(solved);
  const claimed = await store.claimTask({ queues: ['slow'], worker: 'w', now: someTime, leaseUntil: someTime + 9_000 });
  assert.is(claimed?.jobId, solved.id);
  const snapshot = (await store.loadJob(solved.id))!;
  const tasks = snapshot.tasks.map((task) => ({ ...task, state: 'ended', outcome: 'finished' }) as const);
  const end = changeOf(snapshot, { at: someTime + 5_000, tasks });
  const job = { ...end.job, state: 'ended', outcome: 'finished', endedAt: someTime + 5_000 } as const;
  assert.equal(await store.commitJobs([{ ...end, job }]), ['committed']);
  await store.createJob(kept, { idempotency: { key: 'k', bodyHash: 'h', forgetBefore: 0 } });
  await store.watchJobs('watcher', [kept.id], someTime + 5_000);
  await store.addAuditEntry(auditRecord({ userId: user.id }), [owner]);
  return shown;
}
