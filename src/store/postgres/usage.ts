/** SQL of the owners' usage. */
import { monthOf } from '../month.js';
import type { Usage, UsageStore } from '../store.js';
import { type Database, Statement } from './database.js';

interface Counts {
  readonly minutes: readonly number[];
  readonly owners: readonly string[];
  readonly requests: readonly number[];
}
// Always in the same order, so that two processes do not wait for each other.
const count = new Statement<Counts, { minute: number; owner: string; requests: number }>(
  `INSERT INTO request_count (minute, owner, requests)
   SELECT * FROM unnest(@minutes::bigint[], @owners::text[], @requests::bigint[]) AS c (minute, owner, requests)
   ORDER BY minute, owner
   ON CONFLICT (minute, owner) DO UPDATE SET requests = request_count.requests + excluded.requests
   RETURNING minute, owner, requests`,
);

const usage = new Statement<{ owner: string; month: string }, Usage>(
  `SELECT (SELECT count(*) FROM job WHERE owner = @owner AND state <> 'ended') AS "openJobs",
     coalesce((SELECT solver_ms FROM solver_usage WHERE owner = @owner AND month = @month), 0) AS "solverMs"`,
);

export function postgresUsage(db: Database): UsageStore {
  return {
    async countRequests(counts) {
      if (counts.length === 0) return [];
      const sums = await count.all(db, {
        minutes: counts.map(({ minute }) => minute),
        owners: counts.map(({ owner }) => owner),
        requests: counts.map(({ requests }) => requests),
      });
      const bySubject = new Map(sums.map(({ minute, owner, requests }) => [`${minute} ${owner}`, requests]));
      return counts.map(({ minute, owner }) => bySubject.get(`${minute} ${owner}`)!);
    },
    usageOf: async (owner, at) => (await usage.one(db, { owner, month: monthOf(at) }))!,
  };
}
