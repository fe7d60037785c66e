/** SQL of tasks: claims, leases, and the hosts that hold them. */
import { selection, taskColumns } from '../columns.js';
import type { JobStore, SolverHostRecord, TaskClaim, TaskQueue, TaskRecord } from '../store.js';
import { type Database, Statement } from './database.js';

const record = selection(taskColumns);

// Reads only queued rows, through the partial index. `expire` returns expired leases to it. Rows that another host is about to
// take are skipped. The join asks one queue after another, and stops at the first task.
const claim = new Statement<TaskClaim, TaskRecord>(
  `UPDATE task SET state = 'running', attempt = attempt + 1, worker = @worker, claimed_at = @now,
     lease_until = @leaseUntil
   WHERE (job_id, idx) = (
     SELECT next.job_id, next.idx FROM unnest(@queues::text[]) AS served (queue), LATERAL (
       SELECT job_id, idx FROM task WHERE state = 'queued' AND queue = served.queue
       ORDER BY priority DESC, turn, job_number, idx LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
     LIMIT 1)
   RETURNING ${record}`,
);
const held = new Statement<{ worker: string }, TaskRecord>(
  `SELECT ${record} FROM task WHERE state = 'running' AND worker = @worker`,
);
// Skips a row that a step holds, too. A lease outlives two renewals, so no circle of waiting can arise.
const renew = new Statement<{ worker: string; leaseUntil: number }>(
  `UPDATE task SET lease_until = @leaseUntil
   WHERE (job_id, idx) IN (
     SELECT job_id, idx FROM task WHERE state = 'running' AND worker = @worker FOR UPDATE SKIP LOCKED)`,
);
const expire = new Statement<{ now: number }, TaskRecord>(
  `UPDATE task SET state = 'queued', worker = NULL, lease_until = NULL
   WHERE (job_id, idx) IN (
     SELECT job_id, idx FROM task WHERE state = 'running' AND lease_until < @now FOR UPDATE SKIP LOCKED)
   RETURNING ${record}`,
);
const announce = new Statement<SolverHostRecord, { hosts: number }>(
  `INSERT INTO solver_host (worker, queues, solvers, until) VALUES (@worker, @queues, @solvers, @until)
   ON CONFLICT (worker) DO UPDATE SET queues = excluded.queues, solvers = excluded.solvers, until = excluded.until
   RETURNING (SELECT count(*) FROM solver_host AS other WHERE other.solvers > 0 AND other.worker <> @worker)::int
     + (@solvers::int > 0)::int AS hosts`,
);
const forgetHosts = new Statement<{ now: number }>('DELETE FROM solver_host WHERE solvers = 0 OR until < @now');
const solvers = new Statement<{ queue: TaskQueue; now: number }, { solvers: number }>(
  'SELECT coalesce(sum(solvers), 0)::int AS solvers FROM solver_host WHERE until >= @now AND @queue = ANY (queues)',
);

type TaskFamily = Pick<
  JobStore,
  'claimTask' | 'heldTasks' | 'renewLeases' | 'expireLeases' | 'announceHost' | 'solversOf'
>;

export function postgresTasks(db: Database): TaskFamily {
  return {
    claimTask: (task) => claim.one(db, task),
    heldTasks: (worker) => held.all(db, { worker }),
    async renewLeases(worker, leaseUntil) {
      await renew.run(db, { worker, leaseUntil });
    },
    async expireLeases(now) {
      await forgetHosts.run(db, { now });
      return expire.all(db, { now });
    },
    async announceHost(host) {
      return (await announce.one(db, host))!.hosts;
    },
    async solversOf(queue, now) {
      return (await solvers.one(db, { queue, now }))!.solvers;
    },
  };
}
