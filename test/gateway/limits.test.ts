import { once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BodyService, Gender, InferMeasurementsRequestSchema, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import { assertProblem, caller, openGateway } from './open.js';
import { authorization } from './plain-services.js';
import { frameType, RawHttp2, request } from './raw-http2.js';

const limits = { keepAliveTimeout: 200, headersTimeout: 400, requestTimeout: 800, silentSessionTimeout: 400 };

/** Sends the bytes and returns everything received until the connection was closed. */
async function exchange(url: string, ...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  // A reset is also a close.
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await once(socket, 'close');
  return received;
}

test('a client that sends nothing, half a header, half a body or a silent HTTP/2 session is cut off', async () => {
  const gateway = await openGateway({ limits });
  const head = `POST /api/v1/bodydbl HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\n`;
  const [nothing, halfHeader, halfBody, silent] = await Promise.all([
    exchange(gateway.url),
    exchange(gateway.url, head),
    exchange(gateway.url, `${head}content-length: 100\r\n\r\n{"gender`),
    exchange(gateway.url, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])),
  ]);
  assert.is(nothing, '');
  assert.match(halfHeader, 'HTTP/1.1 408');
  assert.match(halfBody, 'HTTP/1.1 408');
  assert.match(halfBody, 'application/problem+json');
  assert.not.match(silent, 'HTTP/1.1');
  assert.is((await caller(gateway.url)('GET', '/healthz')).status, 200);
  await gateway.close({ graceMs: 0 });
});

test('a connection that a client opened ahead of its request is kept as long as between two requests', async () => {
  const gateway = await openGateway({ limits: { headersTimeout: 200 } });
  const { hostname, port } = new URL(gateway.url);
  const ahead = net.connect(Number(port), hostname);
  assert.is((await caller(gateway.url)('GET', '/healthz')).status, 200);
  assert.match(await exchange(gateway.url, 'GET /healthz HTTP/1.1\r\n'), 'HTTP/1.1 408');
  ahead.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  assert.match(await text(ahead), 'HTTP/1.1 200');
  await gateway.close({ graceMs: 0 });
});

test('the first byte alone is half a header', async () => {
  const gateway = await openGateway({ limits: { headersTimeout: 200 } });
  assert.is(await exchange(gateway.url, 'P'), '');
  await gateway.close({ graceMs: 0 });
});

test('a process blocked for longer than a limit answers the requests that have arrived meanwhile', async () => {
  const gateway = await openGateway({ limits: { keepAliveTimeout: 100, silentSessionTimeout: 100 } });
  const { hostname, port } = new URL(gateway.url);
  const silent = net.connect(Number(port), hostname);
  const session = await RawHttp2.open(gateway.url);
  // Connections are accepted in their order, so the silent one has its timer.
  assert.is((await caller(gateway.url)('GET', '/healthz')).status, 200);
  silent.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  session.write(request(1, { ':method': 'GET', ':scheme': 'http', ':path': '/healthz', ':authority': 'x' }));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  let received = '';
  silent.on('error', () => {}).on('data', (chunk) => (received += chunk));
  await once(silent, 'close');
  assert.match(received, 'HTTP/1.1 200');
  assert.ok(await session.until(({ type, stream }) => type === frameType.headers && stream === 1));
  session.destroy();
  await gateway.close({ graceMs: 0 });
});

test('an HTTP/2 request whose body does not come is reset', async () => {
  const gateway = await openGateway({ limits });
  const session = http2.connect(gateway.url);
  const stream = session.request({
    ':method': 'POST',
    ':path': '/api/v1/bodydbl',
    authorization,
    'content-type': 'application/json',
  });
  stream.write('{"gender');
  stream.on('error', () => {});
  await once(stream, 'close');
  assert.is(stream.rstCode, http2.constants.NGHTTP2_CANCEL);
  session.close();
  await gateway.close({ graceMs: 0 });
});

