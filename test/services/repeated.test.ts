/** Requests of a whole service that change something, sent again under an Idempotency-Key. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import Sqlite from 'better-sqlite3';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb.js';
import { AdminService } from '../../gen/selvage/admin/v1/admin_pb.js';
import { WebhookService } from '../../gen/selvage/webhook/v1/webhook_pb.js';
import { square } from '../patterns/square-definition.js';
import { openWholeService } from './whole-service.js';

const { folder, parts, server, transport, close } = await openWholeService();
test.after(close);

type Headers = Readonly<Record<string, string>>;

async function person() {
  const user = await parts.accounts.createUser({ name: `person ${randomUUID()}`, admin: true });
  const { key, text } = await parts.accounts.createKey({ userId: user.id, name: 'first' });
  return { user, key, headers: { authorization: `Bearer ${text}` } };
}

async function rest(method: string, path: string, headers: Headers, body: unknown = {}) {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const { status } = response;
  return { status, text, etag: response.headers.get('etag'), json: JSON.parse(text) };
}

const project = (name: string) => ({ document: JSON.stringify({ format: 'selvage-project', version: 1, name }) });
const table = {
  name: 'ours',
  sizes: [{ name: '38', body: { gender: 'female', unit: 'metric', chestGirth: 90 } }],
};

/** The two answers of a request that is sent twice under one key, each without the time that it took. */
async function twice<Answer>(send: (headers: Headers) => Promise<Answer>, headers: Headers): Promise<[Answer, Answer]> {
  const keyed = { ...headers, 'idempotency-key': randomUUID() };
  return [await send(keyed), await send(keyed)];
}

test('over REST a repeated request makes one project, table or change, and has the same answer', async () => {
  const { headers } = await person();
  const [first, again] = await twice((keyed) => rest('POST', 'projects', keyed, project('Bags')), headers);
  assert.equal([first.status, first.etag], [200, '"1"'], first.text);
  assert.equal(again, first);
  const { projectId } = first.json.project;
  const change = (keyed: Headers) =>
    rest('PATCH', `projects/${projectId}`, { ...keyed, 'if-match': '"1"' }, { name: 'Hats' });
  const [changed, changedAgain] = await twice(change, headers);
  assert.equal([changed.status, changed.etag], [200, '"2"'], changed.text);
  assert.equal(changedAgain, changed);
  const { projects } = (await rest('GET', 'projects', headers)).json;
  assert.equal(
    projects.map(({ name, versionNumber }: Record<string, unknown>) => [name, versionNumber]),
    [['Hats', 2]],
  );

  const [made, madeAgain] = await twice((keyed) => rest('POST', 'size-tables', keyed, table), headers);
  assert.is(made.status, 200, made.text);
  assert.equal(madeAgain, made);
});

test('a secret is in the first answer only; the repetition tells the id of its record', async () => {
  const { headers } = await person();
  const [first, again] = await twice((keyed) => rest('POST', 'account/keys', keyed, { name: 'laptop' }), headers);
  assert.is(first.status, 200, first.text);
  const { secret } = first.json;
  const { keyId } = first.json.key;
  const [problem] = again.json.errors;
  assert.equal([again.status, problem.code, problem.made], [409, 'idempotency_answer_secret', keyId]);
  const { keys } = (await rest('GET', 'account/keys', headers)).json;
  assert.is(keys.filter(({ name }: { name: string }) => name === 'laptop').length, 1);

  const [rotated, rotatedAgain] = await twice((keyed) => rest('POST', `account/keys/${keyId}/rotate`, keyed), headers);
  assert.is(rotated.status, 200, rotated.text);
  assert.equal([rotatedAgain.status, rotatedAgain.json.errors[0].made], [409, rotated.json.key.keyId]);
  const hook = { url: 'https://example.com/hook', events: ['pattern.published'] };
  const [hooked, hookedAgain] = await twice((keyed) => rest('POST', 'webhooks', keyed, hook), headers);
  assert.is(hooked.status, 200, hooked.text);
  assert.equal([hookedAgain.status, hookedAgain.json.errors[0].made], [409, hooked.json.webhook.webhookId]);
  const db = new Sqlite(join(folder, 'selvage.db'), { readonly: true });
  const kept = JSON.stringify(db.prepare('SELECT * FROM keyed_request').all());
  db.close();
  assert.match(kept, keyId);
  assert.not.match(kept, secret);
});

