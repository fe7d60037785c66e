/** The service's metrics of itself: few labels, and only for permitted readers. */
import { create } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BodyService } from '../../gen/selvage/body/v1/body_pb.js';
import { NestDoneSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { openEmbedded } from './embedded.js';
import { assertProblem, caller, openGateway } from './open.js';
import { authorization, patternId } from './plain-services.js';

/** The value of a sample, by its name and labels as written. */
function sample(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

test('requests are counted by mounted route and by status, whatever was sent', async () => {
  const gateway = await openGateway();
  const request = caller(gateway.url);
  await request('GET', `/api/v1/patterns/${patternId}`);
  await request('GET', '/api/v1/patterns/other');
  await request('GET', '/nowhere/at/all?key=secret');
  const client = createClient(BodyService, createGrpcTransport({ baseUrl: gateway.url }));
  await client.inferMeasurements({}, { headers: { authorization } }).catch(() => {});
  await client.inferMeasurements({}).catch(() => {});
  const rest = (route: string, status: number) =>
    `http_server_request_duration_seconds_count{http_request_method="GET",${route}http_response_status_code="${status}",network_protocol_version="1.1",url_scheme="http"}`;
  const call = (code: string) =>
    `rpc_server_call_duration_seconds_count{rpc_system_name="grpc",rpc_method="selvage.body.v1.BodyService/InferMeasurements",rpc_status_code="${code}"}`;
  const pattern = 'http_route="/api/v1/patterns/:patternId",';
  const expected = [rest(pattern, 200), rest(pattern, 404), rest('', 404), call('OK'), call('UNAUTHENTICATED')];
  const isThere = (text: string) => expected.every((name) => sample(text, name) === 1);
  // A request is counted when its answer has left, perhaps after the client has read it.
  let text = '';
  for (let i = 0; i < 100 && !isThere(text); i++) {
    const answer = await request('GET', '/metrics', undefined, { authorization: undefined });
    assert.match(answer.headers.get('content-type')!, 'text/plain');
    text = answer.text;
  }
  assert.ok(isThere(text), text);
  assert.not.match(text, 'secret');
  assert.not.match(text, patternId);
  assert.ok(sample(text, 'nodejs_eventloop_lag_p99_seconds') !== undefined);
  await gateway.close({ graceMs: 0 });
});

test('a stream gives metrics of queue, solver and density', async () => {
  const service = await openEmbedded();
  const points = [
    [0, 0],
    [40, 0],
    [40, 30],
    [0, 10],
  ];
  const polygons = Array.from({ length: 8 }, (_, i) => ({ id: `${i}`, points }));
  const sheet = [
    [0, 0],
    [100, 0],
    [100, 500],
    [0, 500],
  ];
  const body = {
    polygons,
    bins: [{ boundary: { points: sheet } }],
    allowedRotations: [0, 180],
    maximumExecutionTime: 1,
  };
  assert.is((await service.request('POST', '/api/v1/nest', body)).status, 200);
  const { text } = await service.request('GET', '/metrics');
  assert.is(sample(text, 'selvage_nest_streams'), 0);
  const ends = ['finished', 'time_limit'].map((end) => sample(text, `selvage_nest_streams_total{end="${end}"}`) ?? 0);
  assert.is(ends[0]! + ends[1]!, 1);
  for (const name of ['wait_seconds', 'solve_seconds', 'density_gain'])
    assert.is(sample(text, `selvage_nest_${name}_count`), 1);
  assert.ok(sample(text, 'selvage_nest_solve_seconds_sum')! > 0);
  assert.is(sample(text, 'selvage_queue_depth{queue="slow"}'), 0);
  assert.is(sample(text, 'selvage_queue_depth{queue="fast"}'), 0);
  await service.close();
});

test('a stream that is cut is counted as cut', async () => {
  const { plainServices, event } = await import('./plain-services.js');
  const services = plainServices(async function* () {
    yield event.queued(1, 1);
    throw new Error('gone');
  });
  const gateway = await openGateway({ services });
  const request = caller(gateway.url);
  await request('POST', '/api/v1/nest', { polygons: [], bins: [] });
  const { text } = await request('GET', '/metrics');
  assert.is(sample(text, 'selvage_nest_streams_total{end="cut"}'), 1);
  await gateway.close({ graceMs: 0 });
});

test('a cancelled stream is no fault of the service, and one that a shutdown ends is cut', async () => {
  const { plainServices } = await import('./plain-services.js');
  const codes = ['cancelled', 'shutting_down', 'internal'];
  const ended = codes.values();
  const services = plainServices(async function* () {
    const code = ended.next().value!;
    yield { event: { case: 'error' as const, value: { code, message: 'it ended' } } };
    yield { event: { case: 'done' as const, value: create(NestDoneSchema) } };
  });
  const gateway = await openGateway({ services });
  const request = caller(gateway.url);
  for (const _ of codes) await request('POST', '/api/v1/nest', { polygons: [], bins: [] });
  const { text } = await request('GET', '/metrics');
  for (const end of ['cancelled', 'cut', 'failed']) {
    assert.is(sample(text, `selvage_nest_streams_total{end="${end}"}`), 1, end);
  }
  await gateway.close({ graceMs: 0 });
});

test('metrics are for this machine, but not for clients of a proxy on it; or for clients with the token', async () => {
  const open = await openGateway();
  const through = (header: string) => caller(open.url)('GET', '/metrics', undefined, { [header]: '203.0.113.9' });
  for (const header of ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']) assertProblem(await through(header), 401);
  await open.close({ graceMs: 0 });

  const guarded = await openGateway({ metricsToken: 'the-token' });
  const request = caller(guarded.url);
  for (const sent of [undefined, authorization, 'Bearer the-toke', 'Bearer the-token2', 'the-token'])
    assertProblem(await request('GET', '/metrics', undefined, { authorization: sent }), 401);
  const { status } = await request('GET', '/metrics', undefined, { authorization: 'Bearer the-token' });
  assert.is(status, 200);
  await guarded.close({ graceMs: 0 });
});

test.run();
