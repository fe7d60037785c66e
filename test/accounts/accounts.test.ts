import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Accounts } from '../../src/accounts/accounts.js';
import { generateKey } from '../../src/accounts/api-key.js';
import type { Credentials } from '../../src/accounts/caller.js';
import { demoUserName, ensureDemoAccount } from '../../src/accounts/demo.js';
import { planLimits } from '../../src/accounts/plans.js';
import { ServiceError } from '../../src/errors.js';
import { rejects } from '../store/contract.js';
import { type TemporaryStore, temporaryStore } from '../store/temporary-store.js';

const start = Date.UTC(2026, 5, 1);
const minute = 60_000;

interface Desk {
  accounts: Accounts;
  files: TemporaryStore;
  clock: { now: number };
}

const withAccounts = (name: string, body: (desk: Desk) => Promise<void>) =>
  test(name, async () => {
    const files = await temporaryStore();
    const clock = { now: start };
    try {
      await body({ accounts: new Accounts(files.store, () => clock.now), files, clock });
    } finally {
      await files.close();
    }
  });

const credentials = (key: string | undefined, organization?: string, organizationSynonym?: string): Credentials => ({
  authorization: key === undefined ? undefined : `Bearer ${key}`,
  organization,
  organizationSynonym,
});

const failure = (promise: Promise<unknown>): Promise<ServiceError> =>
  promise.then(
    () => assert.unreachable('should be refused'),
    (error: unknown) => {
      assert.instance(error, ServiceError);
      return error as ServiceError;
    },
  ) as Promise<ServiceError>;

withAccounts('a key identifies its caller, with the plan of the context', async ({ accounts }) => {
  const user = await accounts.createUser({ name: 'ann' });
  const { key, text } = await accounts.createKey({ userId: user.id, name: 'laptop' });
  assert.equal(await accounts.authenticate(credentials(text)), {
    userId: user.id,
    userName: 'ann',
    admin: false,
    keyId: key.id,
    scopes: [],
    organizationId: null,
    plan: 'free',
    limits: planLimits.free,
    organizations: [],
  });
  await accounts.setUserPlan(user.id, 'paid');
  assert.is((await accounts.authenticate(credentials(text))).plan, 'paid');
});

withAccounts('every wrong key gets the same answer', async ({ accounts, clock }) => {
  const { id: userId } = await accounts.createUser({ name: 'ann' });
  const good = (await accounts.createKey({ userId, name: '' })).text;
  const revoked = await accounts.createKey({ userId, name: '' });
  await accounts.revokeKey(revoked.key.id);
  const expired = await accounts.createKey({ userId, name: '', expiresAt: start + 1 });
  clock.now += 1;
  const other = generateKey();
  const sameId = generateKey();
  const wrong: (string | undefined)[] = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    good,
    `Basic ${good}`,
    `Bearer ${good} ${good}`,
    `Bearer ${good.slice(0, -1)}`,
    `Bearer ${good.slice(0, -1)}_`,
    `Bearer ${good.toUpperCase()}`,
    `Bearer ${other.text}`,
    `Bearer ${sameId.text}`,
    `Bearer ${revoked.text}`,
    `Bearer ${expired.text}`,
  ];
  const answers = new Set<string>();
  for (const authorization of wrong) {
    const error = await failure(accounts.authenticate({ ...credentials(undefined), authorization }));
    answers.add(JSON.stringify([error.kind, error.code, error.message, error.problems]));
  }
  assert.is(answers.size, 1, [...answers].join('\n'));
  assert.match([...answers][0]!, /unauthenticated/);
  for (const authorization of [`Bearer ${good}`, `bearer   ${good} `, `BEARER ${good}`]) {
    assert.is((await accounts.authenticate({ ...credentials(undefined), authorization })).userId, userId);
  }
});

withAccounts('a known id with a wrong secret is refused', async ({ accounts, files }) => {
  const user = await accounts.createUser({ name: 'ann' });
  const { text, id } = generateKey();
  const { secretHash } = generateKey();
  const times = { createdAt: start, expiresAt: null, lifetimeMs: 0, lastUsedAt: null, revokedAt: null };
  await files.store.createKey({ id, userId: user.id, name: '', scopes: [], secretHash, ...times });
  await rejects(accounts.authenticate(credentials(text)), 'unauthenticated');
});

