import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Run, type Served, selvage, serve, temporaryFolder } from './run-selvage.js';

const data = temporaryFolder();
let service: Served;
test.before(async () => {
  service = await serve(['--data', data, '--solvers', '0']);
});
test.after(async () => {
  await service.stop();
});

async function ok(...args: string[]): Promise<string> {
  const run = await selvage(args);
  assert.is(run.code, 0, run.stderr);
  return run.stdout;
}
const onFolder = (...args: string[]): Promise<string> => ok(...args, '--data', data);
const onServer = (...args: string[]): Promise<string> => ok(...args, '--server', service.url, '--key', service.apiKey);
const nest = (key: string, serverId: string): Promise<Response> => {
  const points = [
    [0, 0],
    [9, 0],
    [0, 9],
  ];
  return fetch(`${service.url}/api/v1/nest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ polygons: [{ points }], bins: [{ boundary: { points: [] } }], serverId }),
  });
};
const patterns = (key: string, organization?: string): Promise<Response> =>
  fetch(`${service.url}/api/v1/patterns`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(organization === undefined ? {} : { 'x-service-organization-id': organization }),
    },
  });
const fails = async (exitCode: number, sentence: RegExp, ...args: string[]): Promise<void> => {
  const run: Run = await selvage(args);
  assert.is(run.code, exitCode, run.stderr);
  assert.match(run.stderr, sentence);
  assert.is(run.stdout, '');
};

test('users, organisations, memberships and keys, on the folder and through AdminService alike', async () => {
  const ada = JSON.parse(await onFolder('user', 'create', 'ada', '--json')) as { user: string; plan: string };
  assert.is(ada.plan, 'free');
  const atelier = JSON.parse(await onServer('org', 'create', 'atelier', '--plan', 'paid', '--json')) as {
    organization: string;
  };
  const { secret, key } = JSON.parse(await onServer('key', 'create', 'ada', '--name', 'laptop', '--json')) as {
    secret: string;
    key: string;
  };

  assert.is((await patterns(secret)).status, 200);
  assert.is((await patterns(secret, atelier.organization)).status, 403);
  await onFolder('org', 'add', 'atelier', 'ada');
  assert.is((await patterns(secret, atelier.organization)).status, 200);
  await onFolder('org', 'activate', 'ada', 'atelier');
  const users = JSON.parse(await onServer('user', 'list', '--json')) as { name: string; activeOrganization: string }[];
  assert.is(users.find(({ name }) => name === 'ada')?.activeOrganization, atelier.organization);
  const member = { user: ada.user, name: 'ada', admin: false, active: true };
  for (const run of [onFolder, onServer]) {
    assert.equal(JSON.parse(await run('org', 'members', 'atelier', '--json')), [member]);
  }
  await onServer('org', 'remove', 'atelier', 'ada');
  assert.equal(JSON.parse(await onServer('org', 'members', 'atelier', '--json')), []);
  await fails(4, /no organisation "guild"/, 'org', 'members', 'guild', '--data', data);
  assert.is((await patterns(secret, atelier.organization)).status, 403);

  const keys = JSON.parse(await onServer('key', 'list', 'ada', '--json')) as { key: string }[];
  assert.equal(
    keys.map((one) => one.key),
    [key],
    'a list of one is a list',
  );

  const rotated = (await onFolder('key', 'rotate', key, '--overlap', '1')).trim();
  assert.is((await patterns(secret)).status, 200);
  assert.is((await patterns(rotated)).status, 200);
  await onServer('key', 'revoke', key);
  assert.is((await patterns(secret)).status, 401);
  assert.match(await onFolder('key', 'list', 'ada'), /laptop/);
});

test('a plan opens the fast queue', async () => {
  await onFolder('user', 'create', 'grace');
  const key = (await onFolder('key', 'create', 'grace')).trim();
  // the empty sheet is refused before anything is queued: 422 instead of 403 shows that the plan allows the fast queue
  await onFolder('plan', 'set', 'paid', '--user', 'grace');
  assert.is((await nest(key, 'fast')).status, 422);
});

test('failures name the missing thing and end with their own exit codes', async () => {
  const server = ['--server', service.url];
  await fails(4, /no user "nobody"/, 'key', 'list', 'nobody', '--data', data);
  await fails(2, /paid/, 'user', 'create', 'eve', '--plan', 'golden', '--data', data);
  await fails(2, /already|taken|exists/i, 'user', 'create', 'demo', '--data', data);
  await fails(2, /--user or --org/, 'plan', 'set', 'paid', '--data', data);
  await fails(3, /needs a key/, 'user', 'list', ...server);
  await fails(3, /invalid API key/, 'user', 'list', ...server, '--key', 'selvage_wrong');
  await fails(5, /No service answers/, 'user', 'list', '--server', 'http://127.0.0.1:1', '--key', 'k');
  await fails(2, /--server/, 'user', 'list', '--server', 'localhost:8080', '--key', 'k');
  const key = (await onFolder('key', 'create', 'ada')).trim();
  await fails(3, /Only administrators/, 'user', 'list', ...server, '--key', key);
});

test('callers see their account, and manage keys with scopes, on the folder and through AccountService', async () => {
  const own = (...args: string[]) => onServer('account', ...args, '--json').then((text) => JSON.parse(text));
  const account = await own('show');
  assert.equal([account.name, account.usage, account.key.scopes], ['demo', null, []]);
  assert.match(await onServer('account', 'show'), /no limit/);

  const made = await own('new-key', '--name', 'saw', '--scope', 'nest', 'read');
  assert.equal([made.key.name, made.key.scopes], ['saw', ['read', 'nest']]);
  const asSaw = ['--server', service.url, '--key', made.secret];
  assert.match(await ok('account', 'show', ...asSaw), /read, nest/);
  await fails(3, /scopes do not allow/, 'account', 'new-key', ...asSaw);
  const rotated = (await onFolder('account', 'rotate-key', made.key.keyId, '--overlap', '0')).trim();
  assert.is((await patterns(made.secret)).status, 401);
  assert.is((await patterns(rotated)).status, 200);
  assert.match(await onFolder('account', 'keys'), /saw +read nest/);
  const [successor] = (await own('keys')).keys;
  await onServer('account', 'revoke-key', successor.keyId);
  assert.is((await patterns(rotated)).status, 401);
  await fails(4, /no key/, 'account', 'revoke-key', 'nosuchid', '--data', data);

  const limited = await onFolder('key', 'create', 'demo', '--scope', 'read');
  assert.match(await ok('account', 'show', '--server', service.url, '--key', limited.trim()), /\(read\)/);
});

test('an account is forgotten only with its own name, by itself and by an administrator', async () => {
  for (const name of ['hedy', 'mary']) await onFolder('user', 'create', name);
  const key = (await onFolder('key', 'create', 'hedy')).trim();
  const asHedy = ['--server', service.url, '--key', key];
  await fails(2, /--confirm <NAME>/, 'account', 'forget', ...asHedy);
  await fails(2, /confirmation/, 'account', 'forget', '--confirm', 'mary', ...asHedy);
  assert.is((await patterns(key)).status, 200);
  const { forgotten } = JSON.parse(await ok('account', 'forget', '--confirm', 'hedy', '--json', ...asHedy));
  assert.is(forgotten.keys, 1);
  assert.is((await patterns(key)).status, 401);
  await fails(2, /confirmation/, 'user', 'forget', 'mary', '--confirm', 'hedy', '--data', data);
  assert.match(await onFolder('user', 'forget', 'mary', '--confirm', 'mary'), /keys +memberships/);
  await fails(4, /no user "mary"/, 'user', 'forget', 'mary', '--confirm', 'mary', '--data', data);
});

test('an organisation is forgotten only with its name, and its members stay', async () => {
  await onFolder('user', 'create', 'olga');
  const { organization } = JSON.parse(await onFolder('org', 'create', 'guild', '--json'));
  await onFolder('org', 'add', 'guild', 'olga');
  await onFolder('org', 'activate', 'olga', 'guild');
  const key = (await onFolder('key', 'create', 'olga')).trim();
  assert.is((await patterns(key, organization)).status, 200);
  await fails(2, /--confirm <NAME>/, 'org', 'forget', 'guild', '--data', data);
  await fails(2, /confirmation/, 'org', 'forget', 'guild', '--confirm', 'olga', '--data', data);
  const forgotten = JSON.parse(await onServer('org', 'forget', 'guild', '--confirm', 'guild', '--json'));
  assert.equal([forgotten.memberships, forgotten.keys], [1, 0]);
  assert.is((await patterns(key, organization)).status, 403);
  assert.is((await patterns(key)).status, 200);
  await fails(4, /no organisation "guild"/, 'org', 'members', 'guild', '--data', data);
  const [entry] = JSON.parse(await onFolder('audit', '--all', '--limit', '1', '--json'));
  assert.equal([entry.operation, entry.targets], ['ForgetOrganization', [{ kind: 'organization', id: organization }]]);
});

test('on the folder a command acts for its user: with plan, name and organisation as through the service', async () => {
  for (const name of ['bob', 'eve']) await onFolder('user', 'create', name);
  await onFolder('org', 'create', 'team');
  await onFolder('org', 'add', 'team', 'bob');
  const key = (await onFolder('key', 'create', 'bob')).trim();
  const asBob = ['--server', service.url, '--key', key];
  const shown = async (...args: string[]) => {
    const { key: _, usage, ...account } = JSON.parse(await ok('account', 'show', '--json', ...args));
    return { ...account, limit: usage.requests.limit };
  };
  const bob = ['--user', 'bob', '--data', data];
  assert.equal(await shown(...bob), await shown(...asBob));
  await onFolder('org', 'activate', 'bob', 'team');
  assert.equal(await shown(...bob), await shown(...asBob));
  assert.is((await shown(...bob, '--organization', 'personal')).organizationId, null);
  await fails(3, /eve does not belong/, 'account', 'show', '--user', 'eve', '--organization', 'team', '--data', data);
  await fails(4, /no organisation/, 'account', 'show', '--organization', 'teem', '--data', data);
});

test('the audit log is listed and exported, on the folder and through the service alike', async () => {
  const { user } = JSON.parse(await onFolder('user', 'create', 'emmy', '--json'));
  const key = (await onServer('key', 'create', 'emmy')).trim();
  const asEmmy = ['--server', service.url, '--key', key];
  await fails(4, /no key/, 'account', 'revoke-key', 'nosuchid', ...asEmmy);
  assert.match(await ok('audit', '--limit', '1', ...asEmmy), /RevokeOwnKey +key:nosuchid +not_found/);
  const own = JSON.parse(await ok('audit', '--json', ...asEmmy)) as { operation: string; keyId: string }[];
  assert.equal(
    own.map(({ operation, keyId }) => [operation, keyId === '']),
    [
      ['RevokeOwnKey', false],
      ['CreateKey', false],
      ['CreateUser', true],
    ],
  );
  const ofEmmy = await onFolder('audit', '--of', user, '--export', '-');
  assert.is(await onFolder('audit', '--of', 'emmy', '--export', '-'), ofEmmy);
  assert.is((await onFolder('audit', '--of', 'emmy', '--export', '-', '--limit', '2')).trimEnd().split('\n').length, 2);
  const lines = ofEmmy
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(lines, own);
  const file = join(temporaryFolder(), 'audit.ndjson');
  const { entries } = JSON.parse(await onServer('audit', '--all', '--export', file, '--json'));
  assert.is(readFileSync(file, 'utf8').trimEnd().split('\n').length, entries);
  assert.ok(entries > own.length);
  assert.is(await onServer('audit', '--all', '--since', '2090-01-01'), 'none\n');
  await fails(3, /administrators/, 'audit', '--all', ...asEmmy);
  await fails(2, /exclude each other/, 'audit', '--all', '--of', user, '--data', data);
  await fails(4, /no user and no organisation "nobody"/, 'audit', '--of', 'nobody', '--data', data);
  for (const day of ['2030-02-30', '2030-13-01', '30-01-01']) {
    await fails(2, /must be a time such as/, 'audit', '--all', '--since', day, '--data', data);
    await fails(2, /must be a time such as/, 'key', 'create', 'emmy', '--expires', day, '--data', data);
  }
  await fails(2, /--since/, 'audit', '--since', 'soon', '--data', data);
});

test('projects are saved, listed, read, renamed and deleted, on the folder and through the service alike', async () => {
  const file = join(temporaryFolder(), 'bags.selvage.json');
  const write = (sections: object) =>
    writeFileSync(file, JSON.stringify({ format: 'selvage-project', version: 1, name: 'Bags', ...sections }));
  write({});
  const made = JSON.parse(await onFolder('project', 'save', file, '--json')) as { project: { projectId: string } };
  const { projectId } = made.project;
  assert.match(await onServer('project', 'list'), /Bags +1 /);
  assert.is(await onServer('project', 'get', 'Bags'), readFileSync(file, 'utf8'));
  write({ people: [] });
  await fails(2, /holds measurements/, 'project', 'save', file, '--project', 'Bags', '--data', data);
  await onServer('project', 'save', file, '--project', projectId, '--keep-people');
  const [listed] = JSON.parse(await onServer('project', 'list', '--json'));
  assert.equal([listed.versionNumber, listed.holdsPeople], [2, true]);
  await fails(
    2,
    /at version 2/,
    'project',
    'save',
    file,
    '--project',
    'Bags',
    '--from',
    '1',
    '--keep-people',
    '--data',
    data,
  );
  await fails(2, /--from goes with --project/, 'project', 'save', file, '--from', '1', '--data', data);
  await onFolder('project', 'rename', 'Bags', 'Summer bags');
  await fails(4, /no project "Bags"/, 'project', 'get', 'Bags', '--data', data);
  const copy = join(temporaryFolder(), 'copy.json');
  const told = JSON.parse(await onServer('project', 'get', 'Summer bags', '-o', copy, '--json'));
  assert.equal([told.version, JSON.parse(readFileSync(copy, 'utf8')).name], [3, 'Summer bags']);
  assert.match(await onServer('project', 'delete', 'Summer bags'), 'is deleted');
  assert.is(await onFolder('project', 'list'), 'none\n');
});

test.run();
