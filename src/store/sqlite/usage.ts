/** SQL of the owners' usage. */
import type { Database } from 'better-sqlite3';
import { monthOf } from '../month.js';
import type { RequestCount, UsageStore } from '../store.js';

export function sqliteUsage(db: Database): UsageStore {
  const count = db
    .prepare<[RequestCount], number>(
      `INSERT INTO request_count (minute, owner, requests) VALUES (@minute, @owner, @requests)
       ON CONFLICT (minute, owner) DO UPDATE SET requests = requests + excluded.requests RETURNING requests`,
    )
    .pluck(true);
  const countAll = db.transaction((counts: readonly RequestCount[]) => counts.map((each) => count.get(each)!));

  const openJobs = db
    .prepare<[string], number>("SELECT count(*) FROM job WHERE owner = ? AND state <> 'ended'")
    .pluck(true);
  const solverMs = db
    .prepare<[string, string], number>('SELECT solver_ms FROM solver_usage WHERE owner = ? AND month = ?')
    .pluck(true);

  return {
    async countRequests(counts) {
      return counts.length === 0 ? [] : countAll.immediate(counts);
    },
    async usageOf(owner, at) {
      return { openJobs: openJobs.get(owner)!, solverMs: solverMs.get(owner, monthOf(at)) ?? 0 };
    },
  };
}
