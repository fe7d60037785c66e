/** SQL of tasks: claims and leases. */
import type { Database } from 'better-sqlite3';
import type { JobStore, QueueName, TaskRecord } from '../store.js';
import { selection } from './columns.js';

export const taskColumns = {
  jobId: 'job_id',
  index: 'idx',
  seed: 'seed',
  state: 'state',
  outcome: 'outcome',
  attempt: 'attempt',
  crashes: 'crashes',
  leaseUntil: 'lease_until',
  worker: 'worker',
  generation: 'generation',
  tested: 'tested',
};

type TaskFamily = Pick<JobStore, 'claimTask' | 'heldTasks' | 'renewLeases' | 'expireLeases'>;

export function sqliteTasks(db: Database): TaskFamily {
  const record = selection(taskColumns);
  // Only queued rows, through the partial index; expired leases are returned to it by `expireLeases`. One statement
  // for both ("queued or expired") can use neither index and took 10 times as long.
  const claim = db.prepare<[{ queue: QueueName; worker: string; leaseUntil: number }], TaskRecord>(
    `UPDATE task SET state = 'running', attempt = attempt + 1, worker = @worker, lease_until = @leaseUntil
     WHERE rowid = (
       SELECT rowid FROM task WHERE state = 'queued' AND queue = @queue ORDER BY priority DESC, job_number, idx LIMIT 1)
     RETURNING ${record}`,
  );
  const held = db.prepare<[string], TaskRecord>(`SELECT ${record} FROM task WHERE state = 'running' AND worker = ?`);
  const renew = db.prepare(`UPDATE task SET lease_until = @leaseUntil WHERE state = 'running' AND worker = @worker`);
  const expire = db.prepare<[number], TaskRecord>(
    `UPDATE task SET state = 'queued', worker = NULL, lease_until = NULL WHERE state = 'running' AND lease_until < ?
     RETURNING ${record}`,
  );

  return {
    async claimTask({ queues, worker, leaseUntil }) {
      for (const queue of queues) {
        const task = claim.get({ queue, worker, leaseUntil });
        if (task) return task;
      }
      return null;
    },
    async heldTasks(worker) {
      return held.all(worker);
    },
    async renewLeases(worker, leaseUntil) {
      renew.run({ worker, leaseUntil });
    },
    async expireLeases(now) {
      return expire.all(now);
    },
  };
}
