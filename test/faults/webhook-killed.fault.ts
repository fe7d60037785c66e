/**
 * kill -9 of a service while a receiver holds its messages. Every event arrives after that, from the restarted embedded
 * service and from another gateway over PostgreSQL; only messages under way come twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSchema } from '../store/postgres-schema.js';
import { startPostgres } from '../store/postgres-server.js';
import { isSigned, openReceiver } from '../webhooks/receiver.js';
import { amount, figure } from './mode.js';
import { type SelvageService, startService } from './selvage-process.js';

const args = ['--solvers', '1', '--private-webhooks'];
const [tests, jobs] = [amount(40, 8), amount(10, 2)];
/** Messages that a receiver gets at a time. */
const atOnce = 4;

const box = { points: [[0, 0], [9, 0], [9, 9], [0, 9]] }; // biome-ignore format: four points
const nest = { polygons: [box], bins: [{ boundary: box }], maximumExecutionTime: 1 };

async function call(service: SelvageService, method: string, path: string, body?: object): Promise<string> {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${service.key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, text);
  return text;
}

/** `next` starts the service that goes on. */
async function scenario(first: SelvageService, next: () => Promise<SelvageService>): Promise<void> {
  const receiver = await openReceiver();
  receiver.answer(() => {});
  const created = await call(first, 'POST', '/webhooks', { url: receiver.url, events: ['job.ended'] });
  const { webhook, secret } = JSON.parse(created);
  const path = `/webhooks/${webhook.webhookId}`;
  const wanted = new Set<string>();
  for (let i = 0; i < tests; i++) wanted.add(JSON.parse(await call(first, 'POST', `${path}/test`)).deliveryId);
  await receiver.atLeast(atOnce);
  for (let i = 0; i < jobs; i++) {
    const [line] = (await call(first, 'POST', '/nest', nest)).split('\n');
    wanted.add(`job_${JSON.parse(line!).jobId}`);
  }
  await first.kill('SIGKILL');
  const before = receiver.received.length;
  receiver.answer((response) => response.writeHead(204).end());
  const second = { ...(await next()), key: first.key };
  const arrived = () => new Set(receiver.received.slice(before).map(({ headers }) => String(headers['webhook-id'])));
  while (arrived().size < wanted.size) await receiver.atLeast(receiver.received.length + 1);
  assert.equal([...arrived()].sort(), [...wanted].sort());
  assert.ok(receiver.received.every((message) => isSigned(message, secret)));
  assert.is(receiver.received.length - wanted.size, before, 'only messages under way came twice');
  // the last answers are stored a moment after they were sent
  for (;;) {
    const { deliveries } = JSON.parse(await call(second, 'GET', `${path}/deliveries?state=pending`));
    if (deliveries.length === 0) break;
    await delay(50);
  }
  figure('events, and messages that came twice', `${wanted.size} ${before}`);
  await receiver.close();
  assert.is(await second.kill('SIGTERM'), 0);
}

test('the embedded service is killed: after its restart every event arrives', async () => {
  const data = mkdtempSync(join(tmpdir(), 'selvage-webhook-'));
  const start = () => startService(['--data', data, ...args]);
  await scenario(await start(), start);
  rmSync(data, { recursive: true, force: true });
});

const server = await startPostgres({ durable: true });

if (server === null) {
  test('skipped: PostgreSQL is not installed here', () => assert.is(server, null));
} else {
  test('a gateway is killed: another one sends every event', async () => {
    const env = { DATABASE_URL: (await createSchema(server.url)).url };
    const start = () => startService(args, { env });
    await scenario(await start(), start);
  });
  test.after(() => server.stop());
}

test.run();
