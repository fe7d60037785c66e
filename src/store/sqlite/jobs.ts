/** SQL of jobs: their steps, their listeners and their end. */
import type { Database } from 'better-sqlite3';
import { assignments, jobColumns, jobStateColumns, selection, taskColumns, taskStateColumns } from '../columns.js';
import { monthOf } from '../month.js';
import type {
  CommitResult,
  JobChange,
  JobListing,
  JobRecord,
  JobStore,
  ListedJob,
  StoredEvent,
  TaskQueue,
  TaskRecord,
  TaskState,
} from '../store.js';
import { sqliteAnnouncements } from './announcements.js';

type JobFamily = Pick<
  JobStore,
  | 'loadJob'
  | 'listJobs'
  | 'jobRequest'
  | 'commitJobs'
  | 'queuePositions'
  | 'watchJobs'
  | 'unwatchJob'
  | 'abandonedJobs'
  | 'overdueJobs'
>;

export function sqliteJobs(db: Database): JobFamily {
  const jobById = db.prepare<[string], JobRecord>(`SELECT ${selection(jobColumns)} FROM job WHERE id = ?`);
  const tasksOf = db.prepare<[string], TaskRecord>(
    `SELECT ${selection(taskColumns)} FROM task WHERE job_id = ? ORDER BY idx`,
  );
  const requestOf = db.prepare<[string], string>('SELECT body FROM job_request WHERE job_id = ?').pluck(true);

  const listed = db.prepare<[JobListing], ListedJob>(
    `SELECT ${selection(jobColumns)}, (SELECT count(*) FROM task WHERE job_id = job.id) AS instances FROM job
     WHERE (queue = 'lays') = (@kind = 'lays') AND (@kind <> 'submitted' OR opening ->> '$.inner' IS NULL)
       AND (@owner IS NULL OR owner = @owner) AND (@state IS NULL OR state = @state)
       AND (@before IS NULL OR number < @before)
     ORDER BY number DESC LIMIT @limit`,
  );

  const jobStep = `UPDATE job SET revision = revision + 1, ${assignments(jobStateColumns, jobStateColumns)}
    WHERE id = @jobId AND revision = @revision`;
  const updateJob = db.prepare(jobStep);
  const updateFencedJob = db.prepare(
    `${jobStep} AND EXISTS (SELECT 1 FROM task
       WHERE job_id = @jobId AND idx = @fenceIndex AND attempt = @fenceAttempt AND state = @fenceState)`,
  );
  const countTime = db.prepare(
    `INSERT INTO solver_usage (owner, month, solver_ms)
     SELECT owner, @month, max(0, @at - claimed_at) FROM task
     WHERE job_id = @jobId AND idx = @index AND state = 'running' AND queue <> 'lays' AND claimed_at IS NOT NULL
     ON CONFLICT (owner, month) DO UPDATE SET solver_ms = solver_ms + excluded.solver_ms`,
  );
  const updateTask = db.prepare(
    `UPDATE task SET ${assignments(taskStateColumns, taskStateColumns)},
       lease_until = CASE @state WHEN 'running' THEN lease_until END,
       worker = CASE @state WHEN 'running' THEN worker END
     WHERE job_id = @jobId AND idx = @index`,
  );
  const insertEvent = db.prepare<[StoredEvent & { jobId: string }]>(
    'INSERT INTO job_event (job_id, seq, at, body) VALUES (@jobId, @seq, @at, @body)',
  );
  const ownerOf = db.prepare<[string], string>('SELECT owner FROM job WHERE id = ?').pluck(true);
  const announce = sqliteAnnouncements(db);
  const revisionOf = db.prepare<[string], number>('SELECT revision FROM job WHERE id = ?').pluck(true);
  const forgetWatchers = db.prepare<[string]>('DELETE FROM job_watch WHERE job_id = ?');

  const positions = db.prepare<[{ queue: TaskQueue; among: string | null }], { id: string; position: number }>(
    `SELECT id, position FROM (
       SELECT id, row_number() OVER (ORDER BY priority DESC, turn, number) AS position
       FROM job WHERE state = 'queued' AND queue = @queue
     ) WHERE @among IS NULL OR id IN (SELECT value FROM json_each(@among))`,
  );
  const watch = db.prepare<[{ jobId: string; watcher: string; until: number }]>(
    `INSERT INTO job_watch (job_id, watcher, until) SELECT id, @watcher, @until FROM job WHERE id = @jobId AND state <> 'ended'
     ON CONFLICT (job_id, watcher) DO UPDATE SET until = max(until, excluded.until)`,
  );
  const unwatch = db.prepare<[{ jobId: string; watcher: string }]>(
    'DELETE FROM job_watch WHERE job_id = @jobId AND watcher = @watcher',
  );
  const watchEnded = db.prepare<[{ jobId: string; at: number }]>(
    'UPDATE job SET watched_until = @at WHERE id = @jobId',
  );
  const isAbandoned = `state <> 'ended' AND watched_until <= @now AND watched_until + keep_ms <= @now
       AND NOT EXISTS (SELECT 1 FROM job_watch w WHERE w.job_id = job.id AND w.until + job.keep_ms > @now)`;
  const abandoned = db.prepare<[{ now: number }], string>(`SELECT id FROM job WHERE ${isAbandoned}`).pluck(true);
  const abandonedOne = db
    .prepare<[{ now: number; jobId: string }], string>(`SELECT id FROM job WHERE id = @jobId AND ${isAbandoned}`)
    .pluck(true);
  const overdue = db
    .prepare<[{ before: number }], string>(
      `SELECT id FROM job
     WHERE state = 'running' AND started_at + time_limit_ms < @before
       AND NOT EXISTS (SELECT 1 FROM task t WHERE t.job_id = job.id AND t.state = 'running')`,
    )
    .pluck(true);
  const loadJob = db.transaction((id: string) => {
    const job = jobById.get(id);
    return job ? { job, tasks: tasksOf.all(id) } : null;
  });

  const commit = ({ jobId, revision, at, fence, job, tasks, events, announcement }: JobChange): CommitResult => {
    const step = { ...job, jobId, revision };
    const { changes } = fence
      ? updateFencedJob.run({
          ...step,
          fenceIndex: fence.index,
          fenceAttempt: fence.attempt,
          fenceState: fence.state,
        })
      : updateJob.run(step);
    if (changes === 0) {
      const present = revisionOf.get(jobId);
      if (present === undefined) return 'gone';
      return present === revision ? 'fenced' : 'stale';
    }
    for (const { index, state, outcome, generation, tested, crashes } of tasks satisfies readonly TaskState[]) {
      if (state !== 'running') countTime.run({ jobId, index, at, month: monthOf(at) });
      updateTask.run({ jobId, index, state, outcome, generation, tested, crashes });
    }
    for (const event of events) insertEvent.run({ ...event, jobId });
    if (job.state === 'ended') forgetWatchers.run(jobId);
    if (announcement) announce(ownerOf.get(jobId)!, announcement, at);
    return 'committed';
  };
  const commitAll = db.transaction((changes: readonly JobChange[]) => changes.map(commit));

  const watchAll = db.transaction((watcher: string, jobIds: readonly string[], until: number) => {
    for (const jobId of jobIds) watch.run({ jobId, watcher, until });
  });
  const unwatchAt = db.transaction((watcher: string, jobId: string, at: number) => {
    if (unwatch.run({ jobId, watcher }).changes > 0) watchEnded.run({ jobId, at });
  });
  return {
    async loadJob(id) {
      return loadJob(id);
    },
    async listJobs(listing) {
      return listed.all(listing);
    },
    async jobRequest(id) {
      return requestOf.get(id) ?? null;
    },
    async commitJobs(changes) {
      return changes.length === 0 ? [] : commitAll.immediate(changes);
    },
    async queuePositions(queue, among) {
      const rows = positions.all({ queue, among: among ? JSON.stringify(among) : null });
      return new Map(rows.map(({ id, position }) => [id, position]));
    },
    async watchJobs(watcher, jobIds, until) {
      if (jobIds.length > 0) watchAll.immediate(watcher, jobIds, until);
    },
    async unwatchJob(watcher, jobId, at) {
      unwatchAt.immediate(watcher, jobId, at);
    },
    async abandonedJobs(now, jobId) {
      return jobId === undefined ? abandoned.all({ now }) : abandonedOne.all({ now, jobId });
    },
    async overdueJobs(deadlineBefore) {
      return overdue.all({ before: deadlineBefore });
    },
  };
}
