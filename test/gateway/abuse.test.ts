/** Hostile clients: each gets its documented answer, and others are answered meanwhile (docs/threat-model.md). */
import { once } from 'node:events';
import http2 from 'node:http2';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Embedded, openEmbedded } from './embedded.js';
import { assertProblem, caller, openGateway } from './open.js';
import { authorization, event, plainServices } from './plain-services.js';
import { frame, frameType, request as head, RawHttp2, reset } from './raw-http2.js';

const get = { ':method': 'GET', ':scheme': 'http', ':path': '/healthz', ':authority': 'x' };

test('the 101st stream of a connection is refused, and the hundred go on', async () => {
  let open = 0;
  const services = plainServices(async function* ({ signal }) {
    open += 1;
    yield event.queued(1, 1);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw signal.reason;
  });
  const gateway = await openGateway({ services });
  const client = await RawHttp2.open(gateway.url);
  const nest = { ...get, ':path': '/api/v1/nest/9c0d1f37-52f5-4a2b-b1d0-2c8b6f0a7e55', authorization };
  // A client that acknowledged the limit and then breaks it would lose its connection.
  for (let i = 0; i < 101; i++) client.write(head(2 * i + 1, nest));
  const refused = await client.until(({ type }) => type === frameType.reset || type === frameType.goAway);
  assert.equal([refused?.type, refused?.stream], [frameType.reset, 201]);
  // REFUSED_STREAM
  assert.is(refused?.payload.readUInt32BE(0), 7);
  assert.is((await caller(gateway.url)('GET', '/healthz')).status, 200);
  assert.is(open, 100);
  client.destroy();
  await gateway.close({ graceMs: 0 });
});

test('rapid resets end the connection, and no other', async () => {
  const gateway = await openGateway();
  const client = await RawHttp2.open(gateway.url);
  const other = await RawHttp2.open(gateway.url);
  for (let stream = 1; stream < 20_000; stream += 2) client.write(head(stream, get), reset(stream));
  const goAway = await client.until(({ type }) => type === frameType.goAway);
  // ENHANCE_YOUR_CALM
  assert.is(goAway?.payload.readUInt32BE(4), 11);
  await client.closed;
  assert.is((await caller(gateway.url)('GET', '/healthz')).status, 200);
  other.write(head(1, get));
  assert.ok(await other.until(({ type, stream }) => type === frameType.headers && stream === 1));
  other.destroy();
  await gateway.close({ graceMs: 0 });
});

test('a thousand settings frames are survived; an endless header ends its connection', async () => {
  const gateway = await openGateway();
  const flood = await RawHttp2.open(gateway.url);
  flood.write(...Array.from({ length: 1000 }, () => frame(frameType.settings, 0, 0)), head(1, get));
  assert.is((await flood.until(({ stream }) => stream === 1))?.type, frameType.headers);
  const endless = await RawHttp2.open(gateway.url);
  endless.write(frame(frameType.headers, 0x1, 1, Buffer.alloc(16_000)));
  for (let i = 0; i < 200; i++) endless.write(frame(frameType.continuation, 0, 1, Buffer.alloc(16_000)));
  await endless.closed;
  assert.is((await caller(gateway.url)('GET', '/healthz')).status, 200);
  flood.destroy();
  await gateway.close({ graceMs: 0 });
});

test('a header of more than 16 KiB resets its stream of HTTP/2; one below it, and the connection, go on', async () => {
  const gateway = await openGateway();
  const session = http2.connect(gateway.url, { maxSendHeaderBlockLength: 1_000_000 });
  await once(session, 'remoteSettings');
  const ends = async (bytes: number): Promise<number | undefined> => {
    const fields = Array.from({ length: bytes / 1000 }, (_, i) => [`x-${i}`, 'y'.repeat(1000)]);
    const stream = session.request({ ':path': '/healthz', ...Object.fromEntries(fields) });
    stream.on('error', () => {}).resume();
    // `once` would take the reset for a failure of its own.
    await new Promise((resolve) => stream.on('close', resolve));
    return stream.rstCode;
  };
  const { NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_NO_ERROR } = http2.constants;
  for (const bytes of [17_000, 100_000]) assert.is(await ends(bytes), NGHTTP2_ENHANCE_YOUR_CALM, `${bytes}`);
  assert.is(await ends(14_000), NGHTTP2_NO_ERROR);
  session.close();
  await gateway.close({ graceMs: 0 });
});

