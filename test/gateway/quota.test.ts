/** The limits of a plan, and the keys of submissions, over every protocol. */
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryInfoSchema } from '../../gen/google/rpc/error_details_pb.js';
import { BodyService } from '../../gen/selvage/body/v1/body_pb.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Services } from '../../src/services/services.js';
import { type Embedded, openEmbedded } from './embedded.js';
import { assertProblem, caller, openGateway } from './open.js';
import { authorization, plainServices } from './plain-services.js';

const limits = { requestsPerMinute: 3, openJobs: 1, solverSecondsPerMonth: 1, bodyBytes: 1000 };

/** A plan of three requests. */
function limited(): Services {
  const services = plainServices();
  let used = 0;
  return {
    ...services,
    authenticate: async (credentials) => ({ ...(await services.authenticate(credentials)), limits }),
    countRequest() {
      used += 1;
      const limit = limits.requestsPerMinute;
      return { plan: 'free', limit, remaining: Math.max(0, limit - used), resetSeconds: 17, allowed: used <= limit };
    },
  };
}

/** A plan that counts no requests, but limits their size. */
function sized(): Services {
  const services = limited();
  return {
    ...services,
    countRequest: () => ({ plan: 'free', limit: 9, remaining: 9, resetSeconds: 1, allowed: true }),
  };
}

test('every answer tells the rest of the limit; one request too many is 429 with the time to wait', async () => {
  const gateway = await openGateway({ services: limited() });
  const request = caller(gateway.url);
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push(await request('GET', '/api/v1/patterns'));
  assert.equal(
    answers.map(({ headers }) => headers.get('ratelimit')),
    ['"free";r=2;t=17', '"free";r=1;t=17', '"free";r=0;t=17', '"free";r=0;t=17'],
  );
  for (const { headers } of answers) assert.is(headers.get('ratelimit-policy'), '"free";q=3;w=60');
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200, 200, 429],
  );
  assertProblem(answers[3]!, 429, '3 requests a minute');
  assert.is(answers[3]!.headers.get('retry-after'), '17');
  assert.is((await request('GET', '/healthz')).status, 200);
  await gateway.close({ graceMs: 0 });
});

test('over gRPC the refusal is RESOURCE_EXHAUSTED with the delay', async () => {
  const gateway = await openGateway({ services: limited() });
  const transport = createGrpcTransport({ baseUrl: gateway.url });
  const client = createClient(PatternService, transport);
  const seen: (string | null)[] = [];
  const headers = { authorization };
  const onHeader = (header: Headers) => seen.push(header.get('ratelimit'));
  for (let i = 0; i < 3; i++) await client.listPatterns({}, { headers, onHeader });
  assert.equal(seen, ['"free";r=2;t=17', '"free";r=1;t=17', '"free";r=0;t=17']);
  const error = await client
    .listPatterns({}, { headers })
    .then(() => new ConnectError('it was answered'), ConnectError.from);
  assert.is(error.code, Code.ResourceExhausted);
  assert.is(error.findDetails(RetryInfoSchema)[0]?.retryDelay?.seconds, 17n);
  await gateway.close({ graceMs: 0 });
});

test('a body larger than the plan allows is 413, with or without a length', async () => {
  const gateway = await openGateway({ services: sized() });
  const request = caller(gateway.url);
  const body = (size: number) => {
    const text = '{"gender":"female","unit":"metric"}';
    return text.replace('{', `{${' '.repeat(size - text.length)}`);
  };
  assert.is((await request('POST', '/api/v1/bodydbl', body(1000))).status, 200);
  assertProblem(await request('POST', '/api/v1/bodydbl', body(1001)), 413, '1000 bytes');
  const chunked = async (path: string, size: number) => {
    const answer = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: new Blob([body(size)]).stream(),
      duplex: 'half',
    } as RequestInit);
    return answer.status;
  };
  assert.is(await chunked('/api/v1/bodydbl', 1000), 200);
  assert.is(await chunked('/api/v1/bodydbl', 1001), 413);
  const rpc = `/${BodyService.typeName}/InferMeasurements`;
  assert.is((await request('POST', rpc, body(1001))).status, 429);
  assert.is(await chunked(rpc, 200_000), 429);
  await gateway.close({ graceMs: 0 });
});

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(() => service.close());

const points = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];
const order = (size: number, more = {}) => ({
  polygons: [{ id: 'a', points }],
  bins: [{ boundary: { points: points.map(([x, y]) => [x! * size, y! * size]) } }],
  maximumExecutionTime: 1,
  ...more,
});

test('a submission under a key is made once: a repetition gets its stream again, another body is 422', async () => {
  const nest = (body: object, key: string) => service.request('POST', '/api/v1/nest', body, { 'idempotency-key': key });
  const first = await nest(order(10), 'marker-1');
  assert.is(first.status, 200, first.text);
  const again = await nest(order(10), '"marker-1"');
  assert.is(again.text, first.text);
  assertProblem(await nest(order(11), 'marker-1'), 422, 'Idempotency-Key');
  const other = await nest(order(10), 'marker-2');
  assert.is.not(other.text, first.text);
  for (const key of ['', 'two words', 'x'.repeat(256)]) {
    assertProblem(await nest(order(10), key), 400, 'Idempotency-Key');
  }
  const client = createClient(NestService, createGrpcTransport({ baseUrl: service.url }));
  const headers = { authorization: `Bearer ${service.key}`, 'idempotency-key': 'marker-3' };
  const jobs = async () => {
    const ids = new Set<string>();
    const polygon = { id: 'a', points: points.map(([x, y]) => ({ x: x!, y: y! })) };
    const boundary = { points: points.map(([x, y]) => ({ x: x! * 9, y: y! * 9 })) };
    for await (const { event } of client.nest({ polygons: [polygon], bins: [{ boundary }] }, { headers }))
      ids.add(event!.jobId);
    return [...ids];
  };
  assert.equal(await jobs(), await jobs());
});

test('while the job runs the same key is 409, and the answer names the job', async () => {
  const running = new AbortController();
  const long = order(100, {
    polygons: Array.from({ length: 30 }, (_, i) => ({ points: points.map(([x, y]) => [x! * (1 + i / 9), y! * 5]) })),
    maximumExecutionTime: 20,
  });
  const headers = {
    authorization: `Bearer ${service.key}`,
    'content-type': 'application/json',
    'idempotency-key': 'running',
  };
  const stream = await fetch(`${service.url}/api/v1/nest`, {
    method: 'POST',
    headers,
    body: JSON.stringify(long),
    signal: running.signal,
  });
  const { value } = await stream.body!.getReader().read();
  const { jobId } = JSON.parse(Buffer.from(value!).toString().split('\n')[0]!);
  const answer = await service.request('POST', '/api/v1/nest', long, { 'idempotency-key': 'running' });
  assertProblem(answer, 409, jobId);
  running.abort();
});

test.run();
