/** The audit log of a whole service: which changes are in it, with which ids, and who may read them. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AccountService, type AuditEntry, AuditOutcome } from '../../gen/selvage/account/v1/account_pb.js';
import { AdminService, Plan } from '../../gen/selvage/admin/v1/admin_pb.js';
import { BodyService, Gender, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import { SizeService } from '../../gen/selvage/size/v1/size_pb.js';
import { WebhookService } from '../../gen/selvage/webhook/v1/webhook_pb.js';
import { AuditLog } from '../../src/accounts/audit-log.js';
import { audited } from '../../src/services/audit/audited.js';
import { changes } from '../../src/services/audit/changes.js';
import type { Call, Operations } from '../../src/services/services.js';
import { openWholeService } from './whole-service.js';

const { folder, parts, server, transport, close } = await openWholeService();
test.after(close);

const account = createClient(AccountService, transport);
const admin = createClient(AdminService, transport);

async function person({ isAdmin = false } = {}) {
  const user = await parts.accounts.createUser({ name: `person ${randomUUID()}`, admin: isAdmin });
  const { key, text } = await parts.accounts.createKey({ userId: user.id, name: 'first' });
  return { user, keyId: key.id, headers: { authorization: `Bearer ${text}` } };
}
type Person = Awaited<ReturnType<typeof person>>;

/** A call in the context of an organisation. */
const within = ({ headers }: Person, organization: string) => ({
  headers: { ...headers, 'x-service-organization-id': organization },
});

const codeOf = (work: Promise<unknown>): Promise<Code | null> =>
  work.then(
    () => null,
    (error: unknown) => ConnectError.from(error).code,
  );

const told = ({ operation, targets, outcome, code }: AuditEntry) => [
  operation,
  targets.map(({ kind, id }) => `${kind} ${id}`),
  outcome === AuditOutcome.DONE ? 'done' : code,
];
const logOf = async (whose: { headers: Record<string, string> }) =>
  (await account.listOwnAuditEntries({ pageSize: 200 }, whose)).entries.reverse();

const document = (name: string) =>
  JSON.stringify({
    schema: 'pattern-static/1',
    name,
    unit: 'mm',
    pieces: [
      {
        id: 'tab',
        name: 'Tab',
        boundary: [
          [0, 0],
          [0, 50],
          [40, 50],
          [40, 0],
        ],
      },
    ],
  });