test('a body that inflates beyond the limit, or is packed twice, is refused on every protocol without using the memory', async () => {
  const gateway = await openGateway({ limits: { maxBody: 1024 * 1024, maxMessage: 1024 * 1024 } });
  const request = caller(gateway.url);
  const bomb = Buffer.alloc(64 * 1024 * 1024, ' ');
  const before = process.memoryUsage().rss;
  for (const [coding, bytes] of [
    ['gzip', gzipSync(bomb)],
    ['br', brotliCompressSync(bomb)],
    ['deflate', deflateSync(bomb)],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
  ] as const) {
    const headers = { 'content-encoding': coding };
    const rest = await request('POST', '/api/v1/bodydbl', bytes, headers);
    if (coding === 'gzip, gzip') assertProblem(rest, 415, coding);
    else assertProblem(rest, 413, '1048576 bytes');
    const rpc = await request('POST', '/selvage.body.v1.BodyService/InferMeasurements', bytes, headers);
    const code = coding === 'gzip' || coding === 'br' ? 'resource_exhausted' : 'unimplemented';
    assert.is(rpc.json.code, code, `${coding} ${rpc.text}`);
  }
  const grown = process.memoryUsage().rss - before;
  assert.ok(grown < 128 * 1024 * 1024, `${grown}`);
  await gateway.close({ graceMs: 0 });
});

let service: Embedded;

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

