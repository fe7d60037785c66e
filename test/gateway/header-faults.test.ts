/**
 * Requests that two readers may take for different ones are refused (RFC 9110, 9112 and 9113). The tests write them byte by
 * byte.
 */
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Server } from '../../gateway/server.js';
import { openGateway } from './open.js';
import { authorization, event, plainServices } from './plain-services.js';
import { frameType, RawHttp2, request } from './raw-http2.js';

let gateway: Server;
/** Resolves when a client has left a nest stream. */
let left: Promise<void>;

test.before(async () => {
  let leave = () => {};
  left = new Promise((resolve) => {
    leave = resolve;
  });
  const services = plainServices(async function* ({ signal }) {
    yield event.queued(1, 1);
    await once(signal, 'abort');
    leave();
  });
  gateway = await openGateway({ services });
});
test.after(() => gateway.close({ graceMs: 0 }));

/** All bytes received until the connection is closed. */
async function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  const socket = net.connect(Number(port), hostname);
  // A reset is also a close.
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return received;
}

const body = '{"gender":"female","unit":"metric","height":170}';
const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const rest = '/api/v1/bodydbl';
const connect = '/selvage.body.v1.BodyService/InferMeasurements';

interface Changes {
  /** Lines that replace the usual ones of the request; an empty list leaves them out. */
  readonly host?: readonly string[];
  readonly more?: readonly string[];
  readonly length?: string;
  readonly key?: string;
  readonly text?: string;
  readonly version?: string;
  readonly path?: string;
}

