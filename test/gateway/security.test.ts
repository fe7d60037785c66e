/** The OWASP API list, row by row (docs/threat-model.md), through the whole service. */

import { type Client, Code, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openApiDocument } from '../../gateway/openapi/document.js';
import { AdminService } from '../../gen/selvage/admin/v1/admin_pb.js';
import { BodyService } from '../../gen/selvage/body/v1/body_pb.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { square as squareDefinition } from '../patterns/square-definition.js';
import { type Embedded, openEmbedded } from './embedded.js';
import { assertProblem, caller, openGateway } from './open.js';
import { plainServices } from './plain-services.js';
import { refusal } from './refusal.js';
import { sheetOf, square } from './square.js';

let service: Embedded;
let admin: Client<typeof AdminService>;
let nest: Client<typeof NestService>;
let patterns: Client<typeof PatternService>;
let stranger: { key: string; userId: string; request: ReturnType<typeof caller> };

const headersOf = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

async function newUser(name: string): Promise<typeof stranger> {
  const { user } = await admin.createUser({ name }, headersOf(service.key));
  const { userId } = user!;
  const { secret } = await admin.createKey({ userId, name: 'test' }, headersOf(service.key));
  return { key: secret, userId, request: caller(service.url, `Bearer ${secret}`) };
}

test.before(async () => {
  service = await openEmbedded();
  const transport = createGrpcTransport({ baseUrl: service.url });
  admin = createClient(AdminService, transport);
  nest = createClient(NestService, transport);
  patterns = createClient(PatternService, transport);
  stranger = await newUser('stranger');
});
test.after(() => service.close());

const marker = { polygons: [square], bins: [sheetOf(90)], maximumExecutionTime: 0.1 };

/** The body of an answer without the requested id and the request id. */
const told = ({ json }: { json: Record<string, string> }, id: string) =>
  JSON.stringify({ ...json, requestId: '' }).replaceAll(id, 'ID');

const unknown = '00000000-0000-4000-8000-000000000000';

test('S1: a foreign thing is 404 on every route with an id, exactly like a missing one', async () => {
  const { text } = await service.request('POST', '/api/v1/nest', { ...marker, keepSeconds: 60 });
  const { jobId } = JSON.parse(text.slice(0, text.indexOf('\n')));
  const document = JSON.stringify(squareDefinition());
  const { version } = await admin.savePatternDraft({ document }, headersOf(service.key));
  const { patternId, versionNumber } = version!;
  await admin.publishPatternVersion({ patternId, versionNumber }, headersOf(service.key));
  const routes: [method: string, path: (id: string) => string, id: string, body?: (id: string) => object][] = [
    ['GET', (id) => `/api/v1/nest/${id}`, jobId],
    ['GET', (id) => `/api/v1/nest/${id}/status`, jobId],
    ['DELETE', (id) => `/api/v1/nest/${id}`, jobId],
    ['GET', (id) => `/api/v1/patterns/${id}`, patternId],
    ['POST', (id) => `/api/v1/patterns/${id}`, patternId, () => ({})],
    ['POST', () => '/api/v1/markers', patternId, (id) => ({ patterns: [{ patternId: id }], bins: marker.bins })],
  ];
  for (const [method, path, id, body] of routes) {
    const foreign = await stranger.request(method, path(id), body?.(id));
    const absent = await stranger.request(method, path(unknown), body?.(unknown));
    assertProblem(foreign, 404);
    assert.is(told(foreign, id), told(absent, unknown), `${method} ${path(id)}`);
  }

  const as = headersOf(stranger.key);
  const boundary = { points: marker.bins[0]!.boundary.points.map(([x, y]) => ({ x: x!, y: y! })) };
  const calls: [id: string, call: (id: string) => Promise<unknown> | AsyncIterable<unknown>][] = [
    [jobId, (id) => nest.resumeNest({ jobId: id }, as)],
    [jobId, (id) => nest.getNestJob({ jobId: id }, as)],
    [jobId, (id) => nest.cancelNest({ jobId: id }, as)],
    [patternId, (id) => nest.nestPatterns({ patterns: [{ patternId: id }], bins: [{ boundary }] }, as)],
    [patternId, (id) => patterns.getPattern({ patternId: id }, as)],
    [patternId, (id) => patterns.draftPattern({ patternId: id }, as)],
    [patternId, (id) => admin.savePatternDraft({ patternId: id, document }, as)],
    [patternId, (id) => admin.publishPatternVersion({ patternId: id, versionNumber }, as)],
    [patternId, (id) => admin.getPatternVersion({ patternId: id, versionNumber }, as)],
    [patternId, (id) => admin.listPatternVersions({ patternId: id }, as)],
    [patternId, (id) => admin.setPatternPublic({ patternId: id, public: true }, as)],
  ];
  for (const [i, [id, call]] of calls.entries()) {
    const [foreign, absent] = [await refusal(call(id)), await refusal(call(unknown))];
    assert.is(foreign.code, Code.NotFound, `${i}: ${foreign.message}`);
    assert.is(foreign.message.replaceAll(id, 'ID'), absent.message.replaceAll(unknown, 'ID'), `${i}`);
  }
  assert.is((await service.request('GET', `/api/v1/nest/${jobId}`)).status, 200);
  assert.is((await service.request('POST', `/api/v1/patterns/${patternId}`, {})).status, 200);
});

test('S1: an organisation that the user does not belong to is 403, whether it exists or not', async () => {
  const { organization } = await admin.createOrganization({ name: 'others' }, headersOf(service.key));
  const { organizationId } = organization!;
  const at = (id: string) =>
    stranger.request('GET', '/api/v1/patterns', undefined, { 'x-service-organization-id': id });
  const foreign = await at(organizationId);
  assertProblem(foreign, 403);
  assert.is(told(foreign, organizationId), told(await at(unknown), unknown));
});

