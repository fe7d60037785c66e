/** Clients of HTTP/1.1 that write all of a request before they read the answer, which comes earlier and ends the connection. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openGateway } from './open.js';
import { authorization } from './plain-services.js';

const limit = 64 * 1024;
/** More than the sockets of both sides keep. */
const body = Buffer.alloc(24 * 1024 * 1024, ' ');

const withSocket = (name: string, run: (socket: Socket) => Promise<void>) =>
  test(name, async () => {
    const gateway = await openGateway({ limits: { maxBody: limit } });
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    try {
      await run(socket);
    } finally {
      socket.destroy();
      await gateway.close({ graceMs: 0 });
    }
  });

const head = (...lines: string[]) =>
  `${['POST /api/v1/bodydbl HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`;
const key = `Authorization: ${authorization}`;
const length = `Content-Length: ${body.length}`;

/** Resolves once everything is written; rejects if the connection breaks. */
function write(socket: Socket, ...parts: (string | Buffer)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.write(Buffer.concat(parts.map((part) => Buffer.from(part))), (error) => (error ? reject(error) : resolve()));
  });
}

const chunked = [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'];

for (const [name, parts, status] of [
  ['a body over the limit', [head(key, length), body], 413],
  ['a chunked body over the limit', [head(key, 'Transfer-Encoding: chunked'), ...chunked], 413],
  ['a body without a key, on a connection to be closed', [head(length, 'Connection: close'), body], 401],
  ['a body with two keys', [head(key, key, length), body], 400],
] as const) {
  withSocket(`${name} is answered once all of it is written`, async (socket) => {
    await write(socket, ...parts);
    const answer = await text(socket);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(answer, /"status":\d+,.*\}$/s);
  });
}

withSocket('the answer does not wait for the rest, and nothing after the rest is answered', async (socket) => {
  await write(socket, head(key, length));
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /^HTTP\/1.1 413 /);
  await write(socket, body, `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
  const rest = await text(socket);
  assert.not.match(rest, 'HTTP/1.1');
});

test.run();
