/** Webhooks of a whole service, with a real receiver: events, signatures, retries, rotation, replays, limits. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import Sqlite from 'better-sqlite3';
import { pino } from 'pino';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startServer } from '../../gateway/server.js';
import { AdminService } from '../../gen/selvage/admin/v1/admin_pb.js';
import { WebhookService } from '../../gen/selvage/webhook/v1/webhook_pb.js';
import type { KeyScope } from '../../src/accounts/repository.js';
import { openParts } from '../../src/cli/service.js';
import { readConfig } from '../../src/config.js';
import { Deliverer } from '../../src/webhooks/deliverer.js';
import { SecretBox } from '../../src/webhooks/secret.js';
import { square } from '../patterns/square-definition.js';
import { closeReceivers, isSigned, openReceiver } from './receiver.js';

const hourMs = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'selvage-webhooks-'));
const logger = pino({ level: 'silent' });
const sealing = randomBytes(32).toString('base64');
const config = readConfig(
  { data: folder, port: '0', solvers: '1', 'shutdown-grace': '0', 'private-webhooks': true },
  { SELVAGE_WEBHOOK_KEY: sealing },
);
const parts = await openParts(config, logger);
const server = await startServer({ services: parts.services, host: '127.0.0.1', port: 0, logger });
const transport = createGrpcTransport({ baseUrl: server.url });
/** Time of the deliverer ahead of the present. */
let ahead = 0;
const errors: unknown[] = [];
const disabled: string[] = [];
const delivererWith = (keys: readonly Buffer[]) =>
  new Deliverer({
    queue: parts.store,
    secrets: new SecretBox(keys),
    rules: { privateToo: true },
    retentionMs: hourMs,
    now: () => Date.now() + ahead,
    random: () => 0,
    onError: (error) => errors.push(error),
    onDisabled: (_id, reason) => disabled.push(reason),
  });
const deliverer = delivererWith(config.webhookKeys);
test.after(async () => {
  await closeReceivers();
  await deliverer.close({ graceMs: 0 });
  await server.close({ graceMs: 0 });
  await parts.endJobs();
  await parts.close();
  rmSync(folder, { recursive: true, force: true });
});

async function person(scopes: readonly KeyScope[] = []) {
  const user = await parts.accounts.createUser({ name: `person ${randomUUID()}` });
  const { text } = await parts.accounts.createKey({ userId: user.id, name: 'first', scopes });
  return { user, headers: { authorization: `Bearer ${text}` } };
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of many routes
  readonly json: any;
}

async function rest(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...type },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('ndjson') ? text : text === '' ? null : JSON.parse(text);
  return { status: response.status, json };
}

const box = { points: [[0, 0], [9, 0], [9, 9], [0, 9]] }; // biome-ignore format: four points
const nest = { polygons: [box], bins: [{ boundary: box }], maximumExecutionTime: 1 };

test('the end of a job and a published pattern arrive, signed, once, and only at their owner', async () => {
  const receiver = await openReceiver();
  const { user, headers } = await person();
  const made = await rest('POST', '/webhooks', headers, {
    url: receiver.url,
    events: ['job.ended', 'pattern.published'],
  });
  assert.is(made.status, 200, JSON.stringify(made.json));
  const { webhook, secret } = made.json;
  const { headers: others } = await person();
  await rest('POST', '/nest', others, nest);
  const lines = (await rest('POST', '/nest', headers, nest)).json.trim().split('\n');
  const { jobId } = JSON.parse(lines[0]);
  const admin = createClient(AdminService, transport);
  const { version } = await admin.savePatternDraft({ document: JSON.stringify(square(() => {})) }, { headers });
  const { patternId, versionNumber } = version!;
  for (let i = 0; i < 2; i++) await admin.publishPatternVersion({ patternId, versionNumber }, { headers });
  await deliverer.deliverDue();
  await deliverer.deliverDue();
  const told = receiver.received.sort((a, b) => (a.event.type < b.event.type ? -1 : 1));
  assert.equal(
    told.map(({ event }) => event.type),
    ['job.ended', 'pattern.published'],
  );
  const [ended, published] = told;
  assert.is(ended!.headers['webhook-id'], `job_${jobId}`);
  assert.equal(
    [ended!.event.data.jobId, ended!.event.data.outcome, ended!.event.data.fitness > 0],
    [jobId, 'finished', true],
  );
  assert.equal([published!.event.data.patternId, published!.event.data.versionNumber], [patternId, versionNumber]);
  for (const message of told) {
    assert.ok(isSigned(message, secret));
    assert.not.ok(isSigned({ ...message, body: `${message.body} ` }, secret));
    assert.ok(Math.abs(Date.now() / 1000 - Number(message.headers['webhook-timestamp'])) < 60);
  }
  const { json } = await rest('GET', `/webhooks/${webhook.webhookId}/deliveries?state=delivered&pageSize=1`, headers);
  assert.equal([json.deliveries.length, json.deliveries[0].lastStatus, json.deliveries[0].attempts], [1, 204, 1]);
  const page = `pageToken=${json.nextPageToken}`;
  const rest_ = (await rest('GET', `/webhooks/${webhook.webhookId}/deliveries?${page}`, headers)).json;
  assert.equal([rest_.deliveries.length, rest_.nextPageToken], [1, '']);
  assert.equal(new Set([json, rest_].map((one) => one.deliveries[0].payload)), new Set(told.map(({ body }) => body)));
  assert.is((await rest('GET', `/webhooks/${webhook.webhookId}`, others)).status, 404, 'foreign');
  assert.ok(user.id);
  await receiver.close();
});

