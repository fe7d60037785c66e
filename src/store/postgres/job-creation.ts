/** SQL of a submission: its key, its owner's limit and turn, the job with its tasks, its place in the queue. */
import { newJobColumns } from '../columns.js';
import { monthOf } from '../month.js';
import type { Admitted, IdempotencyClaim, JobStore, NewJob } from '../store.js';
import { type Database, type Session, Statement } from './database.js';

type OwnersKey = IdempotencyClaim & { owner: string };

// Submissions of one owner run one after another, so that its limit, turns and keys are exact.
const lockOwner = new Statement<{ owner: string }>('SELECT pg_advisory_xact_lock(hashtextextended(@owner, 0))');
const freeKey = new Statement<OwnersKey>(
  `DELETE FROM idempotency WHERE owner = @owner AND key = @key
     AND (created_at < @forgetBefore
       OR EXISTS (SELECT 1 FROM job WHERE id = job_id AND outcome IN ('abandoned', 'shutting_down')))`,
);
const knownKey = new Statement<OwnersKey, { jobId: string; bodyHash: string }>(
  'SELECT job_id AS "jobId", body_hash AS "bodyHash" FROM idempotency WHERE owner = @owner AND key = @key',
);

const sameQueue = "queue = @queue AND priority = @priority AND (state = 'queued' OR attempt > 0) IS TRUE";
// If nothing waits, the current turn is the last one that was served. Tasks that came back do not count as served now: their
// turns are old, and a new owner would pass others by them.
const turn = `greatest(
  coalesce((SELECT max(turn) + 1 FROM task WHERE owner = @owner AND ${sameQueue}), 0),
  coalesce(
    (SELECT turn FROM task WHERE state = 'queued' AND attempt = 0 AND queue = @queue AND priority = @priority
     ORDER BY turn LIMIT 1),
    (SELECT max(turn) FROM task WHERE ${sameQueue}),
    0))`;

interface Insertion extends NewJob {
  readonly mostOpenJobs: number | null;
  readonly mostSolverMs: number | null;
  readonly month: string;
  readonly key: string | null;
  readonly bodyHash: string | null;
}

const parameters = Object.keys(newJobColumns).map((field) => `@${field}`);
const insertJob = new Statement<Insertion, { refusal: 'full' | 'solver_time_used' | null; position: number }>(
  `WITH standing AS MATERIALIZED (
     SELECT CASE
       WHEN @mostOpenJobs::int <= (SELECT count(*) FROM job WHERE owner = @owner AND state <> 'ended') THEN 'full'
       WHEN @mostSolverMs::bigint <= coalesce(
         (SELECT solver_ms FROM solver_usage WHERE owner = @owner AND month = @month), 0) THEN 'solver_time_used'
     END AS refusal
   ), created AS (
     INSERT INTO job (${Object.values(newJobColumns).join(', ')}, turn)
     SELECT ${parameters.join(', ')}, ${turn} FROM standing WHERE refusal IS NULL
     RETURNING id, number, owner, queue, priority, turn, created_at
   ), request AS (
     INSERT INTO job_request (job_id, body) SELECT id, @request FROM created
   ), tasks AS (
     INSERT INTO task (job_id, idx, job_number, owner, queue, priority, turn, seed)
     SELECT id, place - 1, number, owner, queue, priority, turn + place - 1, seed
     FROM created, unnest(@seeds::bigint[]) WITH ORDINALITY AS seeds (seed, place)
   ), keyed AS (
     INSERT INTO idempotency (owner, key, body_hash, job_id, created_at)
     SELECT owner, @key, @bodyHash, id, created_at FROM created WHERE @key::text IS NOT NULL
   )
   SELECT refusal, 1 + (SELECT count(*) FROM job AS other WHERE other.state = 'queued' AND other.queue = created.queue
       AND (other.priority > created.priority
         OR (other.priority = created.priority AND (other.turn, other.number) < (created.turn, created.number)))
     ) AS position
   FROM standing LEFT JOIN created ON true`,
);
const tell = new Statement<{ jobId: string; at: number; body: string }>(
  `WITH told AS (UPDATE job SET last_seq = 1, progress_at = created_at WHERE id = @jobId)
   INSERT INTO job_event (job_id, seq, at, body) VALUES (@jobId, 1, @at, @body)`,
);

export function postgresJobCreation(db: Database): Pick<JobStore, 'createJob'> {
  async function knownKeyOf(session: Session, key: OwnersKey): Promise<Admitted | null> {
    await freeKey.run(session, key);
    const known = await knownKey.one(session, key);
    return known && { type: 'known', ...known };
  }

  return {
    createJob: (job, { firstEvent, mostOpenJobs = null, mostSolverMs = null, idempotency } = {}) =>
      db.transaction(async (session): Promise<Admitted> => {
        const { id: jobId, owner, createdAt: at } = job;
        await lockOwner.run(session, { owner });
        const known = idempotency && (await knownKeyOf(session, { ...idempotency, owner }));
        if (known) return known;
        const { key = null, bodyHash = null } = idempotency ?? {};
        const limits = { mostOpenJobs, mostSolverMs, month: monthOf(at) };
        const { refusal, position } = (await insertJob.one(session, { ...job, ...limits, key, bodyHash }))!;
        if (refusal !== null) return { type: refusal };
        if (firstEvent) await tell.run(session, { jobId, at, body: firstEvent(position) });
        return { type: 'created' };
      }),
  };
}
