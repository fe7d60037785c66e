/** The content of a refusal on every protocol: the rest of the limit, and the time to come back. */
import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import Sqlite from 'better-sqlite3';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ErrorInfoSchema, RetryInfoSchema } from '../../gen/google/rpc/error_details_pb.js';
import { AdminService } from '../../gen/selvage/admin/v1/admin_pb.js';
import { BodyService } from '../../gen/selvage/body/v1/body_pb.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { planLimits } from '../../src/accounts/plans.js';
import { type RunningService, startService } from '../../src/cli/service.js';
import { readConfig } from '../../src/config.js';
import { type Answer, assertProblem, caller } from './open.js';
import { refusal } from './refusal.js';

const data = mkdtempSync(join(tmpdir(), 'selvage-refusals-'));
let service: RunningService;

/** Without solvers, so that submitted jobs wait. */
test.before(async () => {
  const flags = { data, port: '0', solvers: '0', 'log-level': 'error', 'shutdown-grace': '0' };
  service = await startService(readConfig(flags, {}), { freshKey: true });
});
test.after(async () => {
  await service.close();
  rmSync(data, { recursive: true, force: true });
});

/** A user on the free plan. */
async function newUser(name: string) {
  const transport = createGrpcTransport({ baseUrl: service.url });
  const admin = createClient(AdminService, transport);
  const as = { headers: { authorization: `Bearer ${service.key}` } };
  const { user } = await admin.createUser({ name }, as);
  const { secret } = await admin.createKey({ userId: user!.userId }, as);
  const authorization = `Bearer ${secret}`;
  return { transport, authorization, userId: user!.userId, request: caller(service.url, authorization) };
}

const corners = [
  [0, 0],
  [10, 0],
  [10, 10],
] as const;
const rest = (size: number) => ({
  polygons: [{ points: corners }],
  bins: [{ boundary: { points: corners.map(([x, y]) => [x * size, y * size]) } }],
});
const message = (size: number) => {
  const boundary = { points: corners.map(([x, y]) => ({ x: x * size, y: y * size })) };
  return { polygons: [{ points: corners.map(([x, y]) => ({ x, y })) }], bins: [{ boundary }] };
};

const told = ({ headers }: Pick<Answer, 'headers'>) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
const policy = `"free";q=${planLimits.free.requestsPerMinute};w=60`;

test('every answer to a caller with a plan tells the rest of the limit, even a refusal of any kind', async () => {
  const { request, transport, authorization } = await newUser('ada');
  const answers: [number, Promise<Answer>][] = [
    [200, request('GET', '/api/v1/patterns')],
    [400, request('POST', '/api/v1/nest', '{')],
    [400, request('POST', '/api/v1/bodydbl', '{"gender":1}')],
    [403, request('POST', '/api/v1/nest', { ...rest(9), serverId: 'fast' })],
    [404, request('GET', '/api/v1/patterns/none')],
    [404, request('DELETE', '/api/v1/nest/none')],
    [406, request('GET', '/api/v1/patterns', undefined, { accept: 'image/png' })],
    [413, request('POST', '/api/v1/nest', Buffer.alloc(planLimits.free.bodyBytes + 1, ' '))],
    [415, request('POST', '/api/v1/nest', 'parts', { 'content-type': 'text/plain' })],
    [422, request('POST', '/api/v1/nest', { polygons: [] })],
  ];
  for (const [status, asked] of answers) {
    const answer = await asked;
    assert.is(answer.status, status, answer.text);
    const [ratePolicy, rate] = told(answer);
    assert.is(ratePolicy, policy, `${status}`);
    assert.match(rate!, /^"free";r=\d+;t=\d+$/, `${status}`);
  }
  const body = createClient(BodyService, transport);
  const refused = ConnectError.from(
    await body.inferMeasurements({}, { headers: { authorization } }).catch((error) => error),
  );
  assert.is(refused.code, Code.InvalidArgument);
  assert.is(refused.metadata.get('ratelimit-policy'), policy);
});

