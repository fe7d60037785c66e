/** One trace from the gateway through the queue to the solver, sent to a collector, with its id in every log line. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseTraceparent, traceparentOf } from '../../gateway/telemetry/trace-context.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { startService } from '../../src/cli/service.js';
import { readConfig } from '../../src/config.js';
import { conventions } from './conventions.js';
import { caller, openGateway } from './open.js';
import { authorization } from './plain-services.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

test('a traceparent is read in the form of W3C Trace Context, and an invalid one is ignored', () => {
  assert.equal(parseTraceparent(traceparent), { traceId, spanId: '00f067aa0ba902b7', sampled: true });
  assert.is(traceparentOf(parseTraceparent(traceparent)!), traceparent);
  assert.ok(parseTraceparent(`01${traceparent.slice(2)}-more`));
  const wrong = [
    '',
    'x',
    `ff${traceparent.slice(2)}`,
    traceparent.toUpperCase(),
    traceparent.slice(1),
    `${traceparent}0`,
  ];
  for (const header of [...wrong, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${traceId}-${'0'.repeat(16)}-01`])
    assert.is(parseTraceparent(header), undefined, header);
});

test('every log line of a request has its request id and its trace id', async () => {
  const log = new PassThrough();
  const lines: { requestId?: string; traceId?: string; route?: string }[] = [];
  log.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trimEnd().split('\n')) lines.push(JSON.parse(line));
  });
  const gateway = await openGateway({ logger: pino(log) });
  const request = caller(gateway.url);
  await request('GET', '/api/v1/patterns', undefined, { traceparent, 'x-request-id': 'mine' });
  await request('GET', '/api/v1/patterns', undefined, { traceparent: 'no trace at all' });
  const client = createClient(PatternService, createGrpcTransport({ baseUrl: gateway.url }));
  await client.listPatterns({}, { headers: { authorization, traceparent } });
  await gateway.close({ graceMs: 0 });
  const [rest, other, rpc] = lines.filter(({ route }) => route !== undefined);
  assert.equal([rest?.requestId, rest?.traceId], ['mine', traceId]);
  assert.match(other!.traceId!, /^[0-9a-f]{32}$/);
  assert.is.not(other!.traceId, traceId);
  assert.is(rpc?.traceId, traceId);
});

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

const internal = 1;
const server = 2;
const consumer = 5;

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/** A collector that accepts OTLP over HTTP, in JSON. */
async function collector(): Promise<{ url: string; spans: Span[]; resources: Attribute[][]; close(): void }> {
  const spans: Span[] = [];
  const resources: Attribute[][] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(resource.attributes);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, resources, close: () => server.close() };
}

test('a nest is one trace: the request, the wait for a solver, and the solver', async () => {
  const { url: endpoint, spans, resources, close } = await collector();
  const folder = mkdtempSync(join(tmpdir(), 'selvage-tracing-'));
  const flags = { data: folder, port: '0', solvers: '1', 'log-level': 'silent', 'otlp-endpoint': endpoint };
  const service = await startService(readConfig(flags, {}), { freshKey: true });
  const points = [
    [0, 0],
    [10, 0],
    [10, 10],
  ];
  const nest = { polygons: [{ points }], bins: [{ boundary: { points: points.map(([x, y]) => [x! * 9, y! * 9]) } }] };
  const request = caller(service.url, `Bearer ${service.key}`);
  assert.is((await request('POST', '/api/v1/nest?preview=1', nest, { traceparent })).status, 200);
  const client = createClient(PatternService, createGrpcTransport({ baseUrl: service.url }));
  await client.listPatterns({}, { headers: { authorization: 'Bearer none' } }).catch(() => {});
  // The remaining spans are sent at the end.
  await service.close();
  close();
  rmSync(folder, { recursive: true });
  const named = (name: string) => spans.find((span) => span.name === name);
  const gateway = named('POST /api/v1/nest');
  const wait = named('wait for a solver');
  const solve = named('process slow');
  const call = named('selvage.pattern.v1.PatternService/ListPatterns');
  assert.ok(gateway && wait && solve && call, JSON.stringify(spans));
  for (const span of [gateway, wait, solve]) assert.is(span.traceId, traceId);
  assert.is(gateway.parentSpanId, '00f067aa0ba902b7');
  assert.is(wait.parentSpanId, gateway.spanId);
  assert.is(solve.parentSpanId, gateway.spanId);

  // The attributes are those of the conventions, or our own.
  for (const { key } of [...spans, ...resources.map((attributes) => ({ attributes }))].flatMap(
    (each) => each.attributes,
  ))
    assert.ok(conventions.attributes.has(key) || key.startsWith('selvage.'), key);
  assert.equal([gateway.kind, call.kind, wait.kind, solve.kind], [server, server, internal, consumer]);
  const port = Number(new URL(service.url).port);
  const place = { 'server.address': '127.0.0.1', 'server.port': port };
  assert.equal(valuesOf(gateway.attributes), {
    'http.request.method': 'POST',
    'http.route': '/api/v1/nest',
    'http.response.status_code': 200,
    'network.protocol.version': '1.1',
    'url.scheme': 'http',
    'url.path': '/api/v1/nest',
    ...place,
  });
  assert.equal(valuesOf(call.attributes), {
    'rpc.system.name': 'grpc',
    'rpc.method': 'selvage.pattern.v1.PatternService/ListPatterns',
    'rpc.status_code': 'UNAUTHENTICATED',
    ...place,
  });
  const { 'messaging.message.id': jobId, ...processed } = valuesOf(solve.attributes);
  assert.match(String(jobId), /^[\w-]{36}$/);
  assert.equal(processed, {
    'messaging.system.name': 'selvage',
    'messaging.destination.name': 'slow',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'selvage.task.index': 0,
    'selvage.task.attempt': 1,
  });
  const resource = valuesOf(resources[0]!);
  assert.equal(Object.keys(resource).sort(), ['service.instance.id', 'service.name', 'service.version']);
  assert.is(resource['service.name'], 'selvage');
});

test.run();
