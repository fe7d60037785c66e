/** The account area of a whole service: who calls, what is used, own keys, and the scopes that limit them. */
import { randomUUID } from 'node:crypto';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AccountService } from '../../gen/selvage/account/v1/account_pb.js';
import { AdminService, Plan } from '../../gen/selvage/admin/v1/admin_pb.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { planLimits } from '../../src/accounts/plans.js';
import type { KeyScope } from '../../src/accounts/repository.js';
import { rejects } from '../store/contract.js';
import { openWholeService } from './whole-service.js';

const { parts, server, transport, close } = await openWholeService();
test.after(close);

/** A person with a key of the scopes; an empty list: all. */
async function person(scopes: readonly KeyScope[] = [], { admin = false } = {}) {
  const user = await parts.accounts.createUser({ name: `person ${randomUUID()}`, admin });
  const { key, text } = await parts.accounts.createKey({ userId: user.id, name: 'first', scopes });
  return { user, keyId: key.id, headers: { authorization: `Bearer ${text}` } };
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of many routes
  readonly json: any;
}

async function rest(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...type },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : JSON.parse(text) };
}

const square = {
  points: [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
  ],
};

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

test('an account tells its user, its key and its use of the plan; an organisation counts for its members', async () => {
  const { user, keyId, headers } = await person();
  const atelier = await parts.accounts.createOrganization({ name: `atelier ${randomUUID()}`, plan: 'paid' });
  await parts.accounts.addMember(atelier.id, user.id);
  const nest = { polygons: [square], bins: [{ boundary: square }], keepSeconds: 60 };
  const begin = Date.now();
  const stream = await fetch(`${server.url}/api/v1/nest`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(nest),
  });
  assert.is(stream.status, 200);
  await stream.body!.getReader().read();

  const { json } = await rest('GET', '/account', headers);
  assert.equal([json.userId, json.name, json.admin, json.plan], [user.id, user.name, false, 'free']);
  assert.equal(
    [json.organizationId, json.organizations],
    [null, [{ organizationId: atelier.id, name: atelier.name, plan: 'paid' }]],
  );
  assert.equal([json.key.keyId, json.key.name, json.key.scopes], [keyId, 'first', []]);
  const { requests, openJobs, solverSeconds } = json.usage;
  // requests count by the minute, which may have turned between the two
  const used = Date.parse(requests.resetTime) - begin > 60_000 ? 1 : 2;
  assert.equal([requests.used, requests.limit], [used, planLimits.free.requestsPerMinute]);
  assert.equal(openJobs, { used: 1, limit: planLimits.free.openJobs, resetTime: null });
  assert.equal([solverSeconds.used, solverSeconds.limit], [0, planLimits.free.solverSecondsPerMonth]);
  assert.match(solverSeconds.resetTime, /-01T00:00:00.000Z$/);

  const within = await rest('GET', '/account', { ...headers, 'x-service-organization-id': atelier.id });
  assert.equal([within.json.organizationId, within.json.plan], [atelier.id, 'paid']);
  assert.equal(within.json.usage.requests, { ...within.json.usage.requests, used: 1, limit: 6_000 });
});

test('keys are made, listed, rotated and revoked; a secret is in one answer only', async () => {
  const { headers } = await person();
  const expireTime = '2090-01-01T00:00:00.000Z';
  const made = await rest('POST', '/account/keys', headers, { name: 'saw', scopes: ['nest', 'read'], expireTime });
  assert.is(made.status, 200);
  assert.equal(
    { ...made.json.key, keyId: '', createTime: '' },
    {
      keyId: '',
      name: 'saw',
      scopes: ['read', 'nest'],
      createTime: '',
      expireTime,
      revokeTime: null,
      lastUseTime: null,
    },
  );
  const { keyId } = made.json.key;
  assert.is((await rest('GET', '/account', bearer(made.json.secret))).json.key.keyId, keyId);

  const rotated = await rest('POST', `/account/keys/${keyId}/rotate`, headers, { overlapHours: 0 });
  assert.equal([rotated.json.key.name, rotated.json.key.scopes], ['saw', ['read', 'nest']]);
  assert.is((await rest('GET', '/account', bearer(made.json.secret))).status, 401, 'there was no overlap');
  assert.is((await rest('POST', `/account/keys/${keyId}/rotate`, headers)).status, 409, 'it no longer works');
  assert.is((await rest('GET', '/account', bearer(rotated.json.secret))).status, 200);

  const listed = await rest('GET', '/account/keys', headers);
  assert.equal(
    listed.json.keys.map(({ name }: { name: string }) => name),
    ['saw', 'saw', 'first'],
  );
  for (const { secret } of [made.json, rotated.json]) assert.not.ok(JSON.stringify(listed.json).includes(secret));

  assert.is((await rest('DELETE', `/account/keys/${rotated.json.key.keyId}`, headers)).status, 204);
  assert.is((await rest('GET', '/account', bearer(rotated.json.secret))).status, 401);
});

