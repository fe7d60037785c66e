/** Forgets a user in one transaction. */
import { forgettingSteps, lastAdministrator, nothingForgotten } from '../forgetting.js';
import type { ForgettingStore, ForgottenRecords } from '../store.js';
import { type Database, Statement } from './database.js';

type Id = { id: string };

/**
 * New rows that refer to the user wait for this lock, and then fail for want of the user. Two administrators who leave at the
 * same moment wait for each other: each locks all of them, in one order.
 */
const lock = new Statement<Id, Id & { admin: boolean }>(
  `SELECT id, admin FROM "user"
   WHERE id = @id OR (admin AND EXISTS (SELECT 1 FROM "user" WHERE id = @id AND admin)) ORDER BY id FOR UPDATE`,
);
const steps = forgettingSteps.map(({ counts, sql }) => ({ counts, statement: new Statement<Id>(sql) }));

export function postgresForgetting(db: Database): ForgettingStore {
  return {
    forgetUser: (id) =>
      db.transaction(async (session) => {
        const locked = await lock.all(session, { id });
        const user = locked.find((row) => row.id === id);
        if (user === undefined) return null;
        if (user.admin && locked.length === 1) throw lastAdministrator();
        const forgotten: Record<keyof ForgottenRecords, number> = { ...nothingForgotten };
        for (const { counts, statement } of steps) {
          const changes = await statement.run(session, { id });
          if (counts !== undefined) forgotten[counts] = changes;
        }
        return forgotten;
      }),
  };
}
