/** SQL of tasks: claims and leases. */
import type { Database } from 'better-sqlite3';
import { selection, taskColumns } from '../columns.js';
import type { JobStore, TaskQueue, TaskRecord } from '../store.js';

type TaskFamily = Pick<
  JobStore,
  'claimTask' | 'heldTasks' | 'renewLeases' | 'expireLeases' | 'announceHost' | 'solversOf'
>;

export function sqliteTasks(db: Database): TaskFamily {
  const record = selection(taskColumns);
  // Reads only queued rows, through the partial index. `expireLeases` returns expired leases to it. One statement for both
  // ("queued or expired") can use neither index and took 10 times as long.
  const claim = db.prepare<[{ queue: TaskQueue; worker: string; now: number; leaseUntil: number }], TaskRecord>(
    `UPDATE task SET state = 'running', attempt = attempt + 1, worker = @worker, claimed_at = @now,
       lease_until = @leaseUntil
     WHERE rowid = (
       SELECT rowid FROM task WHERE state = 'queued' AND queue = @queue ORDER BY priority DESC, turn, job_number, idx LIMIT 1)
     RETURNING ${record}`,
  );
  const held = db.prepare<[string], TaskRecord>(`SELECT ${record} FROM task WHERE state = 'running' AND worker = ?`);
  const renew = db.prepare(`UPDATE task SET lease_until = @leaseUntil WHERE state = 'running' AND worker = @worker`);
  const announce = db.prepare(
    `INSERT INTO solver_host (worker, queues, solvers, until) VALUES (@worker, @queues, @solvers, @until)
     ON CONFLICT (worker) DO UPDATE SET queues = @queues, solvers = @solvers, until = @until`,
  );
  const hosts = db.prepare<[], number>('SELECT count(*) FROM solver_host WHERE solvers > 0').pluck(true);
  const forgetHosts = db.prepare('DELETE FROM solver_host WHERE solvers = 0 OR until < ?');
  const solvers = db
    .prepare<[number, string], number>(
      `SELECT coalesce(sum(solvers), 0) FROM solver_host WHERE until >= ? AND instr(',' || queues || ',', ',' || ? || ',') > 0`,
    )
    .pluck(true);
  const expire = db.prepare<[number], TaskRecord>(
    `UPDATE task SET state = 'queued', worker = NULL, lease_until = NULL WHERE state = 'running' AND lease_until < ?
     RETURNING ${record}`,
  );

  return {
    async claimTask({ queues, ...lease }) {
      for (const queue of queues) {
        const task = claim.get({ queue, ...lease });
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
    async announceHost({ queues, ...host }) {
      announce.run({ ...host, queues: queues.join(',') });
      return hosts.get()!;
    },
    async solversOf(queue, now) {
      return solvers.get(now, queue) ?? 0;
    },
    async expireLeases(now) {
      forgetHosts.run(now);
      return expire.all(now);
    },
  };
}