test('over gRPC every operation that makes something answers its repetition alike', async () => {
  const { headers } = await person();
  const admin = createClient(AdminService, transport);
  const same = async <Answer>(send: (options: { headers: Headers }) => Promise<Answer>): Promise<Answer> => {
    const [first, again] = await twice((keyed) => send({ headers: keyed }), headers);
    assert.equal(again, first);
    return first;
  };
  const once = async (send: (options: { headers: Headers }) => Promise<unknown>) => {
    const keyed = { ...headers, 'idempotency-key': randomUUID() };
    await send({ headers: keyed });
    const error = ConnectError.from(await send({ headers: keyed }).catch((reason: unknown) => reason));
    assert.is(error.code, Code.Aborted, error.message);
    assert.match(error.message, 'its secret was in the first answer only');
    assert.match(error.message, `made ${error.findDetails(ErrorInfoSchema)[0]!.metadata.made},`);
  };
  const name = randomUUID();
  const { user } = await same((options) => admin.createUser({ name }, options));
  await same((options) => admin.createOrganization({ name }, options));
  const key = await admin.createKey({ userId: user!.userId }, { headers });
  await once((options) => admin.createKey({ userId: user!.userId }, options));
  await once((options) => admin.rotateKey({ keyId: key.key!.keyId }, options));

  const draft = { document: JSON.stringify(square()) };
  const { version } = await same((options) => admin.savePatternDraft(draft, options));
  const { patternId, versionNumber } = version!;
  await same((options) => admin.publishPatternVersion({ patternId, versionNumber }, options));
  assert.is((await admin.listPatternVersions({ patternId }, { headers })).versions.length, 1);

  const webhooks = createClient(WebhookService, transport);
  const hook = { url: 'https://example.com/hook', events: ['pattern.published'] };
  const { webhook } = await webhooks.createWebhook(hook, { headers });
  const { webhookId } = webhook!;
  await once((options) => webhooks.rotateWebhookSecret({ webhookId }, options));
  await same((options) => webhooks.sendTestEvent({ webhookId }, options));
  assert.is((await webhooks.listWebhookDeliveries({ webhookId }, { headers })).deliveries.length, 1);
});

test('another body or another API key is refused, and a malformed key too', async () => {
  const { user, headers } = await person();
  const keyed = { ...headers, 'idempotency-key': 'order-1' };
  assert.is((await rest('POST', 'projects', keyed, project('Bags'))).status, 200);
  const { text } = await parts.accounts.createKey({ userId: user.id, name: 'second' });
  const second = { ...keyed, authorization: `Bearer ${text}` };
  for (const [with_, body] of [
    [keyed, project('Hats')],
    [second, project('Bags')],
  ] as const) {
    const { status, json } = await rest('POST', 'projects', with_, body);
    assert.equal([status, json.errors[0].code], [422, 'idempotency_key_reused']);
  }
  assert.is((await rest('POST', 'account/keys', keyed, { name: 'a' })).status, 422, 'another operation');
  const { status, json } = await rest('POST', 'projects', { ...headers, 'idempotency-key': 'a b' }, project('Hats'));
  assert.equal([status, json.code], [400, 'invalid_idempotency_key']);
  assert.is((await rest('GET', 'projects', headers)).json.projects.length, 1);
});

test('a refused request frees its key', async () => {
  const { headers } = await person();
  const keyed = { ...headers, 'idempotency-key': 'order-1' };
  assert.is((await rest('POST', 'projects', keyed, {})).status, 422);
  assert.is((await rest('POST', 'projects', keyed, project('Bags'))).status, 200);
});

test('of twenty at the same moment one makes a project', async () => {
  const { headers } = await person();
  const keyed = { ...headers, 'idempotency-key': 'order-1' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => rest('POST', 'projects', keyed, project('Bags'))));
  const ids = answers.flatMap(({ json }) => json.project?.projectId ?? []);
  assert.is(new Set(ids).size, 1);
  for (const { status, json } of answers) {
    if (status !== 200) assert.equal([status, json.errors[0].code], [409, 'idempotency_key_in_progress']);
  }
  assert.is((await rest('GET', 'projects', headers)).json.projects.length, 1);
});

test.run();
