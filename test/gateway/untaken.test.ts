/** A client that does not take its answer is dropped, over every protocol. A client that waits for a quiet job is not. */
import http from 'node:http';
import http2 from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Server } from '../../gateway/server.js';
import { caller, openGateway } from './open.js';
import { authorization, event, jobId, plainServices } from './plain-services.js';

const limits = { untakenTimeout: 300 };
const path = `/api/v1/nest/${jobId}`;

/** A job that never stops sending; `ended` resolves when its stream does. */
async function openTalkative(): Promise<{ gateway: Server; ended: Promise<unknown> }> {
  let end: (reason: unknown) => void;
  const ended = new Promise((resolve) => {
    end = resolve;
  });
  const services = plainServices(async function* ({ signal }) {
    try {
      for (let seq = 1; ; seq++) yield event.solution(seq, 10_000);
    } finally {
      end(signal.aborted);
    }
  });
  return { gateway: await openGateway({ services, limits }), ended };
}

test('NDJSON over HTTP/1.1 that nobody reads', async () => {
  const { gateway, ended } = await openTalkative();
  const request = http.get(gateway.url + path, { headers: { authorization }, agent: false });
  request.on('error', () => {}).on('response', (response) => response.on('error', () => {}).pause());
  assert.is(await ended, true);
  request.destroy();
  await gateway.close({ graceMs: 0 });
});

for (const [what, type, body] of [
  ['NDJSON over HTTP/2', undefined, undefined],
  ['gRPC', 'application/grpc', Buffer.alloc(5)],
  ['Connect', 'application/connect+json', Buffer.from('\0\0\0\0\x02{}', 'latin1')],
] as const) {
  test(`${what} that nobody reads: the stream alone ends`, async () => {
    const { gateway, ended } = await openTalkative();
    const session = http2.connect(gateway.url);
    const stream = session.request({
      authorization,
      ...(type === undefined
        ? { ':path': path }
        : { ':method': 'POST', ':path': '/selvage.nest.v1.NestService/Nest', 'content-type': type, te: 'trailers' }),
    });
    const closed = new Promise((resolve) => stream.on('error', () => {}).on('close', () => resolve(stream.rstCode)));
    stream.pause().end(body);
    assert.is(await ended, true);
    stream.resume();
    assert.is(await closed, http2.constants.NGHTTP2_CANCEL);
    const other = session.request({ ':path': '/healthz' });
    const status = await new Promise((resolve) => other.on('response', (head) => resolve(head[':status'])));
    assert.is(status, 200);
    session.destroy();
    await gateway.close({ graceMs: 0 });
  });
}

test('a job that is quiet for longer than the limit is not cut off, nor are its later lines', async () => {
  const services = plainServices(async function* () {
    yield event.queued(1, 1);
    await delay(4 * limits.untakenTimeout);
    yield event.solution(2, 10_000);
    yield event.done(3);
  });
  const gateway = await openGateway({ services, limits });
  const { text } = await caller(gateway.url)('GET', path);
  assert.match(text.split('\n').at(-2)!, '"done"');
  const session = http2.connect(gateway.url);
  const stream = session.request({ ':path': path, authorization }).setEncoding('utf8');
  let received = '';
  for await (const chunk of stream) received += chunk;
  assert.match(received.split('\n').at(-2)!, '"done"');
  session.destroy();
  await gateway.close({ graceMs: 0 });
});

test('a client that stops reading after a quiet time is dropped, too', async () => {
  let end: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const services = plainServices(async function* () {
    try {
      yield event.queued(1, 1);
      await delay(3 * limits.untakenTimeout);
      for (let seq = 2; ; seq++) yield event.solution(seq, 10_000);
    } finally {
      end();
    }
  });
  const gateway = await openGateway({ services, limits });
  const session = http2.connect(gateway.url);
  session
    .request({ ':path': path, authorization })
    .on('error', () => {})
    .pause();
  await ended;
  session.destroy();
  await gateway.close({ graceMs: 0 });
});

test.run();
