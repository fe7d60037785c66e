/** SQL of a submission: its key, its owner's limit and turn, the job with its tasks, its place in the queue. */

import type { Database } from 'better-sqlite3';
import { insertion, newJobColumns } from '../columns.js';
import { monthOf } from '../month.js';
import type { Admission, Admitted, IdempotencyClaim, JobStore, NewJob } from '../store.js';

export function sqliteJobCreation(db: Database): Pick<JobStore, 'createJob'> {
  const knownKey = db.prepare<[string, string], { jobId: string; bodyHash: string }>(
    'SELECT job_id AS jobId, body_hash AS bodyHash FROM idempotency WHERE owner = ? AND key = ?',
  );
  const freeKey = db.prepare(
    `DELETE FROM idempotency WHERE owner = @owner AND key = @key
       AND (created_at < @forgetBefore
         OR EXISTS (SELECT 1 FROM job WHERE id = job_id AND outcome IN ('abandoned', 'shutting_down')))`,
  );
  const takeKey = db.prepare(
    `INSERT INTO idempotency (owner, key, body_hash, job_id, created_at)
     VALUES (@owner, @key, @bodyHash, @jobId, @createdAt)`,
  );
  const openJobs = db
    .prepare<[string], number>("SELECT count(*) FROM job WHERE owner = ? AND state <> 'ended'")
    .pluck(true);
  const solverMs = db
    .prepare<[string, string], number>('SELECT solver_ms FROM solver_usage WHERE owner = ? AND month = ?')
    .pluck(true);
  // If nothing waits, the current turn is the last one that was served. Tasks that came back do not count as served now: their
  // turns are old, and a new owner would pass others by them.
  const nextTurn = db
    .prepare<[Pick<NewJob, 'owner' | 'queue' | 'priority'>], number>(
      `SELECT max(
         coalesce((SELECT max(turn) + 1 FROM task WHERE owner = @owner AND queue = @queue AND priority = @priority
           AND (state = 'queued' OR attempt > 0)), 0),
         coalesce(
           (SELECT turn FROM task WHERE state = 'queued' AND attempt = 0 AND queue = @queue AND priority = @priority
            ORDER BY turn LIMIT 1),
           (SELECT max(turn) FROM task WHERE queue = @queue AND priority = @priority
            AND (state = 'queued' OR attempt > 0)),
           0))`,
    )
    .pluck(true);
  const insertJob = db.prepare(`INSERT INTO job ${insertion({ ...newJobColumns, turn: 'turn' })}`);
  const insertRequest = db.prepare('INSERT INTO job_request (job_id, body) VALUES (?, ?)');
  const insertTask = db.prepare(
    `INSERT INTO task (job_id, idx, job_number, owner, queue, priority, turn, seed)
     SELECT id, @index, number, owner, queue, priority, turn + @index, @seed FROM job WHERE id = @jobId`,
  );
  const position = db
    .prepare<[string], number>(
      `SELECT count(*) FROM job AS own JOIN job AS other
         ON other.state = 'queued' AND other.queue = own.queue AND (other.priority > own.priority
           OR (other.priority = own.priority AND (other.turn, other.number) <= (own.turn, own.number)))
       WHERE own.id = ?`,
    )
    .pluck(true);
  const tell = db.prepare('INSERT INTO job_event (job_id, seq, at, body) VALUES (?, 1, ?, ?)');
  const told = db.prepare('UPDATE job SET last_seq = 1, progress_at = created_at WHERE id = ?');

  function knownKeyOf({ owner }: NewJob, { key, forgetBefore }: IdempotencyClaim): Admitted | null {
    freeKey.run({ owner, key, forgetBefore });
    const known = knownKey.get(owner, key);
    return known ? { type: 'known', ...known } : null;
  }

  const createJob = db.transaction((newJob: NewJob, admission: Admission): Admitted => {
    const { request, seeds, ...job } = newJob;
    const { firstEvent, mostOpenJobs, mostSolverMs, idempotency } = admission;
    const known = idempotency && knownKeyOf(newJob, idempotency);
    if (known) return known;
    if (mostOpenJobs !== undefined && openJobs.get(job.owner)! >= mostOpenJobs) return { type: 'full' };
    const { owner, queue, priority } = job;
    if (mostSolverMs !== undefined && (solverMs.get(owner, monthOf(job.createdAt)) ?? 0) >= mostSolverMs) {
      return { type: 'solver_time_used' };
    }
    insertJob.run({ ...job, turn: nextTurn.get({ owner, queue, priority }) });
    insertRequest.run(job.id, request);
    for (const [index, seed] of seeds.entries()) insertTask.run({ jobId: job.id, index, seed });
    if (idempotency) {
      const { key, bodyHash } = idempotency;
      takeKey.run({ owner, key, bodyHash, jobId: job.id, createdAt: job.createdAt });
    }
    if (firstEvent) {
      tell.run(job.id, job.createdAt, firstEvent(position.get(job.id)!));
      told.run(job.id);
    }
    return { type: 'created' };
  });

  return {
    async createJob(job, admission = {}) {
      return createJob.immediate(job, admission);
    },
  };
}
