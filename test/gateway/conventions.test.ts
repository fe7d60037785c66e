/** The metrics of gateways and solver hosts have the names, units and labels of OpenTelemetry's conventions where those have any. */
import { Code, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { attributesOf, inPrometheus, spanNameOf } from '../../gateway/telemetry/answered.js';
import { SolverMetrics } from '../../gateway/telemetry/solver-metrics.js';
import { StoreMetrics } from '../../gateway/telemetry/store-metrics.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { conventions } from './conventions.js';
import { type Embedded, openEmbedded } from './embedded.js';
import { authorization } from './plain-services.js';

const covered = /^(http|rpc|db|messaging)_/;

/** The families of a page of metrics, with the labels of each. */
function familiesOf(text: string): Map<string, Set<string>> {
  const families = new Map<string, Set<string>>();
  for (const [, name, labels = ''] of text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? \S+$/gm)) {
    const known = families.get(name!) ?? new Set();
    for (const [, label] of labels.matchAll(/(\w+)="/g)) if (label !== 'le') known.add(label!);
    families.set(name!, known);
  }
  return families;
}

function assertConventional(text: string, expected: readonly string[]): void {
  const attributes = new Set([...conventions.attributes].map(inPrometheus));
  const inSeconds = [...conventions.metrics].map((name) => `${inPrometheus(name)}_seconds`);
  const metrics = new Set([...inSeconds, ...[...conventions.metrics].map((name) => `${inPrometheus(name)}_total`)]);
  const families = familiesOf(text);
  for (const name of expected) assert.ok(families.has(name), `${name} is missing`);
  for (const [name, labels] of families) {
    if (!covered.test(name) && name !== 'target_info') continue;
    if (name !== 'target_info') assert.ok(metrics.has(name), `${name} is no metric of the conventions`);
    for (const label of labels) assert.ok(attributes.has(label), `${label} of ${name} is no attribute`);
  }
}

test('the names of the conventions are there, without replaced ones', () => {
  assert.ok(conventions.attributes.has('rpc.method') && !conventions.attributes.has('rpc.service'));
  assert.ok(conventions.metrics.has('http.server.request.duration') && !conventions.metrics.has('rpc.server.duration'));
});

test('the metrics of a gateway', async () => {
  const service = await openEmbedded();
  try {
    await assertGatewayMetrics(service);
  } finally {
    await service.close();
  }
});

async function assertGatewayMetrics(service: Embedded): Promise<void> {
  const { request, url } = service;
  await request('GET', '/api/v1/patterns');
  await request('GET', '/nowhere');
  for (const open of [createGrpcTransport, createConnectTransport]) {
    const client = createClient(PatternService, open({ baseUrl: url, httpVersion: '2' }));
    await client.listPatterns({}, { headers: { authorization: `Bearer ${service.key}` } });
    await client.listPatterns({}, { headers: { authorization } }).catch(() => {});
  }
  const lines = [
    /^http_server_request_duration_seconds_count\{http_request_method="GET",http_route="\/api\/v1\/patterns",http_response_status_code="200",network_protocol_version="1.1",url_scheme="http"\} 1$/m,
    /^rpc_server_call_duration_seconds_count\{rpc_system_name="grpc",rpc_method="selvage.pattern.v1.PatternService\/ListPatterns",rpc_status_code="OK"\} 1$/m,
    /^rpc_server_call_duration_seconds_count\{rpc_system_name="grpc",rpc_method="selvage.pattern.v1.PatternService\/ListPatterns",rpc_status_code="UNAUTHENTICATED"\} 1$/m,
    /^rpc_server_call_duration_seconds_count\{rpc_system_name="connectrpc",rpc_method="selvage.pattern.v1.PatternService\/ListPatterns"\} 1$/m,
    /^rpc_server_call_duration_seconds_count\{rpc_system_name="connectrpc",rpc_method="selvage.pattern.v1.PatternService\/ListPatterns",rpc_status_code="unauthenticated"\} 1$/m,
  ];
  // A request is counted when its answer has left, perhaps after the client has read it.
  let text = '';
  for (let i = 0; i < 100 && !lines.every((line) => line.test(text)); i++)
    ({ text } = await request('GET', '/metrics'));
  for (const line of lines) assert.match(text, line);
  assert.match(
    text,
    /^target_info\{service_name="selvage",service_version="[\d.]+",service_instance_id="[\w-]{36}"\} 1$/m,
  );
  assertConventional(text, ['http_server_request_duration_seconds', 'rpc_server_call_duration_seconds', 'target_info']);
}

test('the metrics of a solver host, with those of its store', async () => {
  const store = new StoreMetrics();
  const failing = { claimTask: async () => null, loadJob: async () => Promise.reject(new TypeError('no')) };
  const timed = store.timed(failing, 'postgresql');
  await timed.claimTask();
  await timed.loadJob().catch(() => {});
  const metrics = new SolverMetrics(2, ['fast'], store);
  metrics.begun('fast', 0.1);
  metrics.ended({ queue: 'fast', seconds: 2, gain: 0.1 });
  metrics.ended({ queue: 'fast', seconds: 2, gain: undefined, error: new RangeError('no') });
  const { text } = await metrics.text();
  const queue = 'messaging_destination_name="fast"';
  const lines = [
    `messaging_client_consumed_messages_total{messaging_system_name="selvage",messaging_operation_name="receive",${queue}} 1`,
    `messaging_process_duration_seconds_sum{messaging_system_name="selvage",messaging_operation_name="process",${queue}} 2`,
    `messaging_process_duration_seconds_sum{messaging_system_name="selvage",messaging_operation_name="process",${queue},error_type="RangeError"} 2`,
    'db_client_operation_duration_seconds_count{db_system_name="postgresql",db_query_summary="claimTask"} 1',
    'db_client_operation_duration_seconds_count{db_system_name="postgresql",db_query_summary="loadJob",error_type="TypeError"} 1',
  ];
  for (const line of lines) assert.ok(text.includes(`\n${line}\n`), `${line} in ${text}`);
  assertConventional(text, ['db_client_operation_duration_seconds', 'messaging_process_duration_seconds']);
});

test('a call has the codes of its protocol, and only faults of the server have an error type', () => {
  const at = {
    method: 'POST',
    route: '/a.B/C',
    status: 200,
    scheme: 'https',
    protocolVersion: '2',
    cut: false,
  } as const;
  const grpc = (code: string) => attributesOf({ ...at, call: { system: 'grpc', code } });
  for (const code of Object.values(Code).filter((each) => typeof each === 'string')) {
    const name = code.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
    const { 'rpc.status_code': told, 'error.type': fault } = grpc(name);
    assert.is(told, name === 'canceled' ? 'CANCELLED' : name.toUpperCase());
    const faults = ['unknown', 'deadline_exceeded', 'unimplemented', 'internal', 'unavailable', 'data_loss'];
    assert.is(fault, faults.includes(name) ? told : undefined);
  }
  assert.is(spanNameOf({ ...at, call: { system: 'grpc', code: 'ok' } }), 'a.B/C');
  const rest = { ...at, route: '/x/:id', call: null };
  assert.is(spanNameOf(rest), 'POST /x/:id');
  assert.is(spanNameOf({ ...rest, route: undefined }), 'POST');
  assert.is(attributesOf({ ...rest, status: 404 })['error.type'], undefined);
  assert.is(attributesOf({ ...rest, status: 503 })['error.type'], '503');
  assert.is(attributesOf({ ...rest, cut: true })['error.type'], 'cut');
});

test.run();
