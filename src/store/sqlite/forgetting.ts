/** Forgets a user in one transaction. */
import type { Database } from 'better-sqlite3';
import { forgettingSteps, nothingForgotten } from '../forgetting.js';
import type { ForgettingStore, ForgottenRecords, KeyOwner } from '../store.js';
import type { Unchanged } from './unchanged.js';

/** @param owners the kept owners of keys */
export function sqliteForgetting(db: Database, owners: Unchanged<KeyOwner>): ForgettingStore {
  const exists = db.prepare<[string]>('SELECT 1 FROM user WHERE id = ?');
  const steps = forgettingSteps.map(({ counts, sql }) => ({ counts, statement: db.prepare<[{ id: string }]>(sql) }));

  const forget = db.transaction((id: string): ForgottenRecords | null => {
    if (exists.get(id) === undefined) return null;
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
