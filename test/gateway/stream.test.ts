import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import type { Call } from '../../src/services/services.js';
import { assertProblem, caller, openGateway } from './open.js';
import { authorization, event, jobId, type NestStream, plainServices } from './plain-services.js';

const square = {
  points: [
    [0, 0],
    [1, 0],
    [1, 1],
  ],
};
const nestBody = JSON.stringify({ polygons: [square], bins: [{ boundary: square }] });

const openStream = (nest?: NestStream) => openGateway({ services: plainServices(nest) });

/** A promise and the function that settles it. */
function signal<T = void>() {
  let settle!: (value: T) => void;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

/** Sends a nest request over HTTP/1.1 and returns the response, unread. */
async function startNest(url: string): Promise<http.IncomingMessage> {
  const request = http.request(`${url}/api/v1/nest`, {
    method: 'POST',
    agent: new http.Agent(),
    headers: { authorization, 'content-type': 'application/json' },
  });
  request.on('error', () => {});
  request.end(nestBody);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.on('error', () => {});
  return response;
}

test('a stream is one line an event, done last, each line with its job and number', async () => {
  const gateway = await openStream();
  const answer = await caller(gateway.url)('POST', '/api/v1/nest', nestBody, { accept: 'text/html' });
  assert.is(answer.status, 200);
  assert.is(answer.headers.get('content-type'), 'application/x-ndjson');
  assert.ok(answer.text.endsWith('\n'));
  const lines = answer.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(
    lines.map(({ type }) => type),
    ['progress', 'progress', 'solution', 'done'],
  );
  assert.equal(
    lines.map(({ seq }) => seq),
    [1, 2, 3, 4],
  );
  assert.ok(lines.every((line) => line.jobId === jobId));
  assert.equal(lines[1].warnings, []);
  const rest = await caller(gateway.url)('GET', `/api/v1/nest/${jobId}?after=3`);
  assert.is(rest.text, `${JSON.stringify(lines[3])}\n`);
  await gateway.close({ graceMs: 0 });
});

test('each line is on its way before the next event exists', async () => {
  const goOn = signal();
  const gateway = await openStream(async function* () {
    yield event.queued(1, 1);
    await goOn.promise;
    yield event.done(2);
  });
  const response = await startNest(gateway.url);
  const [first] = (await once(response, 'data')) as [Buffer];
  assert.is(JSON.parse(first.toString()).status, 'queued');
  goOn.settle();
  const [second] = (await once(response, 'data')) as [Buffer];
  assert.is(JSON.parse(second.toString()).type, 'done');
  await gateway.close({ graceMs: 0 });
});

test('a failure before the first event is a problem body with its status', async () => {
  // biome-ignore lint/correctness/useYield: it fails before
  const gateway = await openStream(async function* () {
    throw ServiceError.ofProblems('plan_required', [
      { path: 'instances', code: 'plan_required', message: 'instances is 2; more than 1 is paid' },
    ]);
  });
  assertProblem(await caller(gateway.url)('POST', '/api/v1/nest', nestBody), 403, 'instances');
  await gateway.close({ graceMs: 0 });
});

test('a failure after the first event is an error line and done', async () => {
  const gateway = await openStream(async function* () {
    yield event.queued(1, 1);
    throw new Error('secret of the inside');
  });
  const answer = await caller(gateway.url)('POST', '/api/v1/nest', nestBody);
  assert.is(answer.status, 200);
  assert.not.match(answer.text, 'secret');
  const [, error, done] = answer.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.is(error.type, 'error');
  assert.type(error.message, 'string');
  assert.is(error.problem.status, 500);
  assert.equal(done, { type: 'done', jobId, seq: 3 });
  await gateway.close({ graceMs: 0 });
});

test('a stream that ends without done is reported as failed', async () => {
  const gateway = await openStream(async function* () {
    yield event.queued(1, 1);
  });
  const answer = await caller(gateway.url)('POST', '/api/v1/nest', nestBody);
  assert.equal(
    answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).type),
    ['progress', 'error', 'done'],
  );
  await gateway.close({ graceMs: 0 });
});

