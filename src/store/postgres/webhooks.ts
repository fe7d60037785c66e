/** SQL of webhooks and their deliveries. */
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
import type { DeliveryClaim, DeliveryRecord, DeliveryState, WebhookStore } from '../store.js';
import { rowChangeOf, rowOf, type WebhookRow, webhookOf } from '../webhook-row.js';
import { type Database, Statement } from './database.js';

const webhooks = `SELECT ${selection(webhookColumns)} FROM webhook`;
const deliveries = `SELECT ${selection(deliveryColumns)} FROM webhook_delivery`;
const record = selection(deliveryColumns);

// Counts one at a time: a transaction locks the owner's webhooks while it adds one.
const lockOwner = new Statement<{ owner: string }>('SELECT pg_advisory_xact_lock(hashtextextended(@owner, 0))');
const count = new Statement<{ owner: string }, { count: number }>(
  'SELECT count(*) AS count FROM webhook WHERE owner = @owner',
);
const insert = new Statement<WebhookRow>(`INSERT INTO webhook ${insertion(webhookColumns)}`);
const byId = new Statement<{ id: string }, WebhookRow>(`${webhooks} WHERE id = @id`);
const byIds = new Statement<{ ids: readonly string[] }, WebhookRow>(`${webhooks} WHERE id = ANY (@ids::text[])`);
const byOwner = new Statement<{ owner: string }, WebhookRow>(
  `${webhooks} WHERE owner = @owner ORDER BY created_at, id`,
);
const secret = new Statement<{ beginning: string }, { id: string }>(
  "SELECT id FROM webhook WHERE secret LIKE @beginning || '%' OR old_secret LIKE @beginning || '%' LIMIT 1",
);
const remove = new Statement<{ id: string }>('DELETE FROM webhook WHERE id = @id');

const insertDelivery = new Statement<object, DeliveryRecord>(
  `INSERT INTO webhook_delivery (webhook_id, event_id, type, data, occurred_at, next_at)
   VALUES (@webhookId, @eventId, @type, @data, @at::bigint, @at::bigint) RETURNING ${record}`,
);
const delivery = new Statement<{ webhookId: string; eventId: string }, DeliveryRecord>(
  `${deliveries} WHERE webhook_id = @webhookId AND event_id = @eventId`,
);
const listed = new Statement<
  { webhookId: string; state: DeliveryState | null; before: number | null; limit: number },
  DeliveryRecord
>(
  `${deliveries} WHERE webhook_id = @webhookId AND (@state::text IS NULL OR state = @state)
     AND (@before::bigint IS NULL OR number < @before) ORDER BY number DESC LIMIT @limit`,
);
const replay = new Statement<object, DeliveryRecord>(
  `UPDATE webhook_delivery SET state = 'pending', failures = 0, next_at = @at, ended_at = NULL
   WHERE webhook_id = @webhookId AND event_id = @eventId AND state <> 'pending' RETURNING ${record}`,
);
// Rows that another gateway is about to take are skipped.
const claim = new Statement<DeliveryClaim, DeliveryRecord>(
  `WITH due AS MATERIALIZED (
     SELECT number, webhook_id, next_at FROM webhook_delivery
     WHERE state = 'pending' AND next_at <= @now AND webhook_id <> ALL (@busy::text[])
     ORDER BY next_at LIMIT ${deliveriesSeen} FOR UPDATE SKIP LOCKED
   ), chosen AS (
     SELECT number FROM (
       SELECT number, next_at, row_number() OVER (PARTITION BY webhook_id ORDER BY next_at, number) AS place FROM due
     ) AS placed WHERE place <= @perWebhook ORDER BY next_at, number LIMIT @limit
   )
   UPDATE webhook_delivery SET attempts = attempts + 1, next_at = @leaseUntil, last_attempt_at = @now
   WHERE number IN (SELECT number FROM chosen) RETURNING ${record}`,
);
const settle = new Statement<object>(
  `UPDATE webhook_delivery SET ${assignments(deliveryResultColumns, deliveryResultColumns)}
   WHERE webhook_id = @webhookId AND event_id = @eventId AND attempts = @attempts AND state = 'pending'`,
);
const settleWebhook = new Statement<object>(
  `UPDATE webhook SET failing_since = @failingSince, disabled_at = @disabledAt, disabled_reason = @disabledReason
   WHERE id = @webhookId AND disabled_at IS NULL
     AND (failing_since IS DISTINCT FROM @failingSince OR @disabledAt::bigint IS NOT NULL)`,
);
const failPending = new Statement<{ webhookId: string; at: number }>(failPendingDeliveries);
const purge = new Statement<{ before: number }>(
  `DELETE FROM webhook_delivery WHERE number IN (
     SELECT number FROM webhook_delivery WHERE state <> 'pending' AND ended_at < @before
     LIMIT ${deliveryPurgeBatch} FOR UPDATE SKIP LOCKED)`,
);

export function postgresWebhooks(db: Database): WebhookStore {
  return {
    createWebhook: (webhook, most) =>
      db.transaction(async (session) => {
        await lockOwner.run(session, webhook);
        if ((await count.one(session, webhook))!.count >= most) return false;
        await insert.run(session, rowOf(webhook));
        return true;
      }),
    async findWebhook(id) {
      const row = await byId.one(db, { id });
      return row && webhookOf(row);
    },
    listWebhooks: async (owner) => (await byOwner.all(db, { owner })).map(webhookOf),
    hasSecret: async (beginning) => (await secret.one(db, { beginning })) !== null,
    // this and the next: repeated if they meet the end of an attempt, which locks delivery and webhook in the other order
    async updateWebhook(id, change) {
      const set = assignments(webhookColumns, change) || 'id = id';
      const update = new Statement(`UPDATE webhook SET ${set} WHERE id = @id`);
      return db.transaction(async (session) => {
        const known = (await update.run(session, { ...rowChangeOf(change), id })) > 0;
        const at = change.disabledAt ?? null;
        if (at !== null) await failPending.run(session, { webhookId: id, at });
        return known;
      });
    },
    deleteWebhook: (id) => db.transaction(async (session) => (await remove.run(session, { id })) > 0),

    addDelivery: async (webhookId, event, at) => (await insertDelivery.one(db, { ...event, webhookId, at }))!,
    findDelivery: (webhookId, eventId) => delivery.one(db, { webhookId, eventId }),
    listDeliveries: (query) => listed.all(db, query),
    replayDelivery: (webhookId, eventId, at) => replay.one(db, { webhookId, eventId, at }),
    async claimDeliveries(request) {
      const claimed = await claim.all(db, request);
      if (claimed.length === 0) return [];
      const ids = [...new Set(claimed.map(({ webhookId }) => webhookId))];
      const owners = new Map((await byIds.all(db, { ids })).map((row) => [row.id, webhookOf(row)]));
      // a webhook may have gone meanwhile, and its deliveries with it
      return claimed.flatMap((each) => {
        const webhook = owners.get(each.webhookId);
        return webhook ? [{ delivery: each, webhook }] : [];
      });
    },
    settleDelivery: ({ webhookId, eventId, attempts, change, webhook }) =>
      db.transaction(async (session) => {
        if ((await settle.run(session, { ...change, webhookId, eventId, attempts })) === 0) return false;
        await settleWebhook.run(session, { ...webhook, webhookId });
        if (webhook.disabledAt !== null) await failPending.run(session, { webhookId, at: webhook.disabledAt });
        return true;
      }),
    purgeDeliveries: (before) => purge.run(db, { before }),
  };
}