test('JSON with forbidden content is 400, 1e400 an invalid value, and -0 is 0', async () => {
  service = await openEmbedded();
  const post = (body: string | Buffer) => service.request('POST', '/api/v1/bodydbl', body);
  const deep = (depth: number) => `{"gender":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const malformed: [string | Buffer, RegExp][] = [
    [deep(32), /deeper than 32/],
    [deep(1_000_000), /deeper than 32/],
    ['{"gender":"female","gender":"male"}', /Duplicate key "gender"/],
    ['{"__proto__":{"admin":true}}', /__proto__/],
    ['{"height":NaN}', /line 1, column 11/],
    ['{"gender":"\\ud800"}', /Lone surrogate/],
    ['\ufeff{}', /Byte order mark/],
    [Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]), /UTF-8/],
    ['{"gender":"female"', /ends/],
    ['', /no body/],
  ];
  for (const [body, words] of malformed) assertProblem(await post(body), 400, words);
  const person = (height: string) => `{"gender":"female","unit":"metric","height":${height}}`;
  assertProblem(await post(person('1e400')), 400, 'height');
  const nest = (size: string) =>
    service.request(
      'POST',
      '/api/v1/nest',
      `{"polygons":[{"points":[[0,0],[${size},0],[1,1]]}],"bins":[{"boundary":{"points":${JSON.stringify(square)}}}]}`,
    );
  assertProblem(await nest('1e400'), 422, /polygons\[0\]/);
  assertProblem(await service.request('POST', '/api/v1/nest', '{"minDistance":-1e400}'), 422, 'minDistance');
  const zero = await service.request(
    'POST',
    '/api/v1/bodydbl',
    '{"gender":"female","unit":"metric","measurementKey":-0}',
  );
  assert.ok(Object.is(zero.json.measurementKey, 0));
});

test('over Connect’s JSON the same content is INVALID_ARGUMENT', async () => {
  const post = (body: string | Buffer) =>
    service.request('POST', '/selvage.body.v1.BodyService/InferMeasurements', body);
  const person = (more: string) => `{"gender":"GENDER_FEMALE","unit":"UNIT_SYSTEM_METRIC",${more}}`;
  const refused: [string | Buffer, string][] = [
    [person('"height":1e400'), 'height'],
    [person('"height":"NaN"'), 'height'],
    [person('"height":170,"height":171'), 'height'],
    [person(`"height":${'['.repeat(100_000)}${']'.repeat(100_000)}`), 'height'],
    [person('"gender":"GENDER_MALE"'), 'gender'],
    ['{"gender"', 'JSON'],
    ['', 'JSON'],
    [person('"__proto__":{"gender":2},"height":170'), '__proto__'],
    [person('"polluted":true,"height":170'), 'polluted'],
  ];
  for (const [body, word] of refused) {
    const { status, json } = await post(body);
    assert.equal([status, json.code], [400, 'invalid_argument'], word);
    assert.match(json.message, word);
  }
  assert.is(({} as Record<string, unknown>).polluted, undefined);
});

test('an unknown form of messages over gRPC is 415', async () => {
  const session = http2.connect(service.url);
  const head = { ...get, ':method': 'POST', ':path': '/selvage.body.v1.BodyService/InferMeasurements', te: 'trailers' };
  const stream = session.request({
    ...head,
    authorization: `Bearer ${service.key}`,
    'content-type': 'application/grpc+xml',
  });
  stream.end(Buffer.alloc(5));
  const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
  assert.is(headers[':status'], 415);
  session.destroy();
});

test('a message that would decode into millions of objects is refused in every form before it is decoded', async () => {
  const path = '/selvage.nest.v1.NestService/Nest';
  const unary = '/selvage.file.v1.FileService/WriteLayout';
  // field 1, a message of no bytes: half a million parts; unknown fields; a second message behind an empty one
  const parts = Buffer.alloc(1_000_000, Buffer.from([0x0a, 0]));
  const unknown = Buffer.alloc(1_000_000, Buffer.from([0xf8, 0x7f, 0]));
  const json = `{"polygons":[${'{},'.repeat(400_000)}{}]}`;
  const deep = Buffer.from(`{"allowedRotations":[${'1,'.repeat(1_200_000)}1]}`);
  const envelope = (flags: number, message: Buffer) => {
    const head = Buffer.alloc(5);
    head[0] = flags;
    head.writeUInt32BE(message.length, 1);
    return Buffer.concat([head, message]);
  };
  const cases: [string, string, Buffer, Record<string, string>][] = [
    [path, 'application/grpc-web+proto', envelope(0, parts), {}],
    [path, 'application/grpc-web+proto', envelope(0, unknown), {}],
    [path, 'application/grpc-web+proto', envelope(1, gzipSync(parts)), { 'grpc-encoding': 'gzip' }],
    [path, 'application/grpc-web+json', envelope(1, brotliCompressSync(json)), { 'grpc-encoding': 'br' }],
    [path, 'application/connect+proto', envelope(1, gzipSync(parts)), { 'connect-content-encoding': 'gzip' }],
    [path, 'application/connect+json', envelope(0, deep), {}],
    [unary, 'application/proto', parts, {}],
    [unary, 'application/proto', gzipSync(parts), { 'content-encoding': 'gzip' }],
    [`${unary}?a=b`, 'application/json', Buffer.from(json), {}],
  ];
  for (const [to, type, body, more] of cases) {
    const { status, headers, text } = await service.request('POST', to, body, {
      'content-type': type,
      'connect-protocol-version': '1',
      ...more,
    });
    const told = `${headers.get('grpc-status')} ${headers.get('grpc-message')} ${text}`;
    assert.match(
      decodeURIComponent(told),
      /has more than (300000 objects|1000000 values)/,
      `${type}: ${status} ${told}`,
    );
  }
  const second = Buffer.concat([envelope(0, Buffer.alloc(0)), envelope(0, parts)]);
  const two = await service.request('POST', path, second, { 'content-type': 'application/grpc-web+proto' });
  assert.not.match(two.text, /^.*grpc-status: 0/s);
  const health = await service.request('POST', '/grpc.health.v1.Health/Check', unknown, {
    'content-type': 'application/proto',
    'connect-protocol-version': '1',
  });
  assert.match(health.text, 'resource_exhausted');
});

test('bombs of geometry are refused or solved within their limits, and others are answered meanwhile', async () => {
  const nest = (polygons: string, size: string, more = '') =>
    service.request(
      'POST',
      '/api/v1/nest',
      `{"polygons":[${polygons}],"bins":[{"boundary":{"points":[[0,0],[${size},0],[${size},${size}],[0,${size}]]}}],"maximumExecutionTime":0.1${more}}`,
    );
  const part = (size: string) => `{"points":[[0,0],[${size},0],[${size},${size}],[0,${size}]]}`;
  const crossing = Array.from({ length: 3000 }, (_, i) => `[${(i * 7919) % 3001},${(i * 104_729) % 2999}]`).join(',');
  const cases: [string, () => ReturnType<typeof nest>, readonly number[]][] = [
    ['a million vertices', () => nest(`{"points":[${'[0,0],'.repeat(999_999)}[1,1]]}`, '10'), [422]],
    ['300,000 parts', () => nest(`${'{},'.repeat(299_990)}{}`, '10'), [413, 422]],
    ['an outline that crosses itself everywhere', () => nest(`{"points":[${crossing}]}`, '10'), [422]],
    ['parts as small as numbers go', () => nest(part('1e-300'), '1'), [422, 200]],
    ['parts as large as numbers go', () => nest(part('1e300'), '1e300'), [422, 200]],
    ['sheets as large as numbers go', () => nest(part('1'), '1e300'), [422, 200]],
    ['the largest grid', () => nest(part('1'), '10', ',"xSteps":10000,"ySteps":10000,"matchingType":"pattern"'), [200]],
  ];
  for (const [name, send, statuses] of cases) {
    let over = false;
    const bomb = send().finally(() => {
      over = true;
    });
    let others = 0;
    while (!over) {
      assert.is((await service.request('GET', '/healthz')).status, 200);
      others += 1;
    }
    const { status, text } = await bomb;
    assert.ok(statuses.includes(status), `${name}: ${status} ${text.slice(0, 300)}`);
    assert.ok(others > 0, name);
    if (status === 200) assert.is(JSON.parse(text.trimEnd().split('\n').at(-1)!).type, 'done', name);
  }
});

test.after(() => service?.close());
test.run();
