/**
 * SQL of forgetting a user or an organisation, the same for every engine. docs/decisions/0031-forgetting.md gives the reasons.
 */
import { ServiceError } from '../errors.js';
import type { ForgottenRecords } from './store.js';

export interface ForgettingStep {
  /** The name under which its rows are counted. */
  readonly counts?: keyof ForgottenRecords;
  readonly sql: string;
}

// The triggers let immutable versions go for the owners in this table. No other transaction ever sees a row of it.
const begin = { sql: 'INSERT INTO forgetting (user_id) VALUES (@id)' };
const end = { sql: 'DELETE FROM forgetting WHERE user_id = @id' };

// The administrator who made the account has its name and its id in the answer to a keyed request.
const answerTellsOf = "answer LIKE '%' || @id || '%'";

/** The data of an owner, whoever made it. */
function dataOf(owner: 'owner_user_id' | 'owner_organization_id'): readonly ForgettingStep[] {
  const ownPatterns = `SELECT id FROM pattern WHERE ${owner} = @id`;
  return [
    { sql: 'DELETE FROM idempotency WHERE owner = @id' },
    { sql: 'DELETE FROM solver_usage WHERE owner = @id' },
    { sql: 'DELETE FROM request_count WHERE owner = @id' },
    { counts: 'webhooks', sql: 'DELETE FROM webhook WHERE owner = @id' },
    { sql: `DELETE FROM pattern_version WHERE pattern_id IN (${ownPatterns} AND NOT public)` },
    { sql: `DELETE FROM pattern_version WHERE state = 'draft' AND pattern_id IN (${ownPatterns})` },
    {
      counts: 'patterns',
      sql: `DELETE FROM pattern WHERE ${owner} = @id
        AND NOT EXISTS (SELECT 1 FROM pattern_version WHERE pattern_id = pattern.id)`,
    },
    { counts: 'publicPatterns', sql: `UPDATE pattern SET ${owner} = NULL WHERE ${owner} = @id` },
    { counts: 'sizeTableVersions', sql: `DELETE FROM size_table_version WHERE ${owner} = @id` },
    { counts: 'populations', sql: `DELETE FROM population WHERE ${owner} = @id` },
    { counts: 'projects', sql: `DELETE FROM project WHERE ${owner} = @id` },
  ];
}

/** In this order, in one transaction. Rows of other tables go with the rows that they refer to. */
export const userSteps: readonly ForgettingStep[] = [
  begin,
  { counts: 'jobs', sql: 'DELETE FROM job WHERE user_id = @id' },
  {
    sql: `DELETE FROM keyed_request WHERE user_id = @id OR ${answerTellsOf}
      OR answer IN (SELECT id FROM api_key WHERE user_id = @id)`,
  },
  ...dataOf('owner_user_id'),
  { counts: 'memberships', sql: 'DELETE FROM membership WHERE user_id = @id' },
  { counts: 'keys', sql: 'DELETE FROM api_key WHERE user_id = @id' },
  { sql: 'DELETE FROM "user" WHERE id = @id' },
  end,
];

/** As those of a user. Its members stay. */
export const organizationSteps: readonly ForgettingStep[] = [
  begin,
  { counts: 'jobs', sql: 'DELETE FROM job WHERE owner = @id' },
  { sql: `DELETE FROM keyed_request WHERE owner = @id OR ${answerTellsOf}` },
  ...dataOf('owner_organization_id'),
  { sql: 'UPDATE "user" SET active_organization_id = NULL WHERE active_organization_id = @id' },
  { counts: 'memberships', sql: 'DELETE FROM membership WHERE organization_id = @id' },
  { sql: 'DELETE FROM organization WHERE id = @id' },
  end,
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