test('S2: a key that is wrong in any way is 401, with the same answer each time', async () => {
  const user = await newUser('of many keys');
  const expired = await admin.createKey({ userId: user.userId, name: 'old' }, headersOf(service.key));
  assert.is((await caller(service.url, `Bearer ${expired.secret}`)('GET', '/api/v1/patterns')).status, 200);
  await admin.rotateKey({ keyId: expired.key!.keyId, overlapHours: 0 }, headersOf(service.key));
  const revoked = await admin.createKey({ userId: user.userId, name: 'lost' }, headersOf(service.key));
  assert.is((await caller(service.url, `Bearer ${revoked.secret}`)('GET', '/api/v1/patterns')).status, 200);
  await admin.revokeKey({ keyId: revoked.key!.keyId }, headersOf(service.key));
  const swapped = user.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const wrong = [revoked.secret, expired.secret, user.key.slice(0, -1), `${user.key}x`, swapped, 'x', ''];
  const answers = new Set<string>();
  for (const key of wrong) {
    const answer = await caller(service.url, `Bearer ${key}`)('GET', '/api/v1/patterns');
    assertProblem(answer, 401);
    assert.match(answer.headers.get('www-authenticate')!, /^Bearer/);
    answers.add(told(answer, ''));
  }
  assert.is(answers.size, 1);
  for (const authorization of [undefined, `Basic ${user.key}`, user.key])
    assertProblem(await service.request('GET', '/api/v1/patterns', undefined, { authorization }), 401);
  const inQuery = await service.request('GET', `/api/v1/patterns?key=${user.key}`, undefined, {
    authorization: undefined,
  });
  assertProblem(inQuery, 401);
  assert.not.match(inQuery.text, user.key);
});

test('S3: unknown members are refused by REST and by Connect’s JSON', async () => {
  const person = { gender: 'female', unit: 'metric', admin: true };
  assertProblem(await stranger.request('POST', '/api/v1/bodydbl', person), 400, 'admin');
  assertProblem(await stranger.request('POST', '/api/v1/nest', { ...marker, plan: 'paid' }), 422, 'plan');
  const rpc = { gender: 'GENDER_FEMALE', unit: 'UNIT_SYSTEM_METRIC', admin: true };
  const answer = await stranger.request('POST', `/${BodyService.typeName}/InferMeasurements`, rpc);
  assert.equal([answer.status, answer.json.code], [400, 'invalid_argument'], answer.text);
  assert.match(answer.json.message, '"admin" is unknown');
});

test('S4: every answer tells the plan, and an administrator of the machine has none', async () => {
  const answer = await stranger.request('GET', '/api/v1/patterns');
  assert.match(answer.headers.get('ratelimit-policy')!, /^"free";q=\d+;w=60$/);
  assert.match(answer.headers.get('ratelimit')!, /^"free";r=\d+;t=\d+$/);
  assert.is((await service.request('GET', '/api/v1/patterns')).headers.get('ratelimit'), null);
});

test('S5: paid features and the administration are closed to callers without the right', async () => {
  assertProblem(await stranger.request('POST', '/api/v1/nest', { ...marker, serverId: 'fast' }), 403, 'serverId');
  assertProblem(await stranger.request('POST', '/api/v1/nest', { ...marker, instances: 2 }), 403, 'instances');
  const as = headersOf(stranger.key);
  const { userId } = stranger;
  const calls = [
    admin.createUser({ name: 'me too', admin: true }, as),
    admin.listUsers({}, as),
    admin.createOrganization({ name: 'mine' }, as),
    admin.listOrganizations({}, as),
    admin.forgetOrganization({ organizationId: userId, name: 'theirs' }, as),
    admin.listMembers({ organizationId: userId }, as),
    admin.addMember({ organizationId: userId, userId }, as),
    admin.removeMember({ organizationId: userId, userId }, as),
    admin.setActiveOrganization({ userId }, as),
    admin.setPlan({ plan: 2, owner: { case: 'userId', value: userId } } as never, as),
    admin.createKey({ userId, name: 'more' }, as),
    admin.listKeys({ userId }, as),
    admin.revokeKey({ keyId: service.key.slice(8, 16) }, as),
    admin.rotateKey({ keyId: service.key.slice(8, 16) }, as),
  ];
  for (const [i, { code }] of (await Promise.all(calls.map(refusal))).entries())
    assert.is(code, Code.PermissionDenied, String(i));
});

test('S7: no request can hold an address that the service would call', () => {
  assert.not.match(JSON.stringify(openApiDocument('3.2').components), /"format":"(uri|iri|hostname)/);
});

test('S8: answers carry headers that restrict a browser, and neither version, internals nor other origins', async () => {
  const services = { ...plainServices(), listPatterns: () => Promise.reject(new Error('at /srv/inside.js:1')) };
  const gateway = await openGateway({ services });
  const failed = await caller(gateway.url)('GET', '/api/v1/patterns');
  assertProblem(failed, 500);
  assert.not.match(failed.text, 'inside');
  await gateway.close({ graceMs: 0 });
  const answers = [failed, await service.request('GET', '/api/v1/patterns'), await service.request('GET', '/nowhere')];
  for (const { headers } of answers) {
    assert.is(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy')!, "default-src 'none'");
    assert.is(headers.get('cross-origin-resource-policy'), 'same-origin');
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) assert.is(headers.get(name), null);
  }
  const preflight = await service.request('OPTIONS', '/api/v1/nest', undefined, {
    origin: 'https://elsewhere.example',
    'access-control-request-method': 'POST',
  });
  assert.is(preflight.headers.get('access-control-allow-origin'), null);
});

test.run();