test('a change of keys, patterns, tables, populations and webhooks has an entry with its ids, and so has a failure', async () => {
  const me = await person();
  const started = Date.now();
  const made = await account.createOwnKey({ name: 'cutting room' }, me);
  const rotated = await account.rotateOwnKey({ keyId: made.key!.keyId }, me);
  await account.revokeOwnKey({ keyId: rotated.key!.keyId }, me);
  assert.is(await codeOf(account.revokeOwnKey({ keyId: 'A secret of mine' }, me)), Code.NotFound);
  const { version } = await admin.savePatternDraft({ document: document('Tab of Ada') }, me);
  await admin.savePatternDraft({ document: document('Tab of Ada'), patternId: version!.patternId }, me);
  await admin.savePatternDraft({ document: document('Never stored'), validateOnly: true }, me);
  await admin.publishPatternVersion({ patternId: version!.patternId, versionNumber: 1 }, me);
  assert.is(
    await codeOf(admin.setPatternPublic({ patternId: version!.patternId, public: true }, me)),
    Code.PermissionDenied,
  );
  const person168 = { gender: Gender.FEMALE, unit: UnitSystem.METRIC, height: 168.25, weight: 62 };
  const sizes = createClient(SizeService, transport);
  const { table } = await sizes.createSizeTable({ name: 'Ours', sizes: [{ name: 'S', body: person168 }] }, me);
  const bodies = createClient(BodyService, transport);
  const people = Array.from({ length: 13 }, () => person168);
  const { population } = await bodies.createPopulation({ name: 'team', people }, me);
  await bodies.deletePopulation({ populationId: population!.populationId }, me);
  const { webhook } = await createClient(WebhookService, transport).createWebhook(
    { url: 'https://example.com/hook', events: ['job.ended'] },
    me,
  );
  await bodies.inferMeasurements(person168, me);

  const entries = await logOf(me);
  const [madeId, rotatedId] = [`key ${made.key!.keyId}`, `key ${rotated.key!.keyId}`];
  const [patternId, versionId] = [`pattern ${version!.patternId}`, `pattern_version ${version!.versionId}`];
  assert.equal(entries.map(told), [
    ['CreateOwnKey', [madeId], 'done'],
    ['RotateOwnKey', [madeId, rotatedId], 'done'],
    ['RevokeOwnKey', [rotatedId], 'done'],
    ['RevokeOwnKey', [], 'not_found'],
    ['SavePatternDraft', [patternId, versionId], 'done'],
    ['PublishPatternVersion', [patternId, versionId], 'done'],
    ['SetPatternPublic', [patternId], 'permission_denied'],
    ['CreateSizeTable', [`size_table ${table!.tableId}`], 'done'],
    ['CreatePopulation', [`population ${population!.populationId}`], 'done'],
    ['DeletePopulation', [`population ${population!.populationId}`], 'done'],
    ['CreateWebhook', [`webhook ${webhook!.webhookId}`], 'done'],
  ]);
  for (const { userId, keyId, organizationId, time } of entries) {
    assert.equal([userId, keyId, organizationId], [me.user.id, me.keyId, undefined]);
    assert.ok(Number(time!.seconds) * 1000 >= started - 1000);
  }
  const shown = JSON.stringify(entries, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  for (const text of [me.user.name, 'cutting room', 'Tab of Ada', 'A secret', made.secret, '168.25'])
    assert.not.ok(shown.includes(text), text);
});

test('an administrator reads all, an account its own and the changes about it, an organisation those in its context', async () => {
  const [root, ada, bo] = [await person({ isAdmin: true }), await person(), await person()];
  const organization = await parts.accounts.createOrganization({ name: `atelier ${randomUUID()}` });
  const adaAndTeam = { organizationId: organization.id, userId: ada.user.id };
  await admin.addMember(adaAndTeam, root);
  await admin.setPlan({ subject: { case: 'userId', value: bo.user.id }, plan: Plan.PAID }, root);
  await admin.revokeKey({ keyId: (await account.createOwnKey({}, bo)).key!.keyId }, root);
  const { version } = await admin.savePatternDraft({ document: document('Ours') }, within(ada, organization.id));
  assert.is(await codeOf(admin.addMember({ ...adaAndTeam, userId: bo.user.id }, bo)), Code.PermissionDenied);

  const names = (entries: readonly AuditEntry[]) => entries.map(({ operation }) => operation);
  assert.equal(names(await logOf(ada)), ['AddMember', 'SavePatternDraft']);
  assert.equal(names(await logOf(bo)), ['SetPlan', 'CreateOwnKey', 'RevokeKey', 'AddMember']);
  assert.equal(names(await logOf(root)), ['AddMember', 'SetPlan', 'RevokeKey']);
  const ofTeam = await logOf(within(ada, organization.id));
  assert.equal(names(ofTeam), ['AddMember', 'SavePatternDraft']);
  assert.equal([ofTeam[1]!.userId, ofTeam[1]!.organizationId], [ada.user.id, organization.id]);
  assert.is(ofTeam[1]!.targets[0]!.id, version!.patternId);

  assert.is(await codeOf(admin.listAuditEntries({}, bo)), Code.PermissionDenied);
  const all = await admin.listAuditEntries({ pageSize: 200 }, root);
  for (const own of [...(await logOf(ada)), ...(await logOf(bo))])
    assert.ok(all.entries.some(({ entryId }) => entryId === own.entryId));
  const ofBo = await admin.listAuditEntries({ accountId: bo.user.id.toUpperCase(), pageSize: 200 }, root);
  assert.equal(ofBo.entries, (await logOf(bo)).reverse());
  assert.is(await codeOf(admin.listAuditEntries({ accountId: bo.user.name }, root)), Code.InvalidArgument);
});

test('the pages of the log follow each other over REST, and a start time ends them', async () => {
  const me = await person();
  for (let i = 0; i < 3; i++) await account.createOwnKey({}, me);
  const get = async (query: string) => {
    const response = await fetch(`${server.url}/api/v1/account/audit${query}`, { headers: me.headers });
    if (response.ok) assert.is(response.headers.get('cache-control'), 'no-store');
    // biome-ignore lint/suspicious/noExplicitAny: JSON of a route
    return [response.status, (await response.json()) as any] as const;
  };
  const [, first] = await get('?pageSize=2');
  const [, second] = await get(`?pageSize=2&pageToken=${first.nextPageToken}`);
  assert.equal([first.entries.length, second.entries.length, second.nextPageToken], [2, 1, '']);
  const { operation, outcome, code, userId, targets } = first.entries[0];
  assert.equal([operation, outcome, code, userId], ['CreateOwnKey', 'done', null, me.user.id]);
  assert.is(targets[0].kind, 'key');
  assert.equal((await get('?startTime=2090-01-01T00:00:00Z'))[1].entries, []);
  assert.equal((await get(`?startTime=${second.entries[0].time}`))[1].entries.length, 3);
  assert.is((await get('?pageToken=nonsense'))[0], 422);
});

test('a forgotten account leaves its entries, with ids alone and for administrators alone', async () => {
  const [root, ada] = [await person({ isAdmin: true }), await person()];
  await account.createOwnKey({ name: 'mine' }, ada);
  await account.forgetAccount({ name: ada.user.name }, ada);
  const { entries } = await admin.listAuditEntries({ accountId: ada.user.id }, root);
  assert.equal(entries.reverse().map(told), [
    ['CreateOwnKey', [`key ${entries[0]!.targets[0]!.id}`], 'done'],
    ['ForgetAccount', [`user ${ada.user.id}`], 'done'],
  ]);
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  assert.ok(files.some((bytes) => bytes.includes(ada.user.id)));
  assert.equal(await parts.accounts.listUsers().then((users) => users.some(({ id }) => id === ada.user.id)), false);
});

test('entries go when they are older than the log keeps them', async () => {
  const me = await person();
  await account.createOwnKey({}, me);
  await parts.auditLog.purge(60_000);
  assert.is((await logOf(me)).length, 1);
  await new AuditLog(parts.store, () => Date.now() + 120_000).purge(60_000);
  assert.equal(await logOf(me), []);
});

type Deleting = Pick<Operations, 'deleteWebhook'>;

test('a change whose entry is not stored is told, and a failure stays the failure that it was', async () => {
  const store = { ...parts.store, addAuditEntry: () => Promise.reject(new Error('the disk is full')) };
  const log = new AuditLog({ ...store, findKey: async () => null });
  const done = audited<Deleting>({ deleteWebhook: async () => ({}) }, log);
  const failing = audited<Deleting>({ deleteWebhook: () => Promise.reject(new TypeError('a fault')) }, log);
  const caller = { userId: randomUUID(), keyId: '', organizationId: null };
  const call = { caller } as Call;
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => 'no failure',
      (error) => error.code ?? error.message,
    );
  const request = { webhookId: randomUUID() } as never;
  assert.is(await errorOf(done.deleteWebhook(request, call)), 'audit_unavailable');
  assert.is(await errorOf(failing.deleteWebhook(request, call)), 'a fault');
});

test('every operation is either in the log or known to stay out of it', () => {
  const operations = Object.keys(parts.services).filter(
    (name) => !['slices', 'authenticate', 'countRequest'].includes(name),
  );
  assert.equal(operations.sort(), Object.keys(changes).sort());
});

test.run();
