/**
 * The queue: jobs and their requests, one task for each instance, events, listeners, usage of owners, keys of submissions, and
 * solver hosts. The partial indexes hold only live rows. Rows of jobs and tasks change often: pages keep room for new versions,
 * and are cleaned long before the default would. IS TRUE keeps the planner from claiming tasks through the indexes of turns,
 * which also hold past ones.
 */
export const jobs = `
CREATE TABLE job (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES "user" (id),
  organization_id TEXT REFERENCES organization (id),
  owner TEXT NOT NULL,
  queue TEXT NOT NULL CHECK (queue IN ('slow', 'fast')),
  priority INTEGER NOT NULL,
  turn BIGINT NOT NULL,
  keep_ms BIGINT NOT NULL,
  watched_until BIGINT NOT NULL,
  time_limit_ms BIGINT NOT NULL,
  report_interval_ms DOUBLE PRECISION NOT NULL,
  events_kept_ms BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  opening TEXT NOT NULL,
  revision BIGINT NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'ended')),
  outcome TEXT,
  started_at BIGINT,
  ended_at BIGINT,
  last_seq BIGINT NOT NULL DEFAULT 0,
  best_fitness DOUBLE PRECISION,
  best_task INTEGER,
  best_seq BIGINT,
  best_layout TEXT,
  generation BIGINT NOT NULL DEFAULT 0,
  tested BIGINT NOT NULL DEFAULT 0,
  elapsed_seconds DOUBLE PRECISION NOT NULL DEFAULT 0,
  progress_at BIGINT NOT NULL DEFAULT 0,
  events_purged BOOLEAN NOT NULL DEFAULT false,
  CHECK ((state = 'ended') = (ended_at IS NOT NULL))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
CREATE INDEX job_queued ON job (queue, priority DESC, turn, number) WHERE state = 'queued';
CREATE INDEX job_open ON job (owner) WHERE state <> 'ended';
CREATE INDEX job_live ON job (watched_until) WHERE state <> 'ended';
CREATE INDEX job_running ON job (started_at) WHERE state = 'running';
CREATE INDEX job_ended ON job (ended_at) WHERE state = 'ended';
CREATE INDEX job_ended_with_events ON job ((ended_at + events_kept_ms)) WHERE state = 'ended' AND NOT events_purged;

CREATE TABLE job_request (
  job_id TEXT PRIMARY KEY REFERENCES job (id) ON DELETE CASCADE,
  body TEXT NOT NULL
);

CREATE TABLE task (
  job_id TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
  idx INTEGER NOT NULL,
  job_number BIGINT NOT NULL,
  owner TEXT NOT NULL,
  queue TEXT NOT NULL,
  priority INTEGER NOT NULL,
  turn BIGINT NOT NULL,
  seed BIGINT NOT NULL,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'ended')),
  outcome TEXT,
  attempt INTEGER NOT NULL DEFAULT 0,
  crashes INTEGER NOT NULL DEFAULT 0,
  claimed_at BIGINT,
  lease_until BIGINT,
  worker TEXT,
  generation BIGINT NOT NULL DEFAULT 0,
  tested BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (job_id, idx),
  CHECK ((state = 'running') = (lease_until IS NOT NULL AND worker IS NOT NULL))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
CREATE INDEX task_ready ON task (queue, priority DESC, turn, job_number, idx) WHERE state = 'queued';
CREATE INDEX task_leased ON task (lease_until) WHERE state = 'running';
CREATE INDEX task_by_worker ON task (worker) WHERE state = 'running';
CREATE INDEX task_turn ON task (queue, priority, turn) WHERE (state = 'queued' OR attempt > 0) IS TRUE;
CREATE INDEX task_turn_of_owner ON task (owner, queue, priority, turn) WHERE (state = 'queued' OR attempt > 0) IS TRUE;

CREATE TABLE job_event (
  job_id TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
  seq BIGINT NOT NULL,
  at BIGINT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (job_id, seq)
);

CREATE TABLE job_watch (
  job_id TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
  watcher TEXT NOT NULL,
  until BIGINT NOT NULL,
  PRIMARY KEY (job_id, watcher)
) WITH (fillfactor = 70);

CREATE TABLE idempotency (
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  job_id TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_by_job ON idempotency (job_id);
CREATE INDEX idempotency_by_time ON idempotency (created_at);

CREATE TABLE solver_usage (
  owner TEXT NOT NULL,
  month TEXT NOT NULL,
  solver_ms BIGINT NOT NULL,
  PRIMARY KEY (owner, month)
) WITH (fillfactor = 70);

CREATE TABLE request_count (
  minute BIGINT NOT NULL,
  owner TEXT NOT NULL,
  requests BIGINT NOT NULL,
  PRIMARY KEY (minute, owner)
) WITH (fillfactor = 70);

CREATE TABLE solver_host (
  worker TEXT PRIMARY KEY,
  queues TEXT[] NOT NULL,
  solvers INTEGER NOT NULL,
  until BIGINT NOT NULL
) WITH (fillfactor = 70);
`;
