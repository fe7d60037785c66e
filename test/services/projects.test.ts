/** Projects under the account of a whole service, over REST and gRPC: versions, owners, people, and limits. */
import { randomUUID } from 'node:crypto';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ProjectService } from '../../gen/selvage/project/v1/project_pb.js';
import type { KeyScope } from '../../src/accounts/repository.js';
import { openWholeService } from './whole-service.js';

const { parts, server, transport, close } = await openWholeService();
const grpc = createClient(ProjectService, transport);
test.after(close);

type Headers = Readonly<Record<string, string>>;

async function person(scopes: readonly KeyScope[] = []) {
  const user = await parts.accounts.createUser({ name: `person ${randomUUID()}`, admin: true });
  const { text } = await parts.accounts.createKey({ userId: user.id, name: 'first', scopes });
  return { user, headers: { authorization: `Bearer ${text}` } };
}

async function rest(method: string, path: string, headers: Headers, body?: unknown) {
  const type: Headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/api/v1/projects${path}`, {
    method,
    headers: { ...headers, ...type },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text === '' ? null : JSON.parse(text);
  return { status: response.status, etag: response.headers.get('etag'), json };
}

const documentOf = (name: string, sections: object = {}): string =>
  `${JSON.stringify({ format: 'selvage-project', version: 1, name, ...sections }, null, 2)}\n`;

const problemsOf = ({ status, json }: { status: number; json: { errors: { path: string; code: string }[] } }) => [
  status,
  ...json.errors.map(({ path, code }) => `${path} ${code}`),
];

test('a project is stored, read to the byte, changed, listed, renamed and deleted', async () => {
  const { headers } = await person();
  const first = documentOf('Spring bags', { cut: { source: 'parts', unitMm: 1, material: 'ä' } });
  const made = await rest('POST', '', headers, { document: first });
  assert.equal([made.status, made.etag], [200, '"1"']);
  const { projectId } = made.json.project;
  const read = await rest('GET', `/${projectId}`, headers);
  assert.equal([read.etag, read.json.document, read.json.project], ['"1"', first, made.json.project]);
  assert.equal(
    { ...read.json.project, projectId: '', createTime: '', updateTime: '' },
    {
      ...{ projectId: '', name: 'Spring bags', versionNumber: 1, documentBytes: Buffer.byteLength(first) },
      ...{ holdsPeople: false, createTime: '', updateTime: '' },
    },
  );

  const change = await rest('PATCH', `/${projectId}`, { ...headers, 'if-match': '"1"' }, { document: documentOf('B') });
  assert.equal([change.status, change.etag, change.json.project.name], [200, '"2"', 'B']);
  const renamed = await grpc.updateProject({ projectId, versionNumber: 2, name: 'A' }, { headers });
  assert.is(renamed.project!.versionNumber, 3);
  assert.is(JSON.parse((await grpc.getProject({ projectId }, { headers })).document).name, 'A');

  await rest('POST', '', headers, { document: documentOf('C') });
  const [one, two] = [await rest('GET', '?pageSize=1', headers), await rest('GET', '', headers)];
  const names = (json: { projects: { name: string }[] }) => json.projects.map(({ name }) => name);
  assert.equal([names(one.json), names(two.json)], [['A'], ['A', 'C']]);
  const next = await rest('GET', `?pageToken=${one.json.nextPageToken}`, headers);
  assert.equal([names(next.json), next.json.nextPageToken], [['C'], '']);

  assert.is((await rest('DELETE', `/${projectId}`, { ...headers, 'if-match': '"2"' })).status, 412);
  assert.is((await rest('DELETE', `/${projectId}`, headers)).status, 204);
  assert.is((await rest('GET', `/${projectId}`, headers)).status, 404);
  assert.is((await rest('DELETE', `/${projectId}`, headers)).status, 404);
});

test('a change of an older version is refused over both protocols, and of two at once only one is stored', async () => {
  const { headers } = await person();
  const made = await rest('POST', '', headers, { document: documentOf('A') });
  const { projectId } = made.json.project;
  const at = (version: number) => ({ ...headers, 'if-match': `"${version}"` });
  const both = await Promise.all(
    ['B', 'C'].map((name) => rest('PATCH', `/${projectId}`, at(1), { document: documentOf(name) })),
  );
  assert.equal(both.map(({ status }) => status).sort(), [200, 412]);
  const late = await rest('PATCH', `/${projectId}`, at(1), { name: 'D' });
  assert.equal([late.status, late.json.code], [412, 'version_mismatch']);
  assert.match(late.json.message, 'at version 2, and the change starts from 1');
  const refused = await grpc.updateProject({ projectId, versionNumber: 1, name: 'D' }, { headers }).catch(String);
  assert.match(String(refused), /aborted.*at version 2/);
  assert.is((await rest('GET', `/${projectId}`, headers)).json.project.versionNumber, 2);
});

test('nobody else sees a project; the members of an organisation share it', async () => {
  const [ada, bob] = [await person(), await person()];
  const { projectId } = (await rest('POST', '', ada.headers, { document: documentOf('A') })).json.project;
  const foreign = { ...bob.headers, 'if-match': '"1"' };
  assert.is((await rest('GET', `/${projectId}`, bob.headers)).status, 404);
  assert.is((await rest('PATCH', `/${projectId}`, foreign, { name: 'B' })).status, 404);
  assert.is((await rest('DELETE', `/${projectId}`, bob.headers)).status, 404);
  assert.equal((await rest('GET', '', bob.headers)).json.projects, []);

  const atelier = await parts.accounts.createOrganization({ name: `atelier ${randomUUID()}`, plan: 'paid' });
  for (const { user } of [ada, bob]) await parts.accounts.addMember(atelier.id, user.id);
  const within = ({ headers }: { headers: Headers }) => ({ ...headers, 'x-service-organization-id': atelier.id });
  const shared = (await rest('POST', '', within(ada), { document: documentOf('Team') })).json.project;
  assert.is((await rest('GET', `/${shared.projectId}`, within(bob))).json.project.name, 'Team');
  assert.is((await rest('GET', `/${shared.projectId}`, bob.headers)).status, 404, 'outside of the organisation');
  assert.is((await rest('GET', `/${projectId}`, within(ada))).status, 404, 'a personal one within it');
});

test('people are kept by consent alone, and go with a version without them', async () => {
  const { headers } = await person();
  const document = documentOf('A', { people: [{ name: 'Ada' }] });
  assert.equal(problemsOf(await rest('POST', '', headers, { document })), [422, 'document.people people_not_kept']);
  const made = await rest('POST', '', headers, { document, keepPeople: true });
  assert.is(made.json.project.holdsPeople, true);
  const { projectId } = made.json.project;
  const at = (version: number) => ({ ...headers, 'if-match': `"${version}"` });
  const renamed = await rest('PATCH', `/${projectId}`, at(1), { name: 'B' });
  assert.is(renamed.json.project.holdsPeople, true);
  assert.equal(problemsOf(await rest('PATCH', `/${projectId}`, at(2), { document })), [
    422,
    'document.people people_not_kept',
  ]);
  const without = await rest('PATCH', `/${projectId}`, at(2), { document: documentOf('B') });
  assert.is(without.json.project.holdsPeople, false);
  assert.not.match((await rest('GET', `/${projectId}`, headers)).json.document, 'Ada');
  const lays = { order: { lines: [{ pattern: 'skirt' }, { pattern: 'skirt', body: { height: 171 } }] } };
  const ordered = documentOf('C', { lays });
  assert.equal(problemsOf(await rest('POST', '', headers, { document: ordered })), [
    422,
    'document.lays.order.lines[1].body people_not_kept',
  ]);
  const consented = await rest('POST', '', headers, { document: ordered, keepPeople: true });
  assert.is(consented.json.project.holdsPeople, true);
});

test('faulty requests name their fields, all at once', async () => {
  const { headers } = await person();
  const post = async (body: object) => problemsOf(await rest('POST', '', headers, body));
  assert.equal(await post({}), [422, 'document required']);
  assert.equal(await post({ document: '{"a": }' }), [422, 'document malformed_json']);
  assert.equal(await post({ document: '[]' }), [422, 'document wrong_type']);
  assert.equal(await post({ document: JSON.stringify({ format: 'x', version: 2, part: 1 }) }), [
    ...[422, 'document.format unknown_value', 'document.version unknown_value', 'document.name required'],
    'document.part unknown_key',
  ]);
  assert.equal(await post({ document: documentOf('a\u0007') }), [422, 'document.name invalid_name']);
  const large = documentOf('A', { cut: 'x'.repeat(4 * 1024 * 1024) });
  const refused = await rest('POST', '', headers, { document: large });
  assert.equal(problemsOf(refused), [422, 'document too_large']);
  assert.match(refused.json.message, 'at most 4194304 are accepted');

  const { projectId } = (await rest('POST', '', headers, { document: documentOf('A') })).json.project;
  const patch = async (body: object, more: Headers = { 'if-match': '"1"' }) =>
    problemsOf(await rest('PATCH', `/${projectId}`, { ...headers, ...more }, body));
  assert.equal(await patch({ nam: 'B' }, {}), [422, 'If-Match required', 'nam unknown_key']);
  for (const header of ['*', 'W/"1"', '"1", "2"', '1', '"0"'])
    assert.equal(await patch({ name: 'B' }, { 'if-match': header }), [422, 'If-Match invalid_etag'], header);
  assert.equal(await patch({}), [422, ' change_once']);
  assert.equal(await patch({ name: 'B', document: documentOf('B') }), [422, ' change_once']);
  assert.equal(await patch({ name: 'B', keepPeople: true }), [422, ' keep_people_of_document']);
  assert.equal(await patch({ name: ' ' }), [422, 'name required']);
  const error = ConnectError.from(
    await grpc.updateProject({ projectId, name: 'B' }, { headers }).catch((reason: unknown) => reason),
  );
  assert.equal([error.code, error.rawMessage.slice(0, 13)], [Code.InvalidArgument, 'versionNumber']);
});

test('an owner has a hundred projects at most; a key needs the scope', async () => {
  const { headers } = await person();
  for (let i = 0; i < 100; i++) await grpc.createProject({ document: documentOf(`${i}`) }, { headers });
  const refused = await rest('POST', '', headers, { document: documentOf('too many') });
  assert.equal([refused.status, refused.json.code], [429, 'too_many_projects']);

  const reading = await person(['read']);
  assert.is((await rest('GET', '', reading.headers)).status, 200);
  assert.is((await rest('POST', '', reading.headers, { document: documentOf('A') })).json.code, 'scope_missing');
  const measuring = await person(['body']);
  assert.is((await rest('GET', '', measuring.headers)).json.code, 'scope_missing');
});

test.run();
