/** SQL of forgetting: events, jobs, keys of requests, counts. */
import type { Database } from 'better-sqlite3';
import { countsKeptMinutes, idempotencyKeptMs, purgeBatch } from '../retention.js';
import type { JobStore } from '../store.js';

export function sqliteRetention(db: Database): Pick<JobStore, 'purgeJobs'> {
  const due = `SELECT id FROM job WHERE state = 'ended' AND events_purged = 0 AND ended_at + events_kept_ms < @now
    AND (@owner IS NULL OR owner = @owner) ORDER BY ended_at + events_kept_ms LIMIT ${purgeBatch}`;
  const purgeEvents = db.prepare(`DELETE FROM job_event WHERE job_id IN (${due})`);
  const markPurged = db.prepare(`UPDATE job SET events_purged = 1 WHERE id IN (${due})`);
  const purgeEnded = db.prepare(
    `DELETE FROM job WHERE number IN (
       SELECT number FROM job WHERE state = 'ended' AND ended_at < @jobsBefore AND (@owner IS NULL OR owner = @owner)
       ORDER BY ended_at LIMIT ${purgeBatch})`,
  );
  const purgeKeys = db.prepare('DELETE FROM idempotency WHERE created_at < ?');
  const purgeKeyedRequests = db.prepare('DELETE FROM keyed_request WHERE created_at < ?');
  const purgeCounts = db.prepare('DELETE FROM request_count WHERE minute < ?');

  const purge = db.transaction((limits: { now: number; jobsBefore: number; owner: string | null }) => {
    purgeKeys.run(limits.now - idempotencyKeptMs);
    purgeKeyedRequests.run(limits.now - idempotencyKeptMs);
    purgeCounts.run(Math.floor(limits.now / 60_000) - countsKeptMinutes);
    const events = purgeEvents.run(limits).changes;
    markPurged.run(limits);
    return { events, jobs: purgeEnded.run(limits).changes };
  });

  return {
    async purgeJobs({ now, jobsBefore, owner = null }) {
      return purge.immediate({ now, jobsBefore, owner });
    },
  };
}
