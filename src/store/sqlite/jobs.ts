/** SQL of jobs: their creation, their steps, their listeners and their end. */
import type { Database } from 'better-sqlite3';
import type {
  CommitResult,
  JobChange,
  JobRecord,
  JobStore,
  NewJob,
  QueueName,
  StoredEvent,
  TaskRecord,
  TaskState,
} from '../store.js';
import { assignments, insertion, selection } from './columns.js';
import { taskColumns } from './tasks.js';

const newJobColumns = {
  id: 'id',
  userId: 'user_id',
  organizationId: 'organization_id',
  queue: 'queue',
  priority: 'priority',
  keepMs: 'keep_ms',
  watchedUntil: 'watched_until',
  timeLimitMs: 'time_limit_ms',
  reportIntervalMs: 'report_interval_ms',
  createdAt: 'created_at',
  opening: 'opening',
};
const jobStateColumns = {
  state: 'state',
  outcome: 'outcome',
  startedAt: 'started_at',
  endedAt: 'ended_at',
  lastSeq: 'last_seq',
  bestFitness: 'best_fitness',
  bestTask: 'best_task',
  bestSeq: 'best_seq',
  bestLayout: 'best_layout',
  generation: 'generation',
  tested: 'tested',
  elapsedSeconds: 'elapsed_seconds',
  progressAt: 'progress_at',
};
const jobColumns = { ...newJobColumns, ...jobStateColumns, number: 'number', revision: 'revision' };
const taskStateColumns = {
  state: 'state',
  outcome: 'outcome',
  generation: 'generation',
  tested: 'tested',
  crashes: 'crashes',
};

/** One sweep deletes at most so many jobs, so that it never holds the write lock for long. */
const purgeBatch = 20;

type JobFamily = Pick<
  JobStore,
  | 'createJob'
  | 'loadJob'
  | 'jobRequest'
  | 'commitJobs'
  | 'queuePositions'
  | 'watchJobs'
  | 'unwatchJob'
  | 'abandonedJobs'
  | 'overdueJobs'
  | 'purgeJobs'
>;

