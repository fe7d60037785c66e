/** SQL of forgetting: events, jobs, keys of requests, counts. Rows that are in use wait for the next time. */
import { countsKeptMinutes, idempotencyKeptMs, purgeBatch } from '../retention.js';
import type { JobStore } from '../store.js';
import { type Database, Statement } from './database.js';

type Limits = { now: number; jobsBefore: number; owner: string | null };

const purgeEvents = new Statement<Limits>(
  `WITH due AS MATERIALIZED (
     SELECT id FROM job WHERE state = 'ended' AND NOT events_purged AND ended_at + events_kept_ms < @now
       AND (@owner::text IS NULL OR owner = @owner) ORDER BY ended_at + events_kept_ms LIMIT ${purgeBatch}
     FOR UPDATE SKIP LOCKED
   ), marked AS (UPDATE job SET events_purged = true FROM due WHERE job.id = due.id)
   DELETE FROM job_event USING due WHERE job_id = due.id`,
);
const purgeEnded = new Statement<Limits>(
  `DELETE FROM job WHERE number IN (
     SELECT number FROM job WHERE state = 'ended' AND ended_at < @jobsBefore AND (@owner::text IS NULL OR owner = @owner)
     ORDER BY ended_at LIMIT ${purgeBatch} FOR UPDATE SKIP LOCKED)`,
);
const purgeKeys = new Statement<{ before: number }>('DELETE FROM idempotency WHERE created_at < @before');
const purgeKeyedRequests = new Statement<{ before: number }>('DELETE FROM keyed_request WHERE created_at < @before');
const purgeCounts = new Statement<{ before: number }>('DELETE FROM request_count WHERE minute < @before');

export function postgresRetention(db: Database): Pick<JobStore, 'purgeJobs'> {
  return {
    purgeJobs: ({ now, jobsBefore, owner = null }) =>
      db.transaction(async (session) => {
        await purgeKeys.run(session, { before: now - idempotencyKeptMs });
        await purgeKeyedRequests.run(session, { before: now - idempotencyKeptMs });
        await purgeCounts.run(session, { before: Math.floor(now / 60_000) - countsKeptMinutes });
        const limits = { now, jobsBefore, owner };
        return { events: await purgeEvents.run(session, limits), jobs: await purgeEnded.run(session, limits) };
      }),
  };
}
