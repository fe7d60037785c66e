/** Every request leaves one line in the log, even if its client went before the answer was whole. */
import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Limits } from '../../gateway/limits.js';
import type { Server } from '../../gateway/server.js';
import { Health } from '../../gen/grpc/health/v1/health_pb.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { caller, openGateway } from './open.js';
import { authorization, event, plainServices } from './plain-services.js';

interface Line {
  readonly route: string;
  readonly status: number | string;
  readonly cut?: boolean;
  readonly keyId?: string;
}

/** A gateway with nest streams that begin and never end, and the next line that its log has of a request. */
async function openWithLog(
  limits: Partial<Limits> = {},
): Promise<{ gateway: Server; nextLine: () => Promise<Line>; lines: Line[] }> {
  const services = plainServices(async function* (call) {
    yield event.queued(1, 1);
    await once(call.signal, 'abort');
    call.signal.throwIfAborted();
  });
  const log = new PassThrough();
  const lines: Line[] = [];
  const waiting: ((line: Line) => void)[] = [];
  log.on('data', (chunk: Buffer) => {
    for (const text of chunk.toString().trimEnd().split('\n')) {
      const line = JSON.parse(text);
      if (line.msg !== 'request') continue;
      lines.push(line);
      waiting.shift()?.(line);
    }
  });
  const gateway = await openGateway({ services, limits, logger: pino(log) });
  return { gateway, lines, nextLine: () => new Promise((resolve) => waiting.push(resolve)) };
}

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
] as const;
const nestPath = '/selvage.nest.v1.NestService/Nest';
const inferMeasurements = '/selvage.body.v1.BodyService/InferMeasurements';
const restBody = JSON.stringify({ polygons: [{ points: square }], bins: [{ boundary: { points: square } }] });
const points = square.map(([x, y]) => ({ x, y }));
const order = { polygons: [{ points }], bins: [{ boundary: { points } }] };

const transports = {
  'Connect over HTTP/1.1': (baseUrl: string) => createConnectTransport({ baseUrl, httpVersion: '1.1' }),
  'Connect over HTTP/2': (baseUrl: string) => createConnectTransport({ baseUrl, httpVersion: '2' }),
  'gRPC-web over HTTP/1.1': (baseUrl: string) => createGrpcWebTransport({ baseUrl, httpVersion: '1.1' }),
  gRPC: (baseUrl: string) => createGrpcTransport({ baseUrl }),
};

for (const [name, transport] of Object.entries(transports)) {
  test(`a stream of ${name} that its client leaves has its line: canceled`, async () => {
    const { gateway, nextLine, lines } = await openWithLog();
    const client = createClient(NestService, transport(gateway.url));
    const leaving = new AbortController();
    const line = nextLine();
    const reading = (async () => {
      const call = { headers: { authorization }, signal: leaving.signal };
      for await (const _ of client.nest(order, call)) leaving.abort();
    })().catch(() => {});
    const { route, status, keyId } = await line;
    assert.equal([route, status, keyId], ['/selvage.nest.v1.NestService/Nest', 'canceled', 'key']);
    await reading;
    await gateway.close({ graceMs: 0 });
    assert.is(lines.length, 1);
  });
}

/** Calls without a message for a handler: no message, one that is too large, one in an unknown coding. */
const unread: [name: string, headers: Record<string, string>, message: Buffer, status: string | number][] = [
  // Answered with `internal`, as gRPC requires, although the service did not fail.
  [
    'gRPC, no message',
    { 'content-type': 'application/grpc' },
    enveloped(Buffer.from([0xff, 0xff])),
    'invalid_argument',
  ],
  ['gRPC, half a message', { 'content-type': 'application/grpc' }, Buffer.from([0, 0, 0, 0, 9, 1]), 'invalid_argument'],
  [
    'gRPC, too large',
    { 'content-type': 'application/grpc', 'grpc-encoding': 'gzip' },
    enveloped(gzipSync(Buffer.alloc(2_000_000)), 1),
    'resource_exhausted',
  ],
  [
    'gRPC, unknown coding',
    { 'content-type': 'application/grpc', 'grpc-encoding': 'zstd' },
    enveloped(Buffer.alloc(1), 1),
    'unimplemented',
  ],
  [
    'gRPC-web, no message',
    { 'content-type': 'application/grpc-web' },
    enveloped(Buffer.from([0xff])),
    'invalid_argument',
  ],
  ['Connect, no JSON', { 'content-type': 'application/json' }, Buffer.from('{'), 'invalid_argument'],
  ['Connect, no message', { 'content-type': 'application/proto' }, Buffer.from([0xff]), 'invalid_argument'],
  [
    'Connect, unknown coding',
    { 'content-type': 'application/proto', 'content-encoding': 'zstd' },
    Buffer.alloc(1),
    'unimplemented',
  ],
];

