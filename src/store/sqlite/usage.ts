/** SQL of what owners have used. */
import type { Database } from 'better-sqlite3';
import { monthOf } from '../month.js';
import type { RequestCount, UsageStore } from '../store.js';

export function sqliteUsage(db: Database): UsageStore {
  const solverMs = db
    .prepare<[string, string], number>('SELECT solver_ms FROM solver_usage WHERE owner = ? AND month = ?')
    .pluck(true);
  const count = db
    .prepare<[RequestCount], number>(
      `INSERT INTO request_count (minute, owner, requests) VALUES (@minute, @owner, @requests)
       ON CONFLICT (minute, owner) DO UPDATE SET requests = requests + excluded.requests RETURNING requests`,
    )
    .pluck(true);
  const countAll = db.transaction((counts: readonly RequestCount[]) => counts.map((each) => count.get(each)!));

  return {
    async solverUsage(owner, at) {
      return solverMs.get(owner, monthOf(at)) ?? 0;
    },
    async countRequests(counts) {
      return counts.length === 0 ? [] : countAll.immediate(counts);
    },
  };
}
