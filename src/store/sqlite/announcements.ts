/** SQL of announcing an event: a delivery to each webhook of the owner that asks for it. Part of the event's transaction. */
import type { Database } from 'better-sqlite3';
import type { Announcement } from '../store.js';

/** @returns a function that adds the deliveries, due at once */
export function sqliteAnnouncements(db: Database): (owner: string, announcement: Announcement, at: number) => void {
  const announce = db.prepare<[Announcement & { owner: string; at: number }]>(
    `INSERT INTO webhook_delivery (webhook_id, event_id, type, data, occurred_at, next_at)
     SELECT id, @eventId, @type, @data, @at, @at FROM webhook
     WHERE owner = @owner AND disabled_at IS NULL AND instr(' ' || events || ' ', ' ' || @type || ' ') > 0
     ORDER BY created_at
     ON CONFLICT DO NOTHING`,
  );
  return (owner, announcement, at) => announce.run({ ...announcement, owner, at });
}