/** A stream that waits after its first event. It tells when its work was aborted and when it was left. */
function waitingStream() {
  const aborted = signal<unknown>();
  const left = signal();
  const stream = async function* (call: Call) {
    try {
      yield event.queued(1, 1);
      await new Promise((_resolve, reject) => {
        call.signal.addEventListener('abort', () => {
          aborted.settle(call.signal.reason);
          reject(call.signal.reason);
        });
      });
    } finally {
      left.settle();
    }
  };
  return { stream, aborted: aborted.promise, left: left.promise };
}

test('when the client goes, over HTTP/1.1 or HTTP/2, the work is aborted and left', async () => {
  for (const version of [1, 2]) {
    const waiting = waitingStream();
    const gateway = await openStream(waiting.stream);
    if (version === 1) {
      const response = await startNest(gateway.url);
      await once(response, 'data');
      response.destroy();
    } else {
      const session = http2.connect(gateway.url);
      const stream = session.request({
        ':method': 'POST',
        ':path': '/api/v1/nest',
        authorization,
        'content-type': 'application/json',
      });
      stream.end(nestBody);
      await once(stream, 'data');
      session.destroy();
    }
    const reason = await waiting.aborted;
    assert.instance(reason, ServiceError);
    assert.is((reason as ServiceError).kind, 'cancelled');
    await waiting.left;
    await gateway.close({ graceMs: 0 });
  }
});

test('when the service ends, a stream is cut without done, and new work is refused', async () => {
  const waiting = waitingStream();
  const gateway = await openStream(waiting.stream);
  const response = await startNest(gateway.url);
  let text = '';
  response.on('data', (chunk) => {
    text += chunk;
  });
  await once(response, 'data');
  const cut = new Promise((resolve) => response.once('close', resolve));
  await gateway.close({ graceMs: 0 });
  await waiting.left;
  await cut;
  assert.not.ok(response.complete);
  assert.is(text.trimEnd().split('\n').length, 1);
});

test('a stream that ends within the grace is whole', async () => {
  const goOn = signal();
  const gateway = await openStream(async function* () {
    yield event.queued(1, 1);
    await goOn.promise;
    yield event.done(2);
  });
  const response = await startNest(gateway.url);
  let text = '';
  response.on('data', (chunk) => {
    text += chunk;
  });
  await once(response, 'data');
  const whole = once(response, 'end');
  const closed = gateway.close({ graceMs: 30_000 });
  goOn.settle();
  await closed;
  await whole;
  assert.match(text, '"type":"done"');
});

test('a reader that does not read holds the stream up, not the memory', async () => {
  let yielded = 0;
  const most = 5_000;
  const gateway = await openStream(async function* () {
    for (let seq = 1; seq < most; seq++) {
      yielded += 1;
      yield event.solution(seq, 500);
    }
    yield event.done(most);
  });
  const response = await startNest(gateway.url);
  // Until the sockets between them are full, and then as long as a stream without back-pressure would need.
  let before = -1;
  for (let still = 0; still < 5; still = yielded === before ? still + 1 : 0) {
    before = yielded;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.ok(yielded < most / 2, `${yielded} of ${most} events of 40 KB were taken from the job`);
  let text = '';
  for await (const chunk of response) text = (text + chunk).slice(-200);
  assert.match(text, `{"type":"done","jobId":"${jobId}","seq":${most}}\n`);
  await gateway.close({ graceMs: 0 });
});

test('cancelling is 204 without a body, and 404 for another job', async () => {
  const gateway = await openStream();
  const request = caller(gateway.url);
  const answer = await request('DELETE', `/api/v1/nest/${jobId}`);
  assert.is(answer.status, 204);
  assert.is(answer.text, '');
  assertProblem(await request('DELETE', '/api/v1/nest/other'), 404);
  assertProblem(await request('GET', '/api/v1/nest/other'), 404);
  await gateway.close({ graceMs: 0 });
});

test.run();