function post({ host = ['host: x'], more = [], key, length, text = body, version = 'HTTP/1.1', path = rest }: Changes) {
  const lines = [
    `POST ${path} ${version}`,
    ...host,
    `authorization: ${key ?? authorization}`,
    'content-type: application/json',
    ...more,
    length ?? `content-length: ${text.length}`,
    'connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

const inChunks = (more: readonly string[], version?: string): Changes => ({
  more: more.slice(1),
  length: more[0]!,
  text: chunked,
  ...(version === undefined ? {} : { version }),
});

const refused: Record<string, readonly [Changes, code: string]> = {
  'two different Hosts': [{ host: ['host: x', 'host: y'] }, 'repeated_header'],
  'the same Host twice': [{ host: ['host: x', 'Host: x'] }, 'repeated_header'],
  'no Host': [{ host: [] }, 'missing_host'],
  'a Host with a space': [{ host: ['host: a b'] }, 'invalid_host'],
  'a list of Hosts': [{ host: ['host: a, b'] }, 'invalid_host'],
  'a Host with a path': [{ host: ['host: a/b'] }, 'invalid_host'],
  'a Host with a user': [{ host: ['host: user@a'] }, 'invalid_host'],
  'a Host with a port of letters': [{ host: ['host: a:http'] }, 'invalid_host'],
  'a Host that is half an address': [{ host: ['host: [::1'] }, 'invalid_host'],
  'a Host with an invalid address': [{ host: ['host: [1:2:3]'] }, 'invalid_host'],
  'two keys': [{ more: ['authorization: Bearer other'] }, 'repeated_header'],
  'the same key twice': [{ more: [`authorization: ${authorization}`] }, 'repeated_header'],
  'two Content-Types': [{ more: ['content-type: text/plain'] }, 'repeated_header'],
  'two Idempotency-Keys': [{ more: ['idempotency-key: a', 'idempotency-key: b'] }, 'repeated_header'],
  'two Content-Lengths': [{ more: ['content-length: 3'] }, 'malformed'],
  'the same Content-Length twice': [{ more: [`content-length: ${body.length}`] }, 'malformed'],
  'a list of Content-Lengths': [{ length: `content-length: ${body.length}, ${body.length}` }, 'malformed'],
  'a Content-Length with a sign': [{ length: `content-length: +${body.length}` }, 'malformed'],
  'Transfer-Encoding and Content-Length': [
    inChunks(['transfer-encoding: chunked', `content-length: ${body.length}`]),
    'malformed',
  ],
  'Content-Length and Transfer-Encoding': [
    inChunks([`content-length: ${body.length}`, 'transfer-encoding: chunked']),
    'malformed',
  ],
  'another transfer coding before chunked': [
    inChunks(['transfer-encoding: gzip, chunked']),
    'unsupported_transfer_encoding',
  ],
  'another transfer coding alone': [inChunks(['transfer-encoding: gzip']), 'unsupported_transfer_encoding'],
  'chunked twice': [inChunks(['transfer-encoding: chunked, chunked']), 'malformed'],
  'two Transfer-Encodings': [inChunks(['transfer-encoding: chunked', 'transfer-encoding: chunked']), 'malformed'],
  'chunks over HTTP/1.0': [inChunks(['transfer-encoding: chunked'], 'HTTP/1.0'), 'unsupported_transfer_encoding'],
  'a folded line': [{ more: ['x-a: b\r\n c'] }, 'malformed'],
  'a folded key': [{ key: `\r\n ${authorization}` }, 'malformed'],
  'a space before the colon': [{ more: ['x-a : b'] }, 'malformed'],
  'a line without a colon': [{ more: ['x-a'] }, 'malformed'],
  'a carriage return in a value': [{ more: ['x-a: b\rc'] }, 'malformed'],
  'a zero byte in a value': [{ more: ['x-a: b\0c'] }, 'malformed'],
  'HTTP/2.0 in the line of a request': [{ version: 'HTTP/2.0' }, 'unsupported_http_version'],
  'HTTP/1.2': [{ version: 'HTTP/1.2' }, 'malformed'],
};

for (const [name, [changes, code]] of Object.entries(refused)) {
  test(`${name}: 400, once, over REST and Connect, and the connection is closed`, async () => {
    for (const path of [rest, connect, '/nowhere']) {
      const received = await exchange(post({ ...changes, path }));
      assert.is(received.match(/HTTP\/1\.1 \d/g)?.length, 1, received);
      assert.match(received, /^HTTP\/1\.1 400 /);
      assert.match(received, /^content-type: application\/problem\+json\r$/im);
      assert.is(JSON.parse(/\{.*\}/s.exec(received)![0]).code, code, received);
    }
  });
}

const accepted: Record<string, Changes> = {
  'an empty Host': { host: ['host:'] },
  'a name with a port': { host: ['host: a_b.Example:8080'] },
  'an address': { host: ['host: [2001:db8::1]:443'] },
  'no Host over HTTP/1.0': { host: [], version: 'HTTP/1.0' },
  chunks: inChunks(['Transfer-Encoding: Chunked']),
};
for (const [name, changes] of Object.entries(accepted)) {
  test(`${name} is accepted`, async () => {
    assert.match(await exchange(post(changes)), /^HTTP\/1\.1 200 /);
  });
}

test('the second of two requests on a connection is checked like the first', async () => {
  const first = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';
  const received = await exchange(`${first}GET /healthz HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n`);
  assert.equal(received.match(/(?<=HTTP\/1\.1 )\d+/g), ['200', '400']);
});

test('no header is dropped, however many there are', async () => {
  const many = Array.from({ length: 2_500 }, () => 'a:');
  assert.match(await exchange(post({ more: many })), /^HTTP\/1\.1 200 /);
  assert.match(await exchange(post({ more: [...many, 'x-service-organization-id: foreign'] })), /^HTTP\/1\.1 403 /);
});

test('bytes after a request are not answered in the middle of its answer', async () => {
  const nest = '{"polygons":[{"points":[[0,0],[1,0],[1,1]]}],"bins":[{"boundary":{"points":[[0,0],[9,0],[9,9]]}}]}';
  const { hostname, port } = new URL(gateway.url);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const closed = once(socket, 'close');
  socket.write(post({ path: '/api/v1/nest', text: nest }).replace('connection: close', 'connection: keep-alive'));
  while (!received.includes('queued')) await once(socket, 'data');
  socket.write('no request\r\n\r\n');
  await closed;
  await left;
  assert.is(received.match(/HTTP\/1\.1 \d/g)?.length, 1, received);
});

const head = [
  [':method', 'GET'],
  [':scheme', 'http'],
  [':path', '/healthz'],
] as const;
const overHttp2: Record<string, readonly [readonly (readonly [string, string])[], status: string]> = {
  'an :authority': [[[':authority', 'x']], '200'],
  'an :authority of IPv6': [[[':authority', '[::1]:8080']], '200'],
  'an :authority of IPv6 without brackets, as Node 20 writes it': [[[':authority', '::1:8080']], '200'],
  'a Host in its place': [[['host', 'x']], '200'],
  'both with one meaning': [
    [
      [':authority', 'Example:80'],
      ['host', 'example'],
    ],
    '200',
  ],
  'both, different': [
    [
      [':authority', 'x'],
      ['host', 'y'],
    ],
    '400',
  ],
  'both, with two ports': [
    [
      [':authority', 'x:8080'],
      ['host', 'x'],
    ],
    '400',
  ],
  'an :authority with a user': [[[':authority', 'user@x']], '400'],
  'two keys': [
    [
      [':authority', 'x'],
      ['authorization', authorization],
      ['authorization', 'Bearer other'],
    ],
    '400',
  ],
  'two Content-Types': [
    [
      [':authority', 'x'],
      ['content-type', 'application/json'],
      ['content-type', 'text/plain'],
    ],
    '400',
  ],
  'two Hosts': [
    [
      ['host', 'x'],
      ['host', 'x'],
    ],
    'reset',
  ],
  'two :authorities': [
    [
      [':authority', 'x'],
      [':authority', 'x'],
    ],
    'reset',
  ],
  'two Content-Lengths': [
    [
      [':authority', 'x'],
      ['content-length', '0'],
      ['content-length', '0'],
    ],
    'reset',
  ],
  'a Transfer-Encoding': [
    [
      [':authority', 'x'],
      ['transfer-encoding', 'chunked'],
    ],
    'reset',
  ],
};

/** Statuses in the static table of HPACK: 200 and 400 (RFC 7541, appendix A). */
const statuses = new Map([
  [0x88, '200'],
  [0x8c, '400'],
]);

for (const [name, [fields, expected]] of Object.entries(overHttp2)) {
  test(`over HTTP/2, ${name}: ${expected}`, async () => {
    const client = await RawHttp2.open(gateway.url);
    client.write(request(1, [...head, ...fields]));
    const answer = await client.until(({ stream }) => stream === 1);
    const told = answer?.type === frameType.headers ? statuses.get(answer.payload[0]!) : 'reset';
    assert.is(told, expected);
    if (expected === 'reset') assert.is(answer?.type, frameType.reset);
    client.destroy();
  });
}

test.run();
