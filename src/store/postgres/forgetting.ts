/** Forgets a user or an organisation in one transaction. */
import {
  type ForgettingStep,
  lastAdministrator,
  nothingForgotten,
  organizationSteps,
  userSteps,
} from '../forgetting.js';
import type { ForgettingStore, ForgottenRecords } from '../store.js';
import { type Database, type Session, Statement } from './database.js';

type Id = { id: string };

/**
 * New rows that refer to the user wait for this lock, and then fail for want of the user. Two administrators who leave at the
 * same moment wait for each other: each locks all of them, in one order.
 */
const lockUser = new Statement<Id, Id & { admin: boolean }>(
  `SELECT id, admin FROM "user"
   WHERE id = @id OR (admin AND EXISTS (SELECT 1 FROM "user" WHERE id = @id AND admin)) ORDER BY id FOR UPDATE`,
);
/** For the same reason. */
const lockOrganization = new Statement<Id, Id>('SELECT id FROM organization WHERE id = @id FOR UPDATE');

const statements = (steps: readonly ForgettingStep[]) =>
  steps.map(({ counts, sql }) => ({ counts, statement: new Statement<Id>(sql) }));
const ofUser = statements(userSteps);
const ofOrganization = statements(organizationSteps);

async function forget(session: Session, steps: typeof ofUser, id: string): Promise<ForgottenRecords> {
  const forgotten: Record<keyof ForgottenRecords, number> = { ...nothingForgotten };
  for (const { counts, statement } of steps) {
    const changes = await statement.run(session, { id });
    if (counts !== undefined) forgotten[counts] = changes;
  }
  return forgotten;
}

export function postgresForgetting(db: Database): ForgettingStore {
  return {
    forgetUser: (id) =>
      db.transaction(async (session) => {
        const locked = await lockUser.all(session, { id });
        const user = locked.find((row) => row.id === id);
        if (user === undefined) return null;
        if (user.admin && locked.length === 1) throw lastAdministrator();
        return forget(session, ofUser, id);
      }),
    forgetOrganization: (id) =>
      db.transaction(async (session) =>
        (await lockOrganization.one(session, { id })) === null ? null : forget(session, ofOrganization, id),
      ),
  };
}