function enveloped(message: Buffer, flags = 0): Buffer {
  const head = Buffer.from([flags, 0, 0, 0, 0]);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

for (const [name, headers, message, status] of unread) {
  test(`${name}: its line has the code of the answer`, async () => {
    const { gateway, nextLine } = await openWithLog({ maxMessage: 1_000_000 });
    for (const path of name.startsWith('gRPC,') ? [inferMeasurements, nestPath] : [inferMeasurements]) {
      const line = nextLine();
      const session = http2.connect(gateway.url);
      const stream = session.request({ ':method': 'POST', ':path': path, te: 'trailers', authorization, ...headers });
      stream.end(message);
      stream.resume();
      await once(stream, 'close');
      assert.equal([(await line).route, (await line).status], [path, status]);
      session.close();
    }
    await gateway.close({ graceMs: 0 });
  });
}

test('health and reflection, which need no key, have their lines like other calls', async () => {
  const { gateway, nextLine } = await openWithLog();
  const client = createClient(Health, createGrpcTransport({ baseUrl: gateway.url }));
  let line = nextLine();
  await client.check({});
  assert.is((await line).status, 'ok');
  line = nextLine();
  await client.check({ service: 'nobody' }).catch(() => {});
  assert.is((await line).status, 'not_found');
  await gateway.close({ graceMs: 0 });
});

test('a stream of lines that its client leaves has its line: cut', async () => {
  for (const version of [1, 2]) {
    const { gateway, nextLine, lines } = await openWithLog();
    const line = nextLine();
    const headers = { authorization, 'content-type': 'application/json' };
    if (version === 1) {
      const request = http.request(`${gateway.url}/api/v1/nest`, { method: 'POST', headers, agent: false });
      request.on('error', () => {}).end(restBody);
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      response.on('error', () => {});
      await once(response, 'data');
      response.destroy();
    } else {
      const session = http2.connect(gateway.url);
      const stream = session.request({ ':method': 'POST', ':path': '/api/v1/nest', ...headers });
      stream.end(restBody);
      await once(stream, 'data');
      session.destroy();
    }
    const { route, status, cut } = await line;
    assert.equal([route, status, cut], ['/api/v1/nest', 200, true]);
    await gateway.close({ graceMs: 0 });
    assert.is(lines.length, 1);
  }
});

test('a client that goes before there is an answer has its line, too', async () => {
  const { gateway, nextLine, lines } = await openWithLog();
  const line = nextLine();
  const headers = { authorization, 'content-type': 'application/json', 'content-length': 1000, expect: '100-continue' };
  const request = http.request(`${gateway.url}/api/v1/nest`, { method: 'POST', headers, agent: false });
  request.on('error', () => {}).flushHeaders();
  await once(request, 'continue');
  request.destroy();
  assert.equal((({ route, cut }) => [route, cut])(await line), ['/api/v1/nest', true]);
  await gateway.close({ graceMs: 0 });
  assert.is(lines.length, 1);
});

test('an answer that is whole has one line and is not cut', async () => {
  const { gateway, nextLine, lines } = await openWithLog();
  const request = caller(gateway.url);
  for (const [path, status] of [
    ['/healthz', 200],
    ['/nowhere', 404],
    ['/api/v1/patterns', 200],
    ['/%zz', 400],
  ] as const) {
    const line = nextLine();
    assert.is((await request('GET', path)).status, status);
    assert.equal((({ status: told, cut }) => [told, cut])(await line), [status, undefined]);
  }
  await gateway.close({ graceMs: 0 });
  assert.is(lines.length, 4);
});

test.run();