test("another person's key is not found, and an unknown one neither", async () => {
  const [own, other] = [await person(), await person([], { admin: true })];
  for (const [method, path] of [
    ['DELETE', `/account/keys/${other.keyId}`],
    ['POST', `/account/keys/${other.keyId}/rotate`],
    ['DELETE', '/account/keys/nosuchid'],
  ] as const)
    assert.is((await rest(method, path, own.headers)).status, 404, path);
  assert.is((await rest('GET', '/account', other.headers)).status, 200);
});

test('faulty requests name the field', async () => {
  const { headers } = await person();
  const problems = async (body: unknown, path = '/account/keys') => {
    const { status, json } = await rest('POST', path, headers, body);
    return [status, ...json.errors.map((each: { path: string; code: string }) => `${each.path} ${each.code}`)];
  };
  assert.equal(await problems({ scopes: ['cut'] }), [422, 'scopes[0] unknown_value']);
  assert.equal(await problems({ expireTime: '2001-01-01T00:00:00Z' }), [422, 'expireTime out_of_range']);
  const past = await rest('POST', '/account/keys', headers, { expireTime: '2001-01-01T00:00:00Z' });
  assert.match(past.json.message, /^expireTime must be in the future, but is 2001-01-01T00:00:00.000Z$/);
  assert.equal(await problems({ name: 'a\u0007' }), [422, 'name invalid_name']);
  assert.equal(await problems({ nam: 'a' }), [422, 'nam unknown_key']);
  const [{ keyId }] = (await rest('GET', '/account/keys', headers)).json.keys;
  assert.equal(await problems({ overlapHours: -1 }, `/account/keys/${keyId}/rotate`), [
    422,
    'overlapHours out_of_range',
  ]);
});

test('a time that no date can show is refused with its field, over gRPC too', async () => {
  const { headers } = await person([], { admin: true });
  const own = createClient(AccountService, transport);
  const admin = createClient(AdminService, transport);
  const { user } = await person();
  for (const time of [
    { seconds: 9_000_000_000_000n, nanos: 0 },
    { seconds: 1n << 62n, nanos: 0 },
    { seconds: 4_000_000_000n, nanos: -1 },
    { seconds: 4_000_000_000n, nanos: 1_000_000_000 },
  ]) {
    const expireTime = { $typeName: 'google.protobuf.Timestamp' as const, ...time };
    for (const call of [
      own.createOwnKey({ expireTime }, { headers }),
      admin.createKey({ userId: user.id, expireTime }, { headers }),
      own.listOwnAuditEntries({ startTime: expireTime }, { headers }),
      admin.listAuditEntries({ startTime: expireTime }, { headers }),
    ]) {
      const error = ConnectError.from(await call.catch((reason: unknown) => reason));
      assert.is(error.code, Code.InvalidArgument, error.message);
      assert.match(error.rawMessage, /^(expire|start)Time must be a time of the years 1 to 9999/);
    }
  }
  assert.is((await rest('GET', '/account/keys', headers)).json.keys.length, 1);
});

test('the last moment of the year 9999 is rounded down, and a key that 1.0 rounded up is listed with it', async () => {
  const { user, headers } = await person();
  const { headers: admin } = await person([], { admin: true });
  const client = createClient(AccountService, transport);
  const expireTime = { seconds: 253_402_300_799n, nanos: 999_999_999 };
  const own = await client.createOwnKey({ name: 'own', expireTime }, { headers });
  const made = await createClient(AdminService, transport).createKey(
    { userId: user.id, name: 'made', expireTime },
    { headers: admin },
  );
  const last = { seconds: expireTime.seconds, nanos: 999_000_000 };
  const told = ({ seconds, nanos }: { seconds: bigint; nanos: number }) => ({ seconds, nanos });
  for (const { key } of [own, made]) assert.equal(told(key!.expireTime!), last);
  await parts.store.updateKey(own.key!.keyId, { expiresAt: Date.UTC(10_000, 0) });
  const { keys } = await client.listOwnKeys({}, { headers });
  assert.equal(
    keys.map(({ expireTime }) => expireTime && told(expireTime)),
    [last, last, undefined],
  );
});

