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
}

/** A collector that accepts OTLP over HTTP, in JSON. */
async function collector(): Promise<{ url: string; spans: Span[]; close(): void }> {
  const spans: Span[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, close: () => server.close() };
}

test('a nest is one trace: the request, the wait for a solver, and the solver', async () => {
  const { url: endpoint, spans, close } = await collector();
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
  assert.is((await request('POST', '/api/v1/nest', nest, { traceparent })).status, 200);
  // The remaining spans are sent at the end.
  await service.close();
  close();
  rmSync(folder, { recursive: true });
  const named = (name: string) => spans.find((span) => span.name === name);
  const gateway = named('POST /api/v1/nest');
  const wait = named('wait for a solver');
  const solve = named('solve');
  assert.ok(gateway && wait && solve, JSON.stringify(spans));
  for (const span of [gateway, wait, solve]) assert.is(span.traceId, traceId);
  assert.is(gateway.parentSpanId, '00f067aa0ba902b7');
  assert.is(wait.parentSpanId, gateway.spanId);
  assert.is(solve.parentSpanId, gateway.spanId);
});

test.run();