export function sqliteJobs(db: Database): JobFamily {
  const insertJob = db.prepare(`INSERT INTO job ${insertion(newJobColumns)}`);
  const insertRequest = db.prepare('INSERT INTO job_request (job_id, body) VALUES (?, ?)');
  const insertTask = db.prepare(
    `INSERT INTO task (job_id, idx, job_number, queue, priority, seed)
     SELECT id, @index, number, queue, priority, @seed FROM job WHERE id = @jobId`,
  );
  const jobById = db.prepare<[string], JobRecord>(`SELECT ${selection(jobColumns)} FROM job WHERE id = ?`);
  const tasksOf = db.prepare<[string], TaskRecord>(
    `SELECT ${selection(taskColumns)} FROM task WHERE job_id = ? ORDER BY idx`,
  );
  const requestOf = db.prepare<[string], string>('SELECT body FROM job_request WHERE job_id = ?').pluck(true);

  const jobStep = `UPDATE job SET revision = revision + 1, ${assignments(jobStateColumns, jobStateColumns)}
    WHERE id = @jobId AND revision = @revision`;
  const updateJob = db.prepare(jobStep);
  const updateFencedJob = db.prepare(
    `${jobStep} AND EXISTS (SELECT 1 FROM task
       WHERE job_id = @jobId AND idx = @fenceIndex AND attempt = @fenceAttempt AND state = @fenceState)`,
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
  const revisionOf = db.prepare<[string], number>('SELECT revision FROM job WHERE id = ?').pluck(true);
  const forgetWatchers = db.prepare<[string]>('DELETE FROM job_watch WHERE job_id = ?');

  const positions = db.prepare<[QueueName], { id: string; position: number }>(
    `SELECT id, row_number() OVER (ORDER BY priority DESC, number) AS position
     FROM job WHERE state = 'queued' AND queue = ?`,
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
  const abandoned = db
    .prepare<[{ now: number }], string>(
      `SELECT id FROM job
     WHERE state <> 'ended' AND watched_until <= @now AND watched_until + keep_ms <= @now
       AND NOT EXISTS (SELECT 1 FROM job_watch w WHERE w.job_id = job.id AND w.until + job.keep_ms > @now)`,
    )
    .pluck(true);
  const overdue = db
    .prepare<[{ before: number }], string>(
      `SELECT id FROM job
     WHERE state = 'running' AND started_at + time_limit_ms < @before
       AND NOT EXISTS (SELECT 1 FROM task t WHERE t.job_id = job.id AND t.state = 'running')`,
    )
    .pluck(true);
  const purgeEvents = db.prepare(
    `DELETE FROM job_event WHERE job_id IN (
       SELECT id FROM job WHERE state = 'ended' AND events_purged = 0 AND ended_at < ? ORDER BY ended_at LIMIT ${purgeBatch})`,
  );
  const markPurged = db.prepare(
    `UPDATE job SET events_purged = 1 WHERE number IN (
       SELECT number FROM job WHERE state = 'ended' AND events_purged = 0 AND ended_at < ? ORDER BY ended_at LIMIT ${purgeBatch})`,
  );
  const purgeEnded = db.prepare(
    `DELETE FROM job WHERE number IN (
       SELECT number FROM job WHERE state = 'ended' AND ended_at < ? ORDER BY ended_at LIMIT ${purgeBatch})`,
  );

  const createJob = db.transaction(({ request, seeds, ...job }: NewJob) => {
    insertJob.run(job);
    insertRequest.run(job.id, request);
    for (const [index, seed] of seeds.entries()) insertTask.run({ jobId: job.id, index, seed });
  });

  const loadJob = db.transaction((id: string) => {
    const job = jobById.get(id);
    return job ? { job, tasks: tasksOf.all(id) } : null;
  });

  const commit = ({ jobId, revision, fence, job, tasks, events }: JobChange): CommitResult => {
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
      updateTask.run({ jobId, index, state, outcome, generation, tested, crashes });
    }
    for (const event of events) insertEvent.run({ ...event, jobId });
    if (job.state === 'ended') forgetWatchers.run(jobId);
    return 'committed';
  };
  const commitAll = db.transaction((changes: readonly JobChange[]) => changes.map(commit));

  const watchAll = db.transaction((watcher: string, jobIds: readonly string[], until: number) => {
    for (const jobId of jobIds) watch.run({ jobId, watcher, until });
  });
  const unwatchAt = db.transaction((watcher: string, jobId: string, at: number) => {
    if (unwatch.run({ jobId, watcher }).changes > 0) watchEnded.run({ jobId, at });
  });
  const purge = db.transaction((eventsBefore: number, jobsBefore: number) => {
    const events = purgeEvents.run(eventsBefore).changes;
    markPurged.run(eventsBefore);
    return { events, jobs: purgeEnded.run(jobsBefore).changes };
  });

  return {
    async createJob(job) {
      createJob.immediate(job);
    },
    async loadJob(id) {
      return loadJob(id);
    },
    async jobRequest(id) {
      return requestOf.get(id) ?? null;
    },
    async commitJobs(changes) {
      return changes.length === 0 ? [] : commitAll.immediate(changes);
    },
    async queuePositions(queue) {
      return new Map(positions.all(queue).map(({ id, position }) => [id, position]));
    },
    async watchJobs(watcher, jobIds, until) {
      if (jobIds.length > 0) watchAll.immediate(watcher, jobIds, until);
    },
    async unwatchJob(watcher, jobId, at) {
      unwatchAt.immediate(watcher, jobId, at);
    },
    async abandonedJobs(now) {
      return abandoned.all({ now });
    },
    async overdueJobs(deadlineBefore) {
      return overdue.all({ before: deadlineBefore });
    },
    async purgeJobs({ eventsBefore, jobsBefore }) {
      return purge.immediate(eventsBefore, jobsBefore);
    },
  };
}