test('a failure is tried again later with the same message; a rotation signs with both secrets; replays keep the id', async () => {
  const receiver = await openReceiver();
  const { headers } = await person();
  const events = ['plan.ended'];
  const { webhook, secret } = (await rest('POST', '/webhooks', headers, { url: receiver.url, events })).json;
  const path = `/webhooks/${webhook.webhookId}`;
  receiver.answer((response) => response.writeHead(500).end());
  const test_ = (await rest('POST', `${path}/test`, headers)).json;
  assert.equal([test_.state, test_.type, test_.attempts], ['pending', 'webhook.test', 0]);
  await deliverer.deliverDue();
  const first = (await rest('GET', `${path}/deliveries`, headers)).json.deliveries[0];
  assert.equal([first.state, first.lastStatus, first.lastError], ['pending', 500, 'The receiver answered 500']);
  const wait = Date.parse(first.nextAttemptTime) - Date.parse(first.lastAttemptTime);
  assert.ok(wait >= 5_000 && wait < 10_000, `${wait}`);
  assert.ok((await rest('GET', path, headers)).json.failingSince);
  assert.is((await rest('POST', `${path}/deliveries/${test_.deliveryId}/replay`, headers)).status, 409);
  await deliverer.deliverDue();
  assert.is(receiver.received.length, 1, 'not before its time');

  const rotated = (await rest('POST', `${path}/rotate`, headers, { overlapHours: 0.9999999 })).json;
  assert.not.equal(rotated.secret, secret);
  assert.ok(rotated.webhook.oldSecretExpireTime);
  receiver.answer((response) => response.writeHead(200).end('{}'));
  ahead += 10_000;
  await deliverer.deliverDue();
  const [before, after] = receiver.received;
  assert.equal([after!.headers['webhook-id'], after!.body], [before!.headers['webhook-id'], before!.body]);
  assert.equal([isSigned(after!, secret), isSigned(after!, rotated.secret)], [true, true]);
  assert.is((await rest('GET', path, headers)).json.failingSince, null);

  ahead += hourMs;
  const replayed = await rest('POST', `${path}/deliveries/${test_.deliveryId}/replay`, headers);
  assert.equal([replayed.status, replayed.json.state], [200, 'pending']);
  await deliverer.deliverDue();
  const again = receiver.received.at(-1)!;
  assert.is(again.headers['webhook-id'], test_.deliveryId);
  assert.equal([isSigned(again, secret), isSigned(again, rotated.secret)], [false, true], 'the overlap is over');
  ahead = 0;
  await receiver.close();
});

test('a slow receiver holds up nobody else, and gets a few messages at a time', async () => {
  const [slow, quick] = await Promise.all([openReceiver(), openReceiver()]);
  const held: (() => void)[] = [];
  slow.answer((response) => held.push(() => response.writeHead(204).end()));
  const { headers } = await person();
  const add = async (url: string, count: number) => {
    const { webhook } = (await rest('POST', '/webhooks', headers, { url, events: ['job.ended'] })).json;
    for (let i = 0; i < count; i++) await rest('POST', `/webhooks/${webhook.webhookId}/test`, headers);
  };
  await add(slow.url, 6);
  await add(quick.url, 6);
  const working = deliverer.deliverDue();
  await slow.atLeast(4);
  // the others of the quick receiver come by a second service, while the first one waits
  const second = delivererWith(config.webhookKeys);
  await quick.atLeast(4);
  assert.is(slow.received.length, 4);
  slow.answer((response) => response.writeHead(204).end());
  for (const release of held) release();
  await Promise.all([working, second.deliverDue()]);
  assert.equal([slow.received.length, quick.received.length], [6, 6]);
  const ids = [...slow.received, ...quick.received].map((message) => message.headers['webhook-id']);
  assert.is(new Set(ids).size, 12, 'each once');
  await Promise.all([slow.close(), quick.close()]);
});

