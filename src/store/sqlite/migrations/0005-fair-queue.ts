/**
 * Owners take turns: every task has a turn, and a queue is served by priority, then turn. This step also adds the usage of
 * owners, the keys of submissions, and the solver hosts.
 */
export const fairQueue = `
ALTER TABLE job ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE job ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN events_kept_ms INTEGER NOT NULL DEFAULT 3600000;
UPDATE job SET owner = coalesce(organization_id, user_id);
ALTER TABLE task ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE task ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE task ADD COLUMN claimed_at INTEGER;
UPDATE task SET owner = (SELECT owner FROM job WHERE job.id = task.job_id);

DROP INDEX job_queued;
CREATE INDEX job_queued ON job (queue, priority DESC, turn, number) WHERE state = 'queued';
CREATE INDEX job_open ON job (owner) WHERE state <> 'ended';
DROP INDEX job_ended_with_events;
CREATE INDEX job_ended_with_events ON job (ended_at + events_kept_ms) WHERE state = 'ended' AND events_purged = 0;
DROP INDEX task_ready;
CREATE INDEX task_ready ON task (queue, priority DESC, turn, job_number, idx) WHERE state = 'queued';
CREATE INDEX task_turn ON task (queue, priority, turn) WHERE state = 'queued' OR attempt > 0;
CREATE INDEX task_turn_of_owner ON task (owner, queue, priority, turn) WHERE state = 'queued' OR attempt > 0;

CREATE TABLE idempotency (
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  job_id TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_job ON idempotency (job_id);
CREATE INDEX idempotency_by_time ON idempotency (created_at);

CREATE TABLE solver_usage (
  owner TEXT NOT NULL,
  month TEXT NOT NULL,
  solver_ms INTEGER NOT NULL,
  PRIMARY KEY (owner, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE request_count (
  minute INTEGER NOT NULL,
  owner TEXT NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (minute, owner)
) STRICT, WITHOUT ROWID;

CREATE TABLE solver_host (
  worker TEXT PRIMARY KEY,
  queues TEXT NOT NULL,
  solvers INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
