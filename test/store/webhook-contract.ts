/** Webhooks of a store: events become deliveries with their cause, claims are exclusive, and a late answer changes nothing. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { Announcement, DeliveryClaim, DeliveryResult, Store, WebhookRecord } from '../../src/store/store.js';
import type { Test } from './contract.js';
import { changeOf, newJob, organizationRecord, patternRecord, someTime, userRecord } from './records.js';

const webhookRecord = (owner: string, change: Partial<WebhookRecord> = {}): WebhookRecord => ({
  id: randomUUID(),
  owner,
  url: 'https://example.com/hook',
  events: ['job.ended', 'pattern.published'],
  description: 'the cutting room',
  secret: 'plain:AAAA',
  oldSecret: null,
  oldSecretUntil: null,
  createdAt: someTime,
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  ...change,
});

const event = (change: Partial<Announcement> = {}): Announcement => ({
  eventId: `job_${randomUUID()}`,
  type: 'job.ended',
  data: '{"jobId":"j"}',
  ...change,
});

const claimAt = (now: number, change: Partial<DeliveryClaim> = {}): DeliveryClaim => ({
  now,
  leaseUntil: now + 15_000,
  busy: [],
  perWebhook: 4,
  limit: 32,
  ...change,
});

async function webhookOf(store: Store, owner: string, change: Partial<WebhookRecord> = {}): Promise<WebhookRecord> {
  const webhook = webhookRecord(owner, change);
  assert.is(await store.createWebhook(webhook, 9), true);
  return webhook;
}

const listOf = (store: Store, webhookId: string) =>
  store.listDeliveries({ webhookId, state: null, before: null, limit: 100 });

export function webhookContract(test: Test): void {
  test('webhooks are made up to a limit, changed, listed and deleted with their deliveries', async (store) => {
    const owner = randomUUID();
    const first = await webhookOf(store, owner);
    const second = webhookRecord(owner, { createdAt: someTime + 1, events: ['plan.ended'] });
    assert.is(await store.createWebhook(second, 1), false);
    assert.is(await store.createWebhook(second, 2), true);
    await webhookOf(store, randomUUID());
    assert.equal(await store.listWebhooks(owner), [first, second]);
    const change = { url: 'https://example.org', events: ['job.ended'], oldSecret: 'plain:B', oldSecretUntil: 7 };
    assert.is(await store.updateWebhook(first.id, change), true);
    assert.equal(await store.findWebhook(first.id), { ...first, ...change });
    assert.is(await store.hasSecret('sealed:'), false);
    await store.updateWebhook(first.id, { oldSecret: 'sealed:B' });
    assert.is(await store.hasSecret('sealed:'), true);
    assert.is(await store.updateWebhook(randomUUID(), change), false);
    const sent = await store.addDelivery(first.id, event({ eventId: 'test_1' }), someTime);
    assert.equal(await store.findDelivery(first.id, 'test_1'), sent);
    assert.is(await store.deleteWebhook(first.id), true);
    assert.is(await store.deleteWebhook(first.id), false);
    assert.is(await store.findDelivery(first.id, 'test_1'), null);
  });

  test('the end of a job adds a delivery to each webhook of its owner that asks for it, once', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const asking = await webhookOf(store, user.id);
    const other = await webhookOf(store, user.id, { events: ['plan.ended'] });
    const disabled = await webhookOf(store, user.id, { disabledAt: someTime });
    const foreign = await webhookOf(store, randomUUID());
    const job = newJob(user.id);
    await store.createJob(job);
    const snapshot = (await store.loadJob(job.id))!;
    const announcement = event();
    const change = { ...changeOf(snapshot), announcement };
    const ended = {
      ...change,
      job: { ...change.job, state: 'ended', outcome: 'finished', endedAt: someTime },
    } as const;
    assert.equal(await store.commitJobs([{ ...ended, revision: 7 }]), ['stale']);
    assert.equal(await listOf(store, asking.id), [], 'nothing without its cause');
    assert.equal(await store.commitJobs([ended]), ['committed']);
    const [delivery, ...more] = await listOf(store, asking.id);
    assert.equal(more, []);
    const { number, ...told } = delivery!;
    assert.type(number, 'number');
    const fresh = { lastAttemptAt: null, lastStatus: null, lastError: null, endedAt: null };
    const due = { state: 'pending', attempts: 0, failures: 0, occurredAt: someTime, nextAt: someTime };
    assert.equal(told, { webhookId: asking.id, ...announcement, ...due, ...fresh });
    for (const { id } of [other, disabled, foreign]) assert.equal(await listOf(store, id), []);
  });

  test('publishing a version tells the webhooks of its owner, and a second call tells nothing', async (store) => {
    const organization = organizationRecord();
    await store.createOrganization(organization);
    const pattern = patternRecord({ ownerOrganizationId: organization.id });
    await store.createPattern(pattern);
    const id = randomUUID();
    await store.addPatternVersion({ id, patternId: pattern.id, kind: 'static', content: '{}', createdAt: someTime });
    const webhook = await webhookOf(store, organization.id);
    const announcement = event({ type: 'pattern.published', eventId: `version_${id}` });
    for (let i = 0; i < 2; i++) assert.is(await store.publishPatternVersion(id, someTime + i, announcement), true);
    const told = await listOf(store, webhook.id);
    assert.equal(
      told.map(({ eventId, occurredAt }) => [eventId, occurredAt]),
      [[announcement.eventId, someTime]],
    );
    assert.is(await store.publishPatternVersion(randomUUID(), someTime, announcement), false);
  });

  test('a claim leases the longest due deliveries, a few of each webhook, and no busy one', async (store) => {
    const slow = await webhookOf(store, randomUUID());
    const quick = await webhookOf(store, randomUUID());
    for (let i = 0; i < 6; i++) await store.addDelivery(slow.id, event({ eventId: `job_${i}` }), someTime + i);
    await store.addDelivery(quick.id, event(), someTime + 9);
    assert.equal(await store.claimDeliveries(claimAt(someTime - 1)), []);
    const first = await store.claimDeliveries(claimAt(someTime + 10));
    const counts = (id: string, claims: typeof first) => claims.filter(({ webhook }) => webhook.id === id).length;
    assert.equal([counts(slow.id, first), counts(quick.id, first)], [4, 1]);
    const { delivery, webhook } = first.find(({ delivery }) => delivery.eventId === 'job_0')!;
    assert.equal(webhook, slow);
    assert.equal([delivery.attempts, delivery.lastAttemptAt, delivery.nextAt], [1, someTime + 10, someTime + 15_010]);
    assert.equal(await store.claimDeliveries(claimAt(someTime + 10, { busy: [slow.id] })), []);
    assert.is((await store.claimDeliveries(claimAt(someTime + 10))).length, 2, 'the rest of the slow one');
    assert.is((await store.claimDeliveries(claimAt(someTime + 15_010, { limit: 3 }))).length, 3, 'ended leases');
  });

  test('only the present attempt settles a delivery; replays begin anew; old ones are purged', async (store) => {
    const webhook = await webhookOf(store, randomUUID());
    await store.addDelivery(webhook.id, event({ eventId: 'job_1' }), someTime);
    const key = { webhookId: webhook.id, eventId: 'job_1' };
    const healthy = { failingSince: null, disabledAt: null, disabledReason: null };
    const failed = { lastStatus: 503, lastError: 'answered 503', endedAt: null };
    const late: DeliveryResult = {
      ...key,
      attempts: 1,
      at: someTime,
      change: { state: 'pending', failures: 1, nextAt: someTime + 5_000, ...failed },
      webhook: { ...healthy, failingSince: someTime },
    };
    assert.is(await store.settleDelivery(late), false, 'unclaimed');
    await store.claimDeliveries(claimAt(someTime));
    assert.is(await store.settleDelivery(late), true);
    assert.is((await store.findWebhook(webhook.id))!.failingSince, someTime);
    assert.is(await store.replayDelivery(webhook.id, 'job_1', someTime), null, 'it has not ended');
    await store.claimDeliveries(claimAt(someTime + 5_000));
    assert.is(await store.settleDelivery(late), false, 'late');
    const disabled = { failingSince: someTime, disabledAt: someTime + 6_000, disabledReason: 'gone' };
    const end = { state: 'failed', failures: 2, nextAt: someTime, ...failed, endedAt: someTime + 6_000 } as const;
    assert.is(await store.settleDelivery({ ...late, attempts: 2, change: end, webhook: disabled }), true);
    assert.equal(await store.findWebhook(webhook.id), { ...webhook, ...disabled });
    const states = async (state: 'failed' | 'pending') =>
      (await store.listDeliveries({ webhookId: webhook.id, state, before: null, limit: 9 })).length;
    assert.equal([await states('failed'), await states('pending')], [1, 0]);

    const again = await store.replayDelivery(webhook.id, 'job_1', someTime + 9_000);
    assert.equal([again!.state, again!.failures, again!.attempts, again!.endedAt], ['pending', 0, 2, null]);
    assert.is(await store.purgeDeliveries(someTime + 99_000), 0, 'pending ones stay');
    await store.claimDeliveries(claimAt(someTime + 9_000));
    const done = { ...end, state: 'delivered', lastError: null, lastStatus: 204 } as const;
    await store.settleDelivery({ ...late, attempts: 3, change: done, webhook: healthy });
    assert.is((await store.findWebhook(webhook.id))!.disabledAt, disabled.disabledAt, 'it stays disabled');
    assert.is(await store.purgeDeliveries(someTime + 6_000), 0);
    assert.is(await store.purgeDeliveries(someTime + 6_001), 1);
  });

  test('disabling a webhook fails its pending deliveries, at once and for good', async (store) => {
    const webhook = await webhookOf(store, randomUUID());
    const other = await webhookOf(store, randomUUID());
    for (const { id } of [webhook, other]) await store.addDelivery(id, event({ eventId: 'job_1' }), someTime);
    const disabledAt = someTime + 1;
    await store.updateWebhook(webhook.id, { disabledAt, disabledReason: 'Its owner disabled it' });
    const failed = { state: 'failed', attempts: 0, lastError: 'The webhook is disabled', endedAt: disabledAt };
    const told = async () => {
      const { state, attempts, lastError, endedAt } = (await listOf(store, webhook.id))[0]!;
      return { state, attempts, lastError, endedAt };
    };
    assert.equal(await told(), failed);
    await store.updateWebhook(webhook.id, { disabledAt: null, disabledReason: null });
    const claimed = await store.claimDeliveries(claimAt(someTime + 2));
    assert.equal(
      claimed.map(({ webhook: { id } }) => id),
      [other.id],
    );
    assert.equal(await told(), failed);
  });

  test('an attempt that disables its webhook fails the other deliveries that wait', async (store) => {
    const webhook = await webhookOf(store, randomUUID());
    for (const eventId of ['job_1', 'job_2']) await store.addDelivery(webhook.id, event({ eventId }), someTime);
    await store.claimDeliveries(claimAt(someTime, { limit: 1 }));
    const at = someTime + 3;
    const end = { state: 'failed', failures: 1, nextAt: someTime, lastStatus: 410, lastError: 'gone', endedAt: at };
    await store.settleDelivery({
      webhookId: webhook.id,
      eventId: 'job_1',
      attempts: 1,
      at,
      change: end as DeliveryResult['change'],
      webhook: { failingSince: someTime, disabledAt: at, disabledReason: 'gone' },
    });
    assert.equal(
      (await listOf(store, webhook.id)).map(({ eventId, state, attempts, lastError }) => [
        eventId,
        state,
        attempts,
        lastError,
      ]),
      [
        ['job_2', 'failed', 0, 'The webhook is disabled'],
        ['job_1', 'failed', 1, 'gone'],
      ],
    );
  });
}
