/**
 * The queue: jobs, their requests, one task for each instance, events, and listeners. Requests stand apart, because SQLite
 * rewrites a whole row on every update. The partial indexes hold only live rows, so their size does not grow with past jobs.
 */
export const jobs = `
CREATE TABLE job (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES user (id),
  organization_id TEXT REFERENCES organization (id),
  queue TEXT NOT NULL CHECK (queue IN ('slow', 'fast')),
  priority INTEGER NOT NULL,
  keep_ms INTEGER NOT NULL,
  watched_until INTEGER NOT NULL,
  time_limit_ms INTEGER NOT NULL,
  report_interval_ms REAL NOT NULL,
  created_at INTEGER NOT NULL,
  opening TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'ended')),
  outcome TEXT,
  started_at INTEGER,
  ended_at INTEGER,
  last_seq INTEGER NOT NULL DEFAULT 0,
  best_fitness REAL,
  best_task INTEGER,
  best_seq INTEGER,
  best_layout TEXT,
  generation INTEGER NOT NULL DEFAULT 0,
  tested INTEGER NOT NULL DEFAULT 0,
  elapsed_seconds REAL NOT NULL DEFAULT 0,
  progress_at INTEGER NOT NULL DEFAULT 0,
  events_purged INTEGER NOT NULL DEFAULT 0,
  CHECK ((state = 'ended') = (ended_at IS NOT NULL))
) STRICT;
CREATE INDEX job_queued ON job (queue, priority DESC, number) WHERE state = 'queued';
CREATE INDEX job_live ON job (watched_until) WHERE state <> 'ended';
CREATE INDEX job_running ON job (started_at) WHERE state = 'running';
CREATE INDEX job_ended ON job (ended_at) WHERE state = 'ended';
CREATE INDEX job_ended_with_events ON job (ended_at) WHERE state = 'ended' AND events_purged = 0;

CREATE TABLE job_request (
  job_id TEXT PRIMARY KEY REFERENCES job (id) ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE task (
  job_id TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
  idx INTEGER NOT NULL,
  job_number INTEGER NOT NULL,
  queue TEXT NOT NULL,
  priority INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'ended')),
  outcome TEXT,
  attempt INTEGER NOT NULL DEFAULT 0,
  crashes INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER,
  worker TEXT,
  generation INTEGER NOT NULL DEFAULT 0,
  tested INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (job_id, idx),
  CHECK ((state = 'running') = (lease_until IS NOT NULL AND worker IS NOT NULL))
) STRICT;
CREATE INDEX task_ready ON task (queue, priority DESC, job_number, idx) WHERE state = 'queued';
CREATE INDEX task_leased ON task (lease_until) WHERE state = 'running';
CREATE INDEX task_by_worker ON task (worker) WHERE state = 'running';

CREATE TABLE job_event (
  job_id TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (job_id, seq)
) STRICT;

CREATE TABLE job_watch (
  job_id TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
  watcher TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (job_id, watcher)
) STRICT, WITHOUT ROWID;
`;
