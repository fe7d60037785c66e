/** SQL of the owners' usage. */
import type { Database } from 'better-sqlite3';
import type { RequestCount, UsageStore } from '../store.js';

export function sqliteUsage(db: Database): UsageStore {
  const count = db
    .prepare<[RequestCount], number>(
      `INSERT INTO request_count (minute, owner, requests) VALUES (@minute, @owner, @requests)
       ON CONFLICT (minute, owner) DO UPDATE SET requests = requests + excluded.requests RETURNING requests`,
    )
    .pluck(true);
  const countAll = db.transaction((counts: readonly RequestCount[]) => counts.map((each) => count.get(each)!));

  return {
    async countRequests(counts) {
      return counts.length === 0 ? [] : countAll.immediate(counts);
    },
  };
}