withAccounts('the organisation: header, synonym, active one, personal', async ({ accounts }) => {
  const user = await accounts.createUser({ name: 'ann', plan: 'free' });
  const own = await accounts.createOrganization({ name: 'atelier', plan: 'paid' });
  const second = await accounts.createOrganization({ name: 'studio' });
  const foreign = await accounts.createOrganization({ name: 'rival' });
  for (const { id } of [own, second]) await accounts.addMember(id, user.id);
  const { text } = await accounts.createKey({ userId: user.id, name: '' });
  const context = async (header?: string, synonym?: string) => {
    const caller = await accounts.authenticate(credentials(text, header, synonym));
    return [caller.organizationId, caller.plan];
  };
  assert.equal(await context(), [null, 'free']);
  assert.equal(await context(own.id), [own.id, 'paid']);
  assert.equal(await context(own.id.toUpperCase()), [own.id, 'paid']);
  assert.equal(await context(undefined, second.id), [second.id, 'free']);
  assert.equal(await context(own.id, own.id), [own.id, 'paid']);
  await accounts.setActiveOrganization(user.id, own.id);
  assert.equal(await context(), [own.id, 'paid']);
  assert.equal(await context('personal'), [null, 'free']);
  assert.equal(await context(second.id), [second.id, 'free']);

  const refusals = [foreign.id, '00000000-0000-4000-8000-000000000000', 'no-uuid', '', `${own.id}, ${second.id}`];
  const answers = new Set<string>();
  for (const header of refusals) {
    const error = await failure(context(header));
    answers.add(`${error.kind} ${error.message}`);
  }
  assert.is(answers.size, 1, 'foreign, unknown and malformed get the same answer');
  await rejects(context(undefined, foreign.id), 'organization_forbidden');
  await rejects(context(own.id, second.id), 'conflicting_headers');
  await rejects(context('personal', own.id), 'conflicting_headers');
});

withAccounts('a user who leaves an organisation is out at once, even of the active one', async ({ accounts }) => {
  const user = await accounts.createUser({ name: 'ann' });
  const { id } = await accounts.createOrganization({ name: 'atelier' });
  await accounts.addMember(id, user.id);
  await accounts.setActiveOrganization(user.id, id);
  const { text } = await accounts.createKey({ userId: user.id, name: '' });
  assert.is((await accounts.authenticate(credentials(text))).organizationId, id);
  await accounts.removeMember(id, user.id);
  assert.is((await accounts.authenticate(credentials(text))).organizationId, null);
  await rejects(accounts.authenticate(credentials(text, id)), 'organization_forbidden');
  await rejects(accounts.setActiveOrganization(user.id, id), 'invalid');
  await rejects(accounts.removeMember(id, user.id), 'not_found');
  assert.equal(await accounts.listMembers(id), []);
  await rejects(accounts.listMembers(user.id), 'not_found');
});

withAccounts('a revoked key stops working; a second revoke keeps the first time', async ({ accounts, clock }) => {
  const user = await accounts.createUser({ name: 'ann' });
  const { key, text } = await accounts.createKey({ userId: user.id, name: '' });
  await accounts.authenticate(credentials(text));
  await accounts.revokeKey(key.id);
  await rejects(accounts.authenticate(credentials(text)), 'unauthenticated');
  clock.now += minute;
  await accounts.revokeKey(key.id);
  assert.is((await accounts.listKeys(user.id))[0]!.revokedAt, start);
  await rejects(accounts.revokeKey('absent00'), 'not_found');
});

withAccounts('rotation: both keys work during the overlap, then the new one alone', async ({ accounts, clock }) => {
  const user = await accounts.createUser({ name: 'ann' });
  const old = await accounts.createKey({ userId: user.id, name: 'ci', expiresAt: start + 100 * minute });
  clock.now += 10 * minute;
  const fresh = await accounts.rotateKey(old.key.id, 5 * minute);
  assert.equal([fresh.key.name, fresh.key.expiresAt], ['ci', start + 110 * minute]);
  for (const { text } of [old, fresh]) await accounts.authenticate(credentials(text));
  clock.now += 5 * minute;
  await rejects(accounts.authenticate(credentials(old.text)), 'unauthenticated');
  await accounts.authenticate(credentials(fresh.text));
  await rejects(accounts.rotateKey(old.key.id, minute), 'conflict');
  await rejects(accounts.createKey({ userId: user.id, name: '', expiresAt: clock.now }), 'invalid');
});