test('an administrator finds accounts by ids in either case, and unknown ones are not found', async () => {
  const { headers } = await person([], { admin: true });
  const { user } = await person();
  const team = await parts.accounts.createOrganization({ name: `team ${randomUUID()}` });
  const admin = createClient(AdminService, transport);
  const [userId, organizationId] = [user.id.toUpperCase(), team.id.toUpperCase()];
  await admin.addMember({ userId, organizationId }, { headers });
  await admin.setActiveOrganization({ userId, organizationId }, { headers });
  await admin.setPlan({ subject: { case: 'userId', value: userId }, plan: Plan.PAID }, { headers });
  await admin.setPlan({ subject: { case: 'organizationId', value: organizationId }, plan: Plan.PAID }, { headers });
  await admin.createKey({ userId, name: 'second' }, { headers });
  assert.is((await admin.listKeys({ userId }, { headers })).keys.length, 2);
  const { members } = await admin.listMembers({ organizationId }, { headers });
  assert.equal(
    members.map((member) => [member.userId, member.plan, member.activeOrganizationId]),
    [[user.id, Plan.PAID, team.id]],
  );
  await admin.removeMember({ userId, organizationId }, { headers });
  await admin.forgetOrganization({ organizationId, name: team.name }, { headers });
  await admin.forgetUser({ userId, name: user.name }, { headers });
  const unknown = ConnectError.from(await admin.listKeys({ userId }, { headers }).catch((reason: unknown) => reason));
  assert.equal([unknown.code, unknown.rawMessage], [Code.NotFound, `There is no user "${user.id}"`]);
});

test('names count characters, as the contract does, and are kept whole', async () => {
  const { headers } = await person();
  const name = 'a'.repeat(10) + '🧵'.repeat(90);
  const made = await rest('POST', '/account/keys', headers, { name });
  assert.equal([made.status, made.json.key.name], [200, name]);
  assert.equal((await rest('POST', '/account/keys', headers, { name: `${name}🧵` })).json.errors[0].path, 'name');
  await parts.accounts.createUser({ name });
  const userId = (await parts.accounts.user(name)).id;
  await rejects(parts.accounts.createKey({ userId, name: 'a'.repeat(101) }), 'invalid');
  const document = (title: string) => JSON.stringify({ format: 'selvage-project', version: 1, name: title });
  assert.is((await rest('POST', '/projects', headers, { document: document(name) })).status, 200);
  assert.is((await rest('POST', '/projects', headers, { document: document(`${name}🧵`) })).status, 422);
});

test('a page refuses its size and its token at once', async () => {
  const { headers } = await person();
  for (const list of ['account/audit', 'patterns', 'projects', 'size-tables', 'nest', 'lays']) {
    const { status, json } = await rest('GET', `/${list}?pageSize=-1&pageToken=zz`, headers);
    assert.equal(
      [status, ...json.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)],
      [422, 'pageSize out_of_range', 'pageToken invalid_page_token'],
      list,
    );
  }
});

test('a key does what its scopes allow, over both protocols, and makes no key that could do more', async () => {
  const probes: Record<KeyScope, () => [method: string, path: string, body?: unknown]> = {
    read: () => ['GET', '/patterns'],
    body: () => ['POST', '/bodydbl', { gender: 'female', unit: 'metric', height: 168 }],
    patterns: () => ['POST', '/size-tables', {}],
    nest: () => ['POST', '/nest', {}],
    admin: () => ['DELETE', '/account/keys/nosuchid'],
  };
  for (const scope of Object.keys(probes) as KeyScope[]) {
    const { headers } = await person([scope]);
    for (const [other, probe] of Object.entries(probes)) {
      const [method, path, body] = probe();
      const { status, json } = await rest(method, path, headers, body);
      const reads = other === 'read' && (scope === 'patterns' || scope === 'nest');
      if (scope === other || reads) assert.is.not(status, 403, `${scope} ${path}`);
      else assert.equal([status, json.code], [403, 'scope_missing'], `${scope} ${path}`);
    }
    assert.is((await rest('GET', '/account', headers)).status, 200, scope);
  }

  const { headers } = await person(['read', 'admin'], { admin: true });
  const grpc = createClient(AccountService, transport);
  await refused(grpc.createOwnKey({ scopes: [4] }, { headers }));
  assert.equal((await grpc.createOwnKey({}, { headers })).key!.scopes, [1, 5], 'those of the key of the call');
  const full = await parts.accounts.createKey({ userId: (await grpc.getAccount({}, { headers })).userId, name: 'all' });
  await refused(grpc.rotateOwnKey({ keyId: full.key.id }, { headers }));
  const admin = createClient(AdminService, transport);
  await refused(admin.rotateKey({ keyId: full.key.id }, { headers }));
  await refused(admin.createKey({ userId: full.key.userId }, { headers }));
  const nest = createClient(NestService, transport).nest({}, { headers });
  await refused((async () => nest[Symbol.asyncIterator]().next())());
});

