/** SQL of forgetting a user, the same for every engine. docs/decisions/0031-forgetting.md gives the reasons. */
import { ServiceError } from '../errors.js';
import type { ForgottenRecords } from './store.js';

export interface ForgettingStep {
  /** The name under which its rows are counted. */
  readonly counts?: keyof ForgottenRecords;
  readonly sql: string;
}

const ownPatterns = 'SELECT id FROM pattern WHERE owner_user_id = @id';

/** In this order, in one transaction. Rows of other tables go with the rows that they refer to. */
export const forgettingSteps: readonly ForgettingStep[] = [
  // The triggers let immutable versions go for the users in this table. No other transaction ever sees a row of it.
  { sql: 'INSERT INTO forgetting (user_id) VALUES (@id)' },
  { counts: 'jobs', sql: 'DELETE FROM job WHERE user_id = @id' },
  { sql: 'DELETE FROM idempotency WHERE owner = @id' },
  { sql: 'DELETE FROM keyed_request WHERE user_id = @id' },
  { sql: 'DELETE FROM solver_usage WHERE owner = @id' },
  { sql: 'DELETE FROM request_count WHERE owner = @id' },
  { counts: 'webhooks', sql: 'DELETE FROM webhook WHERE owner = @id' },
  { sql: `DELETE FROM pattern_version WHERE pattern_id IN (${ownPatterns} AND NOT public)` },
  { sql: `DELETE FROM pattern_version WHERE state = 'draft' AND pattern_id IN (${ownPatterns})` },
  {
    counts: 'patterns',
    sql: `DELETE FROM pattern WHERE owner_user_id = @id
      AND NOT EXISTS (SELECT 1 FROM pattern_version WHERE pattern_id = pattern.id)`,
  },
  { counts: 'publicPatterns', sql: 'UPDATE pattern SET owner_user_id = NULL WHERE owner_user_id = @id' },
  { counts: 'sizeTableVersions', sql: 'DELETE FROM size_table_version WHERE owner_user_id = @id' },
  { counts: 'populations', sql: 'DELETE FROM population WHERE owner_user_id = @id' },
  { counts: 'projects', sql: 'DELETE FROM project WHERE owner_user_id = @id' },
  { counts: 'memberships', sql: 'DELETE FROM membership WHERE user_id = @id' },
  { counts: 'keys', sql: 'DELETE FROM api_key WHERE user_id = @id' },
  { sql: 'DELETE FROM "user" WHERE id = @id' },
  { sql: 'DELETE FROM forgetting WHERE user_id = @id' },
];

export const lastAdministrator = (): ServiceError =>
  new ServiceError('conflict', 'This user is the last administrator: create another administrator first', {
    code: 'last_administrator',
  });

/** The counts of nothing. */
export const nothingForgotten: ForgottenRecords = {
  keys: 0,
  memberships: 0,
  patterns: 0,
  publicPatterns: 0,
  sizeTableVersions: 0,
  populations: 0,
  projects: 0,
  jobs: 0,
  webhooks: 0,
};