test('over the open jobs of the plan: 429, RESOURCE_EXHAUSTED, and when to come back', async () => {
  const { request, transport, authorization } = await newUser('grace');
  const client = createClient(NestService, transport);
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  const waiting = Array.from({ length: planLimits.free.openJobs }, async () => {
    const stream = client.nest(message(9), { headers: { authorization }, signal: leaving.signal });
    const first = await stream[Symbol.asyncIterator]().next();
    assert.is(first.value?.event?.event.case, 'progress');
  });
  await Promise.all(waiting);
  const overRest = await request('POST', '/api/v1/nest', rest(9));
  assertProblem(overRest, 429, `${planLimits.free.openJobs} nest jobs`);
  assert.is(overRest.json.code, 'too_many_jobs');
  assert.ok(Number(overRest.headers.get('retry-after')) >= 1);
  assert.is(told(overRest)[0], policy);
  const overRpc = await refusal(client.nest(message(9), { headers: { authorization } }));
  assert.is(overRpc.code, Code.ResourceExhausted);
  assert.is(overRpc.findDetails(ErrorInfoSchema)[0]?.reason, 'TOO_MANY_JOBS');
  assert.ok(overRpc.findDetails(RetryInfoSchema)[0]!.retryDelay!.seconds >= 1n);
  assert.ok(Number(overRpc.metadata.get('grpc-retry-pushback-ms')) > 0);
  leaving.abort();
});

test('used solver seconds of the month: the same, until the next month', async () => {
  const { request, transport, authorization, userId } = await newUser('joan');
  const store = new Sqlite(join(data, 'selvage.db'));
  const month = new Date().toISOString().slice(0, 7);
  const used = planLimits.free.solverSecondsPerMonth * 1000;
  store.prepare('INSERT INTO solver_usage VALUES (?, ?, ?)').run(userId, month, used);
  store.close();
  const overRest = await request('POST', '/api/v1/nest', rest(9));
  assertProblem(overRest, 429, 'solver seconds');
  assert.is(overRest.json.code, 'solver_seconds_used');
  assert.ok(Number(overRest.headers.get('retry-after')) > 0);
  const client = createClient(NestService, transport);
  const overRpc = await refusal(client.nest(message(9), { headers: { authorization } }));
  assert.is(overRpc.findDetails(ErrorInfoSchema)[0]?.reason, 'SOLVER_SECONDS_USED');
  assert.is(overRpc.metadata.get('grpc-retry-pushback-ms'), '-1', 'too long for a client to wait');
  assert.is((await request('GET', '/api/v1/patterns')).status, 200);
});

test('a key of a submission means the same on every protocol: 409 while it runs, 422 for another request', async () => {
  const { request, transport, authorization } = await newUser('edith');
  const client = createClient(NestService, transport);
  const headers = { authorization, 'idempotency-key': 'marker-7' };
  const leaving = new AbortController();
  const stream = client.nest(message(9), { headers, signal: leaving.signal });
  const first = await stream[Symbol.asyncIterator]().next();
  const jobId = first.value!.event!.jobId;
  const again = await refusal(client.nest(message(9), { headers }));
  assert.equal(
    [again.code, again.findDetails(ErrorInfoSchema)[0]?.reason],
    [Code.Aborted, 'IDEMPOTENCY_KEY_IN_PROGRESS'],
  );
  assert.match(again.rawMessage, jobId);
  const other = await refusal(client.nest(message(8), { headers }));
  assert.equal(
    [other.code, other.findDetails(ErrorInfoSchema)[0]?.reason],
    [Code.InvalidArgument, 'IDEMPOTENCY_KEY_REUSED'],
  );
  const key = { 'idempotency-key': 'marker-7' };
  const overRest = await request('POST', '/api/v1/nest', rest(9), key);
  assertProblem(overRest, 409, jobId);
  assert.is(overRest.json.errors[0].jobId, jobId);
  assertProblem(await request('POST', '/api/v1/nest', rest(8), key), 422, 'Idempotency-Key');
  const wrong = await refusal(
    client.nest(message(9), { headers: { authorization, 'idempotency-key': 'x'.repeat(256) } }),
  );
  assert.equal(
    [wrong.code, wrong.findDetails(ErrorInfoSchema)[0]?.reason],
    [Code.InvalidArgument, 'INVALID_IDEMPOTENCY_KEY'],
  );
  leaving.abort();
});

test.run();