test('the first bytes tell the protocol, however they are split', async () => {
  const gateway = await openGateway();
  const get = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  assert.match(await exchange(gateway.url, ...get), 'HTTP/1.1 200');
  assert.match(await exchange(gateway.url, ...get.replace('GET', 'PUT')), 'HTTP/1.1 405');
  assert.match(await exchange(gateway.url, ...get.replace('GET', 'PROPFIND')), 'HTTP/1.1 405');
  assert.match(await exchange(gateway.url, 'nonsense\r\n\r\n'), 'HTTP/1.1 400');
  const { hostname, port } = new URL(gateway.url);
  const session = http2.connect(gateway.url, {
    createConnection() {
      const socket = net.connect(Number(port), hostname);
      const write = socket.write.bind(socket);
      // Byte by byte, each in a segment of its own.
      socket.setNoDelay(true);
      socket.write = ((chunk: Buffer, ...rest: never[]) => {
        for (const byte of chunk.subarray(0, -1)) write(Buffer.from([byte]));
        return write(chunk.subarray(-1), ...rest);
      }) as typeof socket.write;
      return socket;
    },
  });
  const stream = session.request({ ':path': '/healthz' });
  const [response] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
  assert.is(response[':status'], 200);
  stream.resume();
  session.close();
  await gateway.close({ graceMs: 0 });
});

test('a header of more than 16 KiB is 431', async () => {
  const gateway = await openGateway();
  const answer = await exchange(gateway.url, `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(17 * 1024)}\r\n\r\n`);
  assert.match(answer, 'HTTP/1.1 431');
  assert.match(answer, 'application/problem+json');
  await gateway.close({ graceMs: 0 });
});

