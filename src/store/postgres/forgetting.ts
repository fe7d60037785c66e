/** Forgets a user in one transaction. */
import { forgettingSteps, nothingForgotten } from '../forgetting.js';
import type { ForgettingStore, ForgottenRecords } from '../store.js';
import { type Database, Statement } from './database.js';

type Id = { id: string };

/** New rows that refer to the user wait for this lock, and then fail for want of the user. */
const lock = new Statement<Id, Id>('SELECT id FROM "user" WHERE id = @id FOR UPDATE');
const steps = forgettingSteps.map(({ counts, sql }) => ({ counts, statement: new Statement<Id>(sql) }));

export function postgresForgetting(db: Database): ForgettingStore {
  return {
    forgetUser: (id) =>
      db.transaction(async (session) => {
        if ((await lock.one(session, { id })) === null) return null;
        const forgotten: Record<keyof ForgottenRecords, number> = { ...nothingForgotten };
        for (const { counts, statement } of steps) {
          const changes = await statement.run(session, { id });
          if (counts !== undefined) forgotten[counts] = changes;
        }
        return forgotten;
      }),
  };
}