withAccounts('a key that is rotated twice hands its whole lifetime on each time', async ({ accounts, clock }) => {
  const user = await accounts.createUser({ name: 'ann' });
  for (const [expiresAt, ends] of [
    [null, [null, null]],
    [start + 90 * minute, [start + 100 * minute, start + 110 * minute]],
  ] as const) {
    clock.now = start;
    const old = await accounts.createKey({ userId: user.id, name: '', expiresAt });
    const successors = [];
    for (let i = 0; i < 2; i++) {
      clock.now += 10 * minute;
      successors.push((await accounts.rotateKey(old.key.id, 60 * minute)).key.expiresAt);
    }
    assert.equal(successors, ends);
  }
});

withAccounts('the successor of a key expires in the year 9999 at the latest', async ({ accounts, clock }) => {
  const user = await accounts.createUser({ name: 'ann' });
  const end = Date.parse('9999-12-31T23:59:59.999Z');
  const { key } = await accounts.createKey({ userId: user.id, name: '', expiresAt: end });
  clock.now += minute;
  assert.is((await accounts.rotateKey(key.id, minute)).key.expiresAt, end);
});

withAccounts('an overlap of any length ends at a whole millisecond', async ({ accounts }) => {
  const user = await accounts.createUser({ name: 'ann' });
  const old = await accounts.createKey({ userId: user.id, name: '' });
  await accounts.rotateKey(old.key.id, 1000.25);
  const kept = (await accounts.listKeys(user.id)).find(({ id }) => id === old.key.id);
  assert.is(kept?.expiresAt, start + 1001);
});

withAccounts('an overlap never lengthens the life of the old key', async ({ accounts }) => {
  const user = await accounts.createUser({ name: 'ann' });
  const old = await accounts.createKey({ userId: user.id, name: '', expiresAt: start + minute });
  await accounts.rotateKey(old.key.id, 60 * minute);
  const kept = (await accounts.listKeys(user.id)).find(({ id }) => id === old.key.id);
  assert.is(kept?.expiresAt, start + minute);
});

withAccounts('the store notes the last use at most once a minute', async ({ accounts, clock }) => {
  const user = await accounts.createUser({ name: 'ann' });
  const { text } = await accounts.createKey({ userId: user.id, name: '' });
  const lastUse = async () => (await accounts.listKeys(user.id))[0]!.lastUsedAt;
  const uses = [];
  for (let second = 0; second <= 150; second += 10) {
    clock.now = start + second * 1000;
    await accounts.authenticate(credentials(text));
    uses.push(await lastUse());
  }
  assert.equal([...new Set(uses)], [start, start + minute, start + 2 * minute]);
});

withAccounts('neither the files of the store nor the answers of the accounts hold a secret', async (desk) => {
  const { accounts, files } = desk;
  const user = await accounts.createUser({ name: 'ann' });
  const { text } = await accounts.createKey({ userId: user.id, name: '' });
  await accounts.authenticate(credentials(text));
  const secret = text.slice('selvage_'.length + 9);
  for (const name of readdirSync(files.dataDir)) {
    assert.is(readFileSync(join(files.dataDir, name)).includes(secret), false, name);
  }
  for (const key of await accounts.listKeys(user.id)) assert.is('secretHash' in key, false);
});

withAccounts('names are trimmed, bounded and unique; users and organisations are found by id or name', async (desk) => {
  const { accounts } = desk;
  const user = await accounts.createUser({ name: '  ann ' });
  const organization = await accounts.createOrganization({ name: 'atelier' });
  assert.equal([await accounts.user('ann'), await accounts.user(user.id)], [user, user]);
  assert.is((await accounts.organization('atelier')).id, organization.id);
  await rejects(accounts.createUser({ name: 'ann' }), 'already_exists');
  for (const name of ['', '   ', 'x'.repeat(101)]) await rejects(accounts.createUser({ name }), 'invalid');
  await rejects(accounts.user('nobody'), 'not_found');
  await rejects(accounts.organization('nothing'), 'not_found');
  await rejects(accounts.addMember(organization.id, 'nobody'), 'not_found');
  await rejects(accounts.setUserPlan('nobody', 'paid'), 'not_found');
});

withAccounts('the demo account: one key on the first start, later keys on demand', async ({ accounts }) => {
  const first = await ensureDemoAccount(accounts, { freshKey: false });
  assert.is.not(first.key, null);
  assert.equal([first.user.name, first.user.plan, first.user.admin], [demoUserName, 'paid', true]);
  assert.is((await ensureDemoAccount(accounts, { freshKey: false })).key, null);
  const fresh = await ensureDemoAccount(accounts, { freshKey: true });
  assert.is.not(fresh.key, first.key);
  for (const key of [first.key!, fresh.key!]) {
    assert.is((await accounts.authenticate(credentials(key))).userId, first.user.id);
  }
});

test.run();