test('an answer before the whole request leaves the connection usable', async () => {
  const gateway = await openGateway({ limits: { maxMessage: 64 * 1024 } });
  const path = '/selvage.body.v1.BodyService/InferMeasurements';
  const chunk = Buffer.concat([Buffer.from('8000\r\n'), Buffer.alloc(0x8000, 0x20), Buffer.from('\r\n')]);
  const received = await exchange(
    gateway.url,
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    ...Array.from({ length: 64 }, () => chunk),
    '0\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  );
  assert.match(received, 'HTTP/1.1 429');
  assert.match(received, 'HTTP/1.1 200');
  await gateway.close({ graceMs: 0 });
});

test('a small message that inflates to 200 MiB is refused without the memory', async () => {
  const gateway = await openGateway({ limits: { maxMessage: 1024 * 1024 } });
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
  const before = process.memoryUsage().rss;
  const answer = await caller(gateway.url)('POST', '/selvage.body.v1.BodyService/InferMeasurements', bomb, {
    'content-encoding': 'gzip',
  });
  assert.is(answer.json.code, 'resource_exhausted');
  const grown = process.memoryUsage().rss - before;
  assert.ok(grown < 64 * 1024 * 1024, `${grown}`);
  await gateway.close({ graceMs: 0 });
});

test('a request of patterns is small: a map of a million names is not decoded', async () => {
  const gateway = await openGateway();
  const variables = Object.fromEntries(Array.from({ length: 300_000 }, (_, i) => [`v${i}`, i]));
  for (const method of ['selvage.pattern.v1.PatternService/DraftPattern', 'selvage.nest.v1.NestService/NestPatterns']) {
    const isStream = method.endsWith('NestPatterns');
    const message = Buffer.from(JSON.stringify({ variables, pieces: [{ variables }] }));
    const head = Buffer.alloc(5);
    head.writeUInt32BE(message.length, 1);
    const answer = await fetch(`${gateway.url}/${method}`, {
      method: 'POST',
      headers: { authorization, 'content-type': isStream ? 'application/connect+json' : 'application/json' },
      body: isStream ? Buffer.concat([head, message]) : message,
    });
    assert.match(await answer.text(), '"code":"resource_exhausted"', method);
  }
  await gateway.close({ graceMs: 0 });
});

test('a body of a million vertices is refused, and others are answered meanwhile', async () => {
  const gateway = await openGateway();
  const request = caller(gateway.url);
  const vertices = Array.from({ length: 1_000_000 }, (_, i) => `[${i}.125,${(i * 7919) % 100_003}.5]`).join(',');
  let refused = false;
  const big = request(
    'POST',
    '/api/v1/nest',
    `{"polygons":[{"points":[${vertices}]}],"bins":[{"boundary":{}}]}`,
  ).finally(() => {
    refused = true;
  });
  let answered = 0;
  while (!refused) {
    assert.is((await request('GET', '/healthz')).status, 200);
    answered += 1;
  }
  const answer = await big;
  assertProblem(answer, 422, 'polygons[0].points', '1000000');
  assert.ok(answered > 3, `${answered} others were answered`);
  await gateway.close({ graceMs: 0 });
});

test('a text with more values or objects than any request is 413', async () => {
  const gateway = await openGateway();
  const request = caller(gateway.url);
  assertProblem(await request('POST', '/api/v1/nest', `{"bins":[${'{},'.repeat(300_000)}{}]}`), 413, 'objects');
  assertProblem(await request('POST', '/api/v1/nest', `{"bins":[${'1,'.repeat(5_000_000)}1]}`), 413, 'values');
  await gateway.close({ graceMs: 0 });
});

test('without a key a gRPC message is not read', async () => {
  const gateway = await openGateway();
  const session = http2.connect(gateway.url);
  const stream = session.request({
    ':method': 'POST',
    ':path': '/selvage.nest.v1.NestService/Nest',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  // The head of a message of 30 MiB that never comes.
  stream.write(Buffer.from([0, 0x01, 0xe0, 0, 0]));
  // A refusal is one block of headers.
  const [sent] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
  assert.is(sent['grpc-status'], '16');
  stream.resume();
  session.destroy();
  await gateway.close({ graceMs: 0 });
});

test('an idle HTTP/2 session does not hold up the end', async () => {
  const gateway = await openGateway();
  const session = http2.connect(gateway.url);
  await once(session, 'connect');
  const stream = session.request({ ':path': '/healthz' });
  stream.resume();
  await once(stream, 'end');
  const gone = once(session, 'close');
  await gateway.close({ graceMs: 60_000 });
  await gone;
});

test('the bytes that all protocols hold at once have one limit, and are given back', async () => {
  const gateway = await openGateway({ limits: { maxBuffered: 1_000 } });
  const session = http2.connect(gateway.url);
  // A message of 800 bytes is announced, and half of it has come. The service waits for the other half.
  const half = session.request({
    ':method': 'POST',
    ':path': '/selvage.body.v1.BodyService/InferMeasurements',
    authorization,
    'content-type': 'application/grpc+proto',
    te: 'trailers',
  });
  half.on('error', () => {});
  half.write(Buffer.concat([Buffer.from([0, 0, 0, 3, 32]), Buffer.alloc(400)]));
  const rest = (size: number) =>
    caller(gateway.url)('POST', '/api/v1/bodydbl', `{"gender":"male","unit":"metric","height":180}`.padEnd(size));
  let refused = await rest(900);
  while (refused.status === 200) refused = await rest(900);
  assertProblem(refused, 503);
  assert.is((await rest(500)).status, 200);
  const client = createClient(BodyService, createGrpcTransport({ baseUrl: gateway.url }));
  // Each measurement takes ten bytes.
  const call = (measurements: number) => {
    const names = InferMeasurementsRequestSchema.fields.filter(({ number }) => number >= 10).slice(0, measurements);
    const known = Object.fromEntries(names.map(({ localName }) => [localName, 50]));
    const request = { ...known, gender: Gender.MALE, unit: UnitSystem.METRIC };
    return client.inferMeasurements(request, { headers: { authorization } });
  };
  const failure = await call(65).catch((error: unknown) => error as ConnectError);
  assert.ok(failure instanceof ConnectError && failure.code === Code.Unavailable, String(failure));
  assert.is((await call(20)).gender, Gender.MALE);
  half.close(http2.constants.NGHTTP2_CANCEL);
  let answer = await rest(900);
  while (answer.status === 503) answer = await rest(900);
  assert.is(answer.status, 200);
  assert.is((await call(65)).gender, Gender.MALE);
  session.close();
  await gateway.close({ graceMs: 0 });
});

test.run();
