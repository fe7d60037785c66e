/**
 * SQL of announcing an event: a delivery to each webhook of its owner that asks for it. It stands in the statement of the event
 * itself, as a part of its WITH. A webhook that is deleted at the same time is skipped: its row is read again under the lock.
 */
import type { Announcement } from '../store.js';

export interface AnnouncementParams {
  readonly eventId: string | null;
  readonly eventType: string | null;
  readonly eventData: string | null;
}

export const announcementParams = (announcement: Announcement | undefined): AnnouncementParams => ({
  eventId: announcement?.eventId ?? null,
  eventType: announcement?.type ?? null,
  eventData: announcement?.data ?? null,
});

/** `source`: the FROM list that gives the `owner`, an SQL expression; `at`: the parameter with the time. Needs AnnouncementParams. */
export const announcing = (source: string, owner: string, at: string): string =>
  `INSERT INTO webhook_delivery (webhook_id, event_id, type, data, occurred_at, next_at)
   SELECT webhook.id, @eventId::text, @eventType::text, @eventData::text, ${at}::bigint, ${at}::bigint
   FROM ${source} JOIN webhook ON webhook.owner = ${owner}
   WHERE @eventType::text IS NOT NULL AND webhook.disabled_at IS NULL
     AND @eventType::text = ANY (string_to_array(webhook.events, ' '))
   FOR KEY SHARE OF webhook
   ON CONFLICT DO NOTHING`;
