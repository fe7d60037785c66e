/** Forgets a user or an organisation in one transaction. */
import type { Database } from 'better-sqlite3';
import {
  type ForgettingStep,
  lastAdministrator,
  nothingForgotten,
  organizationSteps,
  userSteps,
} from '../forgetting.js';
import type { ForgettingStore, ForgottenRecords, KeyOwner } from '../store.js';
import type { Unchanged } from './unchanged.js';

/** @param owners the kept owners of keys */
export function sqliteForgetting(db: Database, owners: Unchanged<KeyOwner>): ForgettingStore {
  const findUser = db.prepare<[string], { isAdmin: number; others: number }>(
    `SELECT admin AS isAdmin, (SELECT count(*) FROM user AS other WHERE other.admin AND other.id <> user.id) AS others
     FROM user WHERE id = ?`,
  );
  const findOrganization = db.prepare<[string], { id: string }>('SELECT id FROM organization WHERE id = ?');

  const forgetting = (steps: readonly ForgettingStep[]) => {
    const prepared = steps.map(({ counts, sql }) => ({ counts, statement: db.prepare<[{ id: string }]>(sql) }));
    return (id: string): ForgottenRecords => {
      const forgotten: Record<keyof ForgottenRecords, number> = { ...nothingForgotten };
      for (const { counts, statement } of prepared) {
        const { changes } = statement.run({ id });
        if (counts !== undefined) forgotten[counts] = changes;
      }
      return forgotten;
    };
  };
  const [ofUser, ofOrganization] = [forgetting(userSteps), forgetting(organizationSteps)];

  const forgetUser = db.transaction((id: string): ForgottenRecords | null => {
    const user = findUser.get(id);
    if (user === undefined) return null;
    if (user.isAdmin === 1 && user.others === 0) throw lastAdministrator();
    return ofUser(id);
  });
  const forgetOrganization = db.transaction((id: string) =>
    findOrganization.get(id) === undefined ? null : ofOrganization(id),
  );

  return {
    async forgetUser(id) {
      owners.forget();
      return forgetUser.immediate(id);
    },
    async forgetOrganization(id) {
      owners.forget();
      return forgetOrganization.immediate(id);
    },
  };
}
