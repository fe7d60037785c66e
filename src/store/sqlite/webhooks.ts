/** SQL of webhooks and their deliveries. */
import type { Database } from 'better-sqlite3';
import {
  assignments,
  deliveryColumns,
  deliveryResultColumns,
  insertion,
  selection,
  webhookColumns,
} from '../columns.js';
import { failPendingDeliveries } from '../disabling.js';
import { deliveriesSeen, deliveryPurgeBatch } from '../retention.js';
import type {
  ClaimedDelivery,
  DeliveryClaim,
  DeliveryRecord,
  DeliveryResult,
  WebhookChange,
  WebhookRecord,
  WebhookStore,
} from '../store.js';
import { rowChangeOf, rowOf, type WebhookRow, webhookOf } from '../webhook-row.js';

export function sqliteWebhooks(db: Database): WebhookStore {
  const webhooks = `SELECT ${selection(webhookColumns)} FROM webhook`;
  const deliveries = `SELECT ${selection(deliveryColumns)} FROM webhook_delivery`;
  const record = selection(deliveryColumns);

  const count = db.prepare<[string], number>('SELECT count(*) FROM webhook WHERE owner = ?').pluck(true);
  const insert = db.prepare(`INSERT INTO webhook ${insertion(webhookColumns)}`);
  const byId = db.prepare<[string], WebhookRow>(`${webhooks} WHERE id = ?`);
  const byOwner = db.prepare<[string], WebhookRow>(`${webhooks} WHERE owner = ? ORDER BY created_at, id`);
  const secret = db
    .prepare<[object], number>(
      "SELECT 1 FROM webhook WHERE secret LIKE @beginning || '%' OR old_secret LIKE @beginning || '%' LIMIT 1",
    )
    .pluck(true);
  const remove = db.prepare('DELETE FROM webhook WHERE id = ?');

  const insertDelivery = db.prepare<[object], DeliveryRecord>(
    `INSERT INTO webhook_delivery (webhook_id, event_id, type, data, occurred_at, next_at)
     VALUES (@webhookId, @eventId, @type, @data, @at, @at) RETURNING ${record}`,
  );
  const delivery = db.prepare<[string, string], DeliveryRecord>(`${deliveries} WHERE webhook_id = ? AND event_id = ?`);
  const listed = db.prepare<[object], DeliveryRecord>(
    `${deliveries} WHERE webhook_id = @webhookId AND (@state IS NULL OR state = @state)
       AND (@before IS NULL OR number < @before) ORDER BY number DESC LIMIT @limit`,
  );
  const replay = db.prepare<[object], DeliveryRecord>(
    `UPDATE webhook_delivery SET state = 'pending', failures = 0, next_at = @at, ended_at = NULL
     WHERE webhook_id = @webhookId AND event_id = @eventId AND state <> 'pending' RETURNING ${record}`,
  );
  const isDue = db
    .prepare<[number], number>("SELECT 1 FROM webhook_delivery WHERE state = 'pending' AND next_at <= ? LIMIT 1")
    .pluck(true);
  const claim = db.prepare<[object], DeliveryRecord>(
    `UPDATE webhook_delivery SET attempts = attempts + 1, next_at = @leaseUntil, last_attempt_at = @now
     WHERE number IN (
       SELECT number FROM (
         SELECT number, next_at, row_number() OVER (PARTITION BY webhook_id ORDER BY next_at, number) AS place FROM (
           SELECT number, webhook_id, next_at FROM webhook_delivery
           WHERE state = 'pending' AND next_at <= @now AND webhook_id NOT IN (SELECT value FROM json_each(@busy))
           ORDER BY next_at LIMIT ${deliveriesSeen}))
       WHERE place <= @perWebhook ORDER BY next_at, number LIMIT @limit)
     RETURNING ${record}`,
  );
  const settle = db.prepare(
    `UPDATE webhook_delivery SET ${assignments(deliveryResultColumns, deliveryResultColumns)}
     WHERE webhook_id = @webhookId AND event_id = @eventId AND attempts = @attempts AND state = 'pending'`,
  );
  const settleWebhook = db.prepare(
    `UPDATE webhook SET failing_since = @failingSince, disabled_at = @disabledAt, disabled_reason = @disabledReason
     WHERE id = @webhookId AND disabled_at IS NULL`,
  );
  const failPending = db.prepare(failPendingDeliveries);
  const purge = db.prepare(
    `DELETE FROM webhook_delivery WHERE number IN (
       SELECT number FROM webhook_delivery WHERE state <> 'pending' AND ended_at < ? LIMIT ${deliveryPurgeBatch})`,
  );

  const createWebhook = db.transaction((webhook: WebhookRecord, most: number): boolean => {
    if (count.get(webhook.owner)! >= most) return false;
    insert.run(rowOf(webhook));
    return true;
  });
  const claimAll = db.transaction((request: DeliveryClaim): ClaimedDelivery[] =>
    claim
      .all({ ...request, busy: JSON.stringify(request.busy) })
      .map((claimed) => ({ delivery: claimed, webhook: webhookOf(byId.get(claimed.webhookId)!) })),
  );
  const settleOne = db.transaction(({ webhookId, eventId, attempts, change, webhook }: DeliveryResult): boolean => {
    if (settle.run({ ...change, webhookId, eventId, attempts }).changes === 0) return false;
    settleWebhook.run({ ...webhook, webhookId });
    if (webhook.disabledAt !== null) failPending.run({ webhookId, at: webhook.disabledAt });
    return true;
  });
  const updateOne = db.transaction((id: string, change: WebhookChange): boolean => {
    const set = assignments(webhookColumns, change) || 'id = id';
    const known =
      db.prepare(`UPDATE webhook SET ${set} WHERE id = @id`).run({ ...rowChangeOf(change), id }).changes > 0;
    const at = change.disabledAt ?? null;
    if (at !== null) failPending.run({ webhookId: id, at });
    return known;
  });

  return {
    async createWebhook(webhook, most) {
      return createWebhook.immediate(webhook, most);
    },
    async findWebhook(id) {
      const row = byId.get(id);
      return row ? webhookOf(row) : null;
    },
    async listWebhooks(owner) {
      return byOwner.all(owner).map(webhookOf);
    },
    async hasSecret(beginning) {
      return secret.get({ beginning }) !== undefined;
    },
    async updateWebhook(id, change) {
      return updateOne.immediate(id, change);
    },
    async deleteWebhook(id) {
      return remove.run(id).changes > 0;
    },

    async addDelivery(webhookId, event, at) {
      return insertDelivery.get({ ...event, webhookId, at })!;
    },
    async findDelivery(webhookId, eventId) {
      return delivery.get(webhookId, eventId) ?? null;
    },
    async listDeliveries(query) {
      return listed.all(query);
    },
    async replayDelivery(webhookId, eventId, at) {
      return replay.get({ webhookId, eventId, at }) ?? null;
    },
    async claimDeliveries(request) {
      // an idle service takes no lock for writing
      return isDue.get(request.now) === undefined ? [] : claimAll.immediate(request);
    },
    async settleDelivery(result) {
      return settleOne.immediate(result);
    },
    async purgeDeliveries(endedBefore) {
      return purge.run(endedBefore).changes;
    },
  };
}