test('attempts end after a day, and a receiver that takes nothing for days is disabled with the reason', async () => {
  const receiver = await openReceiver();
  receiver.answer((response) => response.writeHead(503).end());
  const { headers } = await person();
  const { webhook } = (await rest('POST', '/webhooks', headers, { url: receiver.url, events: ['job.ended'] })).json;
  const path = `/webhooks/${webhook.webhookId}`;
  const runOut = async () => {
    await rest('POST', `${path}/test`, headers);
    for (let hour = 0; hour < 30; hour++) {
      await deliverer.deliverDue();
      ahead += hourMs;
    }
    return (await rest('GET', `${path}/deliveries`, headers)).json.deliveries[0];
  };
  const first = await runOut();
  assert.equal([first.state, first.attempts, first.nextAttemptTime], ['failed', 9, null]);
  assert.is((await rest('GET', path, headers)).json.disableTime, null, 'one day is not long');
  ahead += 4 * 24 * hourMs;
  // made now, so its age counts from the first failure
  await runOut();
  const { disableReason } = (await rest('GET', path, headers)).json;
  assert.is(disableReason, 'The receiver took no message for 5 days');
  assert.equal(disabled, [disableReason]);
  assert.equal((await rest('POST', `${path}/test`, headers)).json.code, 'webhook_disabled');
  const enabled = (await rest('PATCH', path, headers, { enabled: true, description: 'again' })).json;
  assert.equal([enabled.disableTime, enabled.failingSince, enabled.description], [null, null, 'again']);
  receiver.answer((response) => response.writeHead(410).end());
  await rest('POST', `${path}/test`, headers);
  await deliverer.deliverDue();
  assert.is((await rest('GET', path, headers)).json.disableReason, 'The receiver answered 410', '410 ends it at once');
  ahead = 0;
  await receiver.close();
});

test('settings are checked, few webhooks are allowed, and a key needs the scope admin', async () => {
  const { headers } = await person();
  const hook = { url: 'https://example.com/hook', events: ['job.ended'] };
  const wrong = await rest('POST', '/webhooks', headers, {
    url: 'ftp://x',
    events: ['job.begun'],
    description: 'a\u0007',
  });
  assert.equal(
    [wrong.status, wrong.json.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`).sort()],
    [422, ['description invalid_name', 'events[0] unknown_value', 'url not_https']],
  );
  assert.is(
    (await rest('POST', '/webhooks', headers, { ...hook, url: 'https://169.254.169.254/' })).json.code,
    'private_address',
  );
  const grpc = createClient(WebhookService, transport);
  for (let i = 0; i < 20; i++) await grpc.createWebhook(hook, { headers });
  const full = await rest('POST', '/webhooks', headers, hook);
  assert.equal([full.status, full.json.code], [429, 'too_many_webhooks']);
  const { webhooks } = (await rest('GET', '/webhooks', headers)).json;
  assert.is(webhooks.length, 20);
  assert.not.ok(JSON.stringify(webhooks).includes('whsec_'), 'a secret is in one answer only');
  const one = `/webhooks/${webhooks[0].webhookId}`;
  const off = (await rest('PATCH', one, headers, { enabled: false, events: ['plan.ended'] })).json;
  assert.equal([off.disableReason, off.events, off.url], ['Its owner disabled it', ['plan.ended'], hook.url]);
  assert.is((await rest('DELETE', one, headers)).status, 204);
  assert.is((await rest('DELETE', one, headers)).status, 404);
  const { headers: reader } = await person(['read', 'nest', 'patterns', 'body']);
  assert.is((await rest('GET', '/webhooks', reader)).json.code, 'scope_missing');
});

test('the store has no secret in the clear, and without the key nothing is sent', async () => {
  const receiver = await openReceiver();
  const { headers } = await person();
  const made = (await rest('POST', '/webhooks', headers, { url: receiver.url, events: ['job.ended'] })).json;
  const { webhookId } = made.webhook;
  const db = new Sqlite(join(folder, 'selvage.db'), { readonly: true });
  const stored = db.prepare<[string], string>('SELECT secret FROM webhook WHERE id = ?').pluck(true).get(webhookId)!;
  db.close();
  assert.match(stored, /^sealed:/);
  assert.not.ok(stored.includes(made.secret.replace('whsec_', '')));
  const own = Buffer.from(sealing, 'base64');
  const box_ = new SecretBox([randomBytes(32), own]);
  assert.is(`whsec_${box_.open(stored, webhookId).toString('base64')}`, made.secret, 'older keys open');
  assert.throws(() => box_.open(stored, randomUUID()), /sealed with a key/);
  await rest('POST', `/webhooks/${webhookId}/test`, headers);
  await delivererWith([randomBytes(32)]).deliverDue();
  const [delivery] = (await rest('GET', `/webhooks/${webhookId}/deliveries`, headers)).json.deliveries;
  assert.equal([delivery.state, delivery.lastError], ['pending', 'The service cannot read the secret of this webhook']);
  assert.equal([receiver.received.length, errors.length], [0, 1]);
  await receiver.close();
});

test.run();
