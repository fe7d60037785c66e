/** SQL of tasks: claims, leases, and the hosts that hold them. */
import { selection, taskColumns } from '../columns.js';
import type { JobStore, SolverHostRecord, TaskQueue, TaskRecord } from '../store.js';
import { type Database, Statement } from './database.js';

const record = selection(taskColumns);

// Reads only queued rows, through the partial index. `expire` returns expired leases to it. Rows that another host is about to
// take are skipped.
const claim = new Statement<{ queue: TaskQueue; worker: string; now: number; leaseUntil: number }, TaskRecord>(
  `UPDATE task SET state = 'running', attempt = attempt + 1, worker = @worker, claimed_at = @now,
     lease_until = @leaseUntil
   WHERE (job_id, idx) = (
     SELECT job_id, idx FROM task WHERE state = 'queued' AND queue = @queue
     ORDER BY priority DESC, turn, job_number, idx LIMIT 1 FOR UPDATE SKIP LOCKED)
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
const announce = new Statement<SolverHostRecord>(
  `INSERT INTO solver_host (worker, queues, solvers, until) VALUES (@worker, @queues, @solvers, @until)
   ON CONFLICT (worker) DO UPDATE SET queues = excluded.queues, solvers = excluded.solvers, until = excluded.until`,
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
    async claimTask({ queues, ...lease }) {
      for (const queue of queues) {
        const task = await claim.one(db, { queue, ...lease });
        if (task) return task;
      }
      return null;
    },
    heldTasks: (worker) => held.all(db, { worker }),
    async renewLeases(worker, leaseUntil) {
      await renew.run(db, { worker, leaseUntil });
    },
    async expireLeases(now) {
      await forgetHosts.run(db, { now });
      return expire.all(db, { now });
    },
    async announceHost(host) {
      await announce.run(db, host);
    },
    async solversOf(queue, now) {
      return (await solvers.one(db, { queue, now }))!.solvers;
    },
  };
}