test('an account is forgotten by its own name alone, and its stream, keys and projects are gone', async () => {
  const [{ user, headers }, other] = [await person(), await person()];
  const document = JSON.stringify({ format: 'selvage-project', version: 1, name: 'a' });
  const made = await rest('POST', '/projects', headers, { document });
  assert.ok(made.json.project, JSON.stringify(made.json));
  const stream = await fetch(`${server.url}/api/v1/nest`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ polygons: [square], bins: [{ boundary: square }], keepSeconds: 60 }),
  });
  assert.is(stream.status, 200);

  for (const body of [{ name: other.user.name }, { name: user.name.toUpperCase() }]) {
    const wrong = await rest('POST', '/account/forget', headers, body);
    assert.equal([wrong.status, wrong.json.code, wrong.json.errors[0].path], [422, 'name_mismatch', 'name']);
  }
  assert.equal((await rest('POST', '/account/forget', headers, {})).json.errors[0].path, 'name');
  const limited = await parts.accounts.createKey({ userId: user.id, name: 'limited', scopes: ['nest'] });
  assert.is((await rest('POST', '/account/forget', bearer(limited.text), { name: user.name })).status, 403);
  assert.is((await rest('GET', '/account', headers)).status, 200);

  const { status, json } = await rest('POST', '/account/forget', headers, { name: user.name });
  assert.is(status, 200);
  const { keys, projects, jobs } = json.forgotten;
  assert.equal({ keys, projects, jobs }, { keys: 2, projects: 1, jobs: 1 });
  assert.is((await rest('GET', '/account', headers)).status, 401);
  assert.is((await rest('GET', '/account', bearer(limited.text))).status, 401);
  assert.is((await rest('GET', '/account', other.headers)).status, 200);
  const lines = (await stream.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(
    lines.slice(-2).map(({ type, code }) => [type, code]),
    [
      ['error', 'not_found'],
      ['done', undefined],
    ],
  );
  assert.is((await parts.accounts.createUser({ name: user.name })).name, user.name, 'the name is free again');
});

test('over gRPC a caller forgets the own account, and an administrator alone that of another', async () => {
  const [own, other, admin] = [await person(), await person(), await person([], { admin: true })];
  const grpc = createClient(AccountService, transport);
  const asAdmin = createClient(AdminService, transport);
  const request = { userId: other.user.id, name: other.user.name };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: ConnectError) => error.code,
    );
  assert.is(await codeOf(asAdmin.forgetUser(request, own)), Code.PermissionDenied);
  assert.is(await codeOf(asAdmin.forgetUser({ ...request, name: 'another' }, admin)), Code.InvalidArgument);
  assert.is((await asAdmin.forgetUser(request, admin)).forgotten?.keys, 1);
  assert.is(await codeOf(asAdmin.forgetUser(request, admin)), Code.NotFound);
  assert.is(await codeOf(grpc.getAccount({}, other)), Code.Unauthenticated);
  assert.is((await grpc.forgetAccount({ name: own.user.name }, own)).forgotten?.keys, 1);
  // the only administrators here are those of the tests
  for (const one of await parts.accounts.listUsers()) {
    if (one.admin && one.id !== admin.user.id) await parts.accounts.forgetUser(one.id, one.name);
  }
  const refused = await rest('POST', '/account/forget', admin.headers, { name: admin.user.name });
  assert.equal([refused.status, refused.json.code], [409, 'last_administrator']);
  assert.is(await codeOf(grpc.forgetAccount({ name: admin.user.name }, admin)), Code.Aborted);
  assert.is(await codeOf(grpc.getAccount({}, own)), Code.Unauthenticated);
});

async function refused(work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => assert.unreachable('the call was not refused'),
    (failure: Error) => failure,
  );
  assert.match(String(error), /permission_denied/);
  assert.match(String(error), /scopes?/);
}

test.run();
