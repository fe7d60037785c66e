/** Request bodies in gzip, deflate and br: the same answers as for plain ones, and the same limits on the unpacked bytes. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import http2 from 'node:http2';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertProblem, caller, openGateway } from './open.js';
import { authorization, plainServices } from './plain-services.js';

const path = '/api/v1/bodydbl';
const rpc = '/selvage.body.v1.BodyService/InferMeasurements';
const text = `{"gender":"female","unit":"metric","height":170${' '.repeat(5_000)}}`;
const pack = { gzip: gzipSync, 'x-gzip': gzipSync, GZip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

test('a body in each coding is answered as the plain one, with and without a length, over HTTP/1.1 and HTTP/2', async () => {
  const gateway = await openGateway();
  const request = caller(gateway.url);
  const { text: expected } = await request('POST', path, text);
  for (const [coding, packed] of Object.entries(pack)) {
    const bytes = packed(text);
    const answer = await request('POST', path, bytes, { 'content-encoding': coding });
    assert.equal([answer.status, answer.text], [200, expected], coding);

    const headers = { authorization, 'content-type': 'application/json', 'content-encoding': coding };
    const chunked = httpRequest(gateway.url + path, { method: 'POST', headers, agent: false });
    for (const byte of bytes) chunked.write(Buffer.of(byte));
    chunked.end();
    const [response] = (await once(chunked, 'response')) as [IncomingMessage];
    assert.is(Buffer.concat(await response.toArray()).toString(), expected, `${coding} in chunks`);

    const session = http2.connect(gateway.url);
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
    stream.end(bytes);
    assert.is(Buffer.concat(await stream.toArray()).toString(), expected, `${coding} over HTTP/2`);
    session.close();
  }
  const plain = await request('POST', path, text, { 'content-encoding': 'identity' });
  assert.is(plain.text, expected);
  await gateway.close({ graceMs: 0 });
});

test('a body in another coding than named, cut short or too long is 400', async () => {
  const gateway = await openGateway();
  const request = caller(gateway.url);
  for (const [coding, packed] of Object.entries(pack)) {
    const bytes = packed(text);
    const wrong = {
      'ends early': bytes.subarray(0, -3),
      'is only begun': bytes.subarray(0, 4),
      'is plain': Buffer.from(text),
      'is followed by others': Buffer.concat([bytes, Buffer.from('more')]),
      'is followed by much': Buffer.concat([bytes, Buffer.alloc(1_000_000, 'more')]),
      'is raw': deflateRawSync(text),
      'has a wrong byte': Buffer.from(bytes).fill(bytes[12]! ^ 0xff, 12, 13),
    };
    for (const [name, body] of Object.entries(wrong)) {
      const answer = await request('POST', path, body, { 'content-encoding': coding });
      assertProblem(answer, 400);
      assert.ok(['corrupt_encoding', 'malformed_json'].includes(answer.json.code), `${coding} ${name} ${answer.text}`);
      if (name !== 'has a wrong byte') assert.is(answer.json.code, 'corrupt_encoding', `${coding} ${name}`);
    }
  }
  await gateway.close({ graceMs: 0 });
});

test('another coding, or several, is 415, with a list of the accepted ones', async () => {
  const gateway = await openGateway();
  for (const coding of ['zstd', 'compress', 'gzip, gzip', 'gzip,br', 'identity, gzip', ', gzip', '*']) {
    const answer = await caller(gateway.url)('POST', path, gzipSync(text), { 'content-encoding': coding });
    assertProblem(answer, 415, coding);
    assert.is(answer.json.code, 'unsupported_encoding');
    assert.is(answer.headers.get('accept-encoding'), 'gzip, deflate, br');
  }
  const type = await caller(gateway.url)('POST', path, 'text', { 'content-type': 'text/plain' });
  assert.equal([type.status, type.headers.get('accept-encoding')], [415, null]);
  await gateway.close({ graceMs: 0 });
});

test('the limits hold for the unpacked body: the service’s, and the plan’s', async () => {
  const services = plainServices();
  const limits = { requestsPerMinute: 9, openJobs: 1, solverSecondsPerMonth: 1, bodyBytes: 6_000 };
  const gateways = [
    await openGateway({ limits: { maxBody: 6_000 } }),
    await openGateway({
      services: {
        ...services,
        authenticate: async (credentials) => ({ ...(await services.authenticate(credentials)), limits }),
      },
    }),
  ];
  const body = (length: number) => '{"gender":"female","unit":"metric","height":170}'.padEnd(length);
  for (const gateway of gateways) {
    const request = caller(gateway.url);
    for (const [coding, packed] of Object.entries(pack)) {
      const headers = { 'content-encoding': coding };
      assert.is((await request('POST', path, packed(body(6_000)), headers)).status, 200);
      const over = await request('POST', path, packed(body(6_001)), headers);
      assertProblem(over, 413, '6000 bytes');
      assert.is(over.json.code, 'body_too_large');
    }
    await gateway.close({ graceMs: 0 });
  }
});

test('the unpacked bytes count toward the budget of all bodies, and are given back', async () => {
  const gateway = await openGateway({ limits: { maxBuffered: 20_000 } });
  const request = caller(gateway.url);
  const body = (length: number) => '{"gender":"female","unit":"metric","height":170}'.padEnd(length);
  for (const [coding, packed] of Object.entries(pack)) {
    const headers = { 'content-encoding': coding };
    assertProblem(await request('POST', path, packed(body(25_000)), headers), 503);
    let answer = await request('POST', path, packed(body(15_000)), headers);
    while (answer.status === 503) answer = await request('POST', path, packed(body(15_000)), headers);
    assert.is(answer.status, 200);
  }
  await gateway.close({ graceMs: 0 });
});

test('many bombs at once take no more than the budget, over REST and Connect', async () => {
  const gateway = await openGateway({ limits: { maxBuffered: 1024 * 1024 } });
  const request = caller(gateway.url);
  const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024, ' '));
  const before = process.memoryUsage().rss;
  for (const [to, refused] of [
    [path, 'unavailable'],
    [rpc, 'unavailable'],
  ] as const) {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => request('POST', to, bomb, { 'content-encoding': 'gzip' })),
    );
    for (const { status, json } of answers) assert.equal([status, json.code], [503, refused]);
  }
  const grown = process.memoryUsage().rss - before;
  assert.ok(grown < 200 * 1024 * 1024, `${grown}`);
  await gateway.close({ graceMs: 0 });
});

test.run();
