/** Forgets a user in one transaction. */
import type { Database } from 'better-sqlite3';
import { forgettingSteps, lastAdministrator, nothingForgotten } from '../forgetting.js';
import type { ForgettingStore, ForgottenRecords, KeyOwner } from '../store.js';
import type { Unchanged } from './unchanged.js';

/** @param owners the kept owners of keys */
export function sqliteForgetting(db: Database, owners: Unchanged<KeyOwner>): ForgettingStore {
  const find = db.prepare<[string], { isAdmin: number; others: number }>(
    `SELECT admin AS isAdmin, (SELECT count(*) FROM user AS other WHERE other.admin AND other.id <> user.id) AS others
     FROM user WHERE id = ?`,
  );
  const steps = forgettingSteps.map(({ counts, sql }) => ({ counts, statement: db.prepare<[{ id: string }]>(sql) }));

  const forget = db.transaction((id: string): ForgottenRecords | null => {
    const user = find.get(id);
    if (user === undefined) return null;
    if (user.isAdmin === 1 && user.others === 0) throw lastAdministrator();
    const forgotten: Record<keyof ForgottenRecords, number> = { ...nothingForgotten };
    for (const { counts, statement } of steps) {
      const { changes } = statement.run({ id });
      if (counts !== undefined) forgotten[counts] = changes;
    }
    return forgotten;
  });

  return {
    async forgetUser(id) {
      owners.forget();
      return forget.immediate(id);
    },
  };
}
