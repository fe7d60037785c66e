/** `selvage webhook`, with a server: what it prints, and what it refuses. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Served, selvage, serve, temporaryFolder } from './run-selvage.js';

let service: Served;
test.before(async () => {
  service = await serve(['--data', temporaryFolder(), '--solvers', '0']);
});
test.after(async () => {
  await service.stop();
});
const run = (...args: string[]) => selvage(['webhook', ...args, '--server', service.url, '--key', service.apiKey]);
async function json(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json');
  assert.is(code, 0, stderr);
  return JSON.parse(stdout);
}

test('a webhook is made, shown, changed, tested and deleted; its secret is printed once', async () => {
  const made = await run('create', 'https://example.com/hook', '--events', 'job.ended', '--description', 'room');
  assert.is(made.code, 0, made.stderr);
  assert.match(made.stdout, /^whsec_[\w+/]+=\n$/);
  assert.match(made.stderr, 'only this once');
  const [{ webhookId, ...listed }] = (await json('list')).webhooks;
  assert.equal([listed.url, listed.events, listed.description], ['https://example.com/hook', ['job.ended'], 'room']);
  assert.equal((await json('show', webhookId)).webhookId, webhookId);
  const off = await json('update', webhookId, '--disable', '--events', 'plan.ended');
  assert.equal([off.disableReason, off.events], ['Its owner disabled it', ['plan.ended']]);
  assert.is((await json('update', webhookId, '--enable')).disableTime, null);
  const { deliveryId } = await json('test', webhookId);
  const { deliveries } = await json('deliveries', webhookId, '--limit', '1');
  assert.is(deliveries[0].deliveryId, deliveryId);
  assert.equal((await json('deliveries', webhookId, '--state', 'delivered')).deliveries, []);
  assert.is((await run('replay', webhookId, `${deliveryId}0`)).code, 4);
  const rotated = await json('rotate', webhookId, '--overlap', '0');
  assert.match(rotated.secret, /^whsec_/);
  assert.is(rotated.webhook.oldSecretExpireTime, null);
  assert.equal(await json('delete', webhookId), { webhook: webhookId, deleted: true });
  assert.is((await run('show', webhookId)).code, 4);
});

test('over the data folder a secret is sealed with the key of the service, and none is made plain beside it', async () => {
  const data = temporaryFolder();
  const env = { SELVAGE_WEBHOOK_KEY: randomBytes(32).toString('base64'), SELVAGE_PRIVATE_WEBHOOKS: '1' };
  const local = async (...args: string[]) => {
    const { code, stdout, stderr } = await selvage(['webhook', ...args, '--json', '--data', data], { env });
    assert.is(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const stored = () => {
    const db = new Sqlite(join(data, 'selvage.db'), { readonly: true });
    const [row] = db.prepare<[], { secret: string }>('SELECT secret FROM webhook').all();
    db.close();
    return row!.secret;
  };
  const made = await local('create', 'http://127.0.0.1:9/hook', '--events', 'job.ended');
  assert.match(stored(), /^sealed:/);
  await local('rotate', made.webhook.webhookId, '--overlap', '0');
  assert.match(stored(), /^sealed:/);
  for (const args of [
    ['rotate', made.webhook.webhookId],
    ['create', 'https://example.com', '--events', 'job.ended'],
  ]) {
    const { code, stderr } = await selvage(['webhook', ...args, '--data', data]);
    assert.is(code, 2);
    assert.match(stderr, 'SELVAGE_WEBHOOK_KEY is not set');
    assert.match(stored(), /^sealed:/);
  }
});

test('wrong use is refused with its reason', async () => {
  for (const [sentence, ...args] of [
    ['--state', 'deliveries', 'x', '--state', 'lost'],
    ['exclude each other', 'update', 'x', '--enable', '--disable'],
    ['must begin with https', 'create', 'http://example.com', '--events', 'job.ended'],
    ['job.begun', 'create', 'https://example.com', '--events', 'job.begun'],
  ] as const) {
    const { code, stdout, stderr } = await run(...args);
    assert.is(code, 2, stderr);
    assert.match(stderr, sentence);
    assert.is(stdout, '');
  }
});

test.run();
