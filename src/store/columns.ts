/** Maps the names of records to the names of columns, which are the same for every engine. Parameters are `@name`. */
import type { AuditTarget, KeyScope } from './store.js';

/** `user_id AS "userId", ...` for a SELECT or RETURNING of records. */
export function selection(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([field, column]) => (field === column ? column : `${column} AS "${field}"`))
    .join(', ');
}

/** `user_id = @userId, ...` for the fields that are present in `change`; empty for none. */
export function assignments(columns: Readonly<Record<string, string>>, change: object): string {
  return Object.keys(change)
    .filter((field) => field in columns)
    .map((field) => `${columns[field]} = @${field}`)
    .join(', ');
}

/** `(user_id, ...) VALUES (@userId, ...)` for all fields. */
export function insertion(columns: Readonly<Record<string, string>>): string {
  const values = Object.keys(columns).map((field) => `@${field}`);
  return `(${Object.values(columns).join(', ')}) VALUES (${values.join(', ')})`;
}

/** Words as they stand in their column, with a space between: the scopes of a key, the events of a webhook. */
export const wordsText = (words: readonly string[]): string => words.join(' ');
export const wordsOf = (text: string): string[] => (text === '' ? [] : text.split(' '));
export const scopesText = (scopes: readonly KeyScope[]): string => wordsText(scopes);
export const scopesOf = (text: string): KeyScope[] => wordsOf(text) as KeyScope[];

export const userColumns = {
  id: 'id',
  name: 'name',
  plan: 'plan',
  admin: 'admin',
  activeOrganizationId: 'active_organization_id',
  createdAt: 'created_at',
};
export const organizationColumns = { id: 'id', name: 'name', plan: 'plan', createdAt: 'created_at' };
export const keyColumns = {
  id: 'id',
  userId: 'user_id',
  name: 'name',
  scopes: 'scopes',
  secretHash: 'secret_hash',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  lifetimeMs: 'lifetime_ms',
  lastUsedAt: 'last_used_at',
  revokedAt: 'revoked_at',
};
export const patternColumns = {
  id: 'id',
  ownerUserId: 'owner_user_id',
  ownerOrganizationId: 'owner_organization_id',
  public: 'public',
  name: 'name',
  description: 'description',
  createdAt: 'created_at',
};
export const versionColumns = {
  id: 'id',
  patternId: 'pattern_id',
  number: 'number',
  state: 'state',
  kind: 'kind',
  content: 'content',
  sha256: 'sha256',
  createdAt: 'created_at',
  publishedAt: 'published_at',
};
export const sizeTableColumns = {
  tableId: 'table_id',
  number: 'number',
  ownerUserId: 'owner_user_id',
  ownerOrganizationId: 'owner_organization_id',
  name: 'name',
  content: 'content',
  sha256: 'sha256',
  createdAt: 'created_at',
};
export const populationColumns = {
  id: 'id',
  ownerUserId: 'owner_user_id',
  ownerOrganizationId: 'owner_organization_id',
  name: 'name',
  content: 'content',
  createdAt: 'created_at',
};
export const keyedRequestColumns = {
  owner: 'owner',
  key: 'key',
  userId: 'user_id',
  bodyHash: 'body_hash',
  answer: 'answer',
  createdAt: 'created_at',
};
export const projectColumns = {
  id: 'id',
  ownerUserId: 'owner_user_id',
  ownerOrganizationId: 'owner_organization_id',
  name: 'name',
  versionNumber: 'version_number',
  bytes: 'bytes',
  holdsPeople: 'holds_people',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};
export const newJobColumns = {
  id: 'id',
  userId: 'user_id',
  organizationId: 'organization_id',
  owner: 'owner',
  queue: 'queue',
  priority: 'priority',
  keepMs: 'keep_ms',
  watchedUntil: 'watched_until',
  timeLimitMs: 'time_limit_ms',
  reportIntervalMs: 'report_interval_ms',
  eventsKeptMs: 'events_kept_ms',
  createdAt: 'created_at',
  opening: 'opening',
};
export const jobStateColumns = {
  state: 'state',
  outcome: 'outcome',
  startedAt: 'started_at',
  endedAt: 'ended_at',
  lastSeq: 'last_seq',
  bestFitness: 'best_fitness',
  bestTask: 'best_task',
  bestSeq: 'best_seq',
  generation: 'generation',
  tested: 'tested',
  elapsedSeconds: 'elapsed_seconds',
  progressAt: 'progress_at',
};
export const jobColumns = { ...newJobColumns, ...jobStateColumns, number: 'number', revision: 'revision' };
export const taskColumns = {
  jobId: 'job_id',
  index: 'idx',
  seed: 'seed',
  state: 'state',
  outcome: 'outcome',
  attempt: 'attempt',
  crashes: 'crashes',
  leaseUntil: 'lease_until',
  worker: 'worker',
  generation: 'generation',
  tested: 'tested',
};
export const taskStateColumns = {
  state: 'state',
  outcome: 'outcome',
  generation: 'generation',
  tested: 'tested',
  crashes: 'crashes',
};
export const webhookColumns = {
  id: 'id',
  owner: 'owner',
  url: 'url',
  events: 'events',
  description: 'description',
  secret: 'secret',
  oldSecret: 'old_secret',
  oldSecretUntil: 'old_secret_until',
  createdAt: 'created_at',
  disabledAt: 'disabled_at',
  disabledReason: 'disabled_reason',
  failingSince: 'failing_since',
};
export const deliveryColumns = {
  webhookId: 'webhook_id',
  eventId: 'event_id',
  number: 'number',
  type: 'type',
  data: 'data',
  occurredAt: 'occurred_at',
  state: 'state',
  attempts: 'attempts',
  failures: 'failures',
  nextAt: 'next_at',
  lastAttemptAt: 'last_attempt_at',
  lastStatus: 'last_status',
  lastError: 'last_error',
  endedAt: 'ended_at',
};
export const deliveryResultColumns = {
  state: 'state',
  failures: 'failures',
  nextAt: 'next_at',
  lastStatus: 'last_status',
  lastError: 'last_error',
  endedAt: 'ended_at',
};
export const auditColumns = {
  id: 'id',
  createdAt: 'created_at',
  userId: 'user_id',
  keyId: 'key_id',
  organizationId: 'organization_id',
  operation: 'operation',
  targets: 'targets',
  failure: 'failure',
};
/** `kind:id kind:id`, of records that an audit entry is about. */
export const targetsText = (targets: readonly AuditTarget[]): string =>
  wordsText(targets.map(({ kind, id }) => `${kind}:${id}`));
export const targetsOf = (text: string): AuditTarget[] =>
  wordsOf(text).map((word) => {
    const at = word.indexOf(':');
    return { kind: word.slice(0, at), id: word.slice(at + 1) };
  });
