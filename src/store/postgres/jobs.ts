/** SQL of jobs: their steps, their events, their listeners and their end. */
import { assignments, jobColumns, jobStateColumns, selection, taskColumns } from '../columns.js';
import { monthOf } from '../month.js';
import type {
  CommitResult,
  JobChange,
  JobListing,
  JobRecord,
  JobState,
  JobStore,
  ListedJob,
  StoredEvent,
  TaskQueue,
  TaskRecord,
} from '../store.js';
import { type AnnouncementParams, announcementParams, announcing } from './announcements.js';
import { type Database, type Session, Statement } from './database.js';

type JobFamily = Pick<
  JobStore,
  | 'loadJob'
  | 'listJobs'
  | 'jobRequest'
  | 'commitJobs'
  | 'eventsAfter'
  | 'lastSeqs'
  | 'queuePositions'
  | 'watchJobs'
  | 'unwatchJob'
  | 'abandonedJobs'
  | 'overdueJobs'
>;

/** One statement, so that job and tasks belong to the same moment. */
const jobById = new Statement<{ id: string }, JobRecord & { tasks: TaskRecord[] }>(
  `SELECT ${selection(jobColumns)},
     (SELECT json_agg(t ORDER BY t.index) FROM (SELECT ${selection({ ...taskColumns, index: 'idx' })}
        FROM task WHERE job_id = job.id) AS t) AS tasks
   FROM job WHERE id = @id`,
);
const listed = new Statement<JobListing, ListedJob>(
  `SELECT ${selection(jobColumns)}, (SELECT count(*) FROM task WHERE job_id = job.id) AS instances FROM job
   WHERE (queue = 'lays') = (@kind = 'lays') AND (@kind <> 'submitted' OR opening::json ->> 'inner' IS NULL)
     AND (@owner::text IS NULL OR owner = @owner) AND (@state::text IS NULL OR state = @state)
     AND (@before::bigint IS NULL OR number < @before)
   ORDER BY number DESC LIMIT @limit`,
);
const requestOf = new Statement<{ id: string }, { body: string }>('SELECT body FROM job_request WHERE job_id = @id');

interface Step extends JobState, AnnouncementParams {
  readonly jobId: string;
  readonly revision: number;
  readonly at: number;
  readonly month: string;
  readonly fenceIndex: number | null;
  readonly fenceAttempt: number | null;
  readonly fenceState: string | null;
  /** JSON of `TaskState`s. */
  readonly tasks: string;
  readonly seqs: readonly number[];
  readonly ats: readonly number[];
  readonly bodies: readonly string[];
}

/**
 * A step of a job as one statement, and so one journey to the server. Every statement that locks both locks the job first and
 * its tasks after it. It reads the locked rows again if another step was faster.
 */
const commit = new Statement<Step, { targets: number; steps: number; known: number }>(
  `WITH target AS MATERIALIZED (
     SELECT id FROM job WHERE id = @jobId AND revision = @revision FOR UPDATE
   ), held AS MATERIALIZED (
     SELECT task.idx FROM target JOIN task ON task.job_id = target.id
     WHERE idx = @fenceIndex AND attempt = @fenceAttempt AND state = @fenceState FOR UPDATE OF task
   ), step AS (
     UPDATE job SET revision = job.revision + 1, ${assignments(jobStateColumns, jobStateColumns)}
     FROM target WHERE job.id = target.id AND (@fenceIndex::int IS NULL OR EXISTS (SELECT 1 FROM held))
     RETURNING job.id, job.owner, job.state
   ), change AS (
     SELECT * FROM json_to_recordset(@tasks::json)
       AS (index int, state text, outcome text, generation bigint, tested bigint, crashes int)
   ), counted AS (
     INSERT INTO solver_usage (owner, month, solver_ms)
     SELECT task.owner, @month, sum(greatest(0, @at::bigint - task.claimed_at))
     FROM task JOIN step ON task.job_id = step.id JOIN change ON change.index = task.idx
     WHERE task.state = 'running' AND change.state <> 'running' AND task.queue <> 'lays' AND task.claimed_at IS NOT NULL
     GROUP BY task.owner
     ON CONFLICT (owner, month) DO UPDATE SET solver_ms = solver_usage.solver_ms + excluded.solver_ms
   ), tasks AS (
     UPDATE task SET state = change.state, outcome = change.outcome, generation = change.generation,
       tested = change.tested, crashes = change.crashes,
       lease_until = CASE change.state WHEN 'running' THEN lease_until END,
       worker = CASE change.state WHEN 'running' THEN worker END
     FROM step, change WHERE task.job_id = step.id AND task.idx = change.index
   ), told AS (
     INSERT INTO job_event (job_id, seq, at, body)
     SELECT step.id, event.seq, event.at, event.body
     FROM step, unnest(@seqs::bigint[], @ats::bigint[], @bodies::text[]) AS event (seq, at, body)
   ), unwatched AS (
     DELETE FROM job_watch USING step WHERE job_watch.job_id = step.id AND step.state = 'ended'
   ), announced AS (
     ${announcing('step', 'step.owner', '@at')}
   )
   SELECT (SELECT count(*) FROM target) AS targets, (SELECT count(*) FROM step) AS steps,
     (SELECT count(*) FROM job WHERE id = @jobId) AS known`,
);

const after = new Statement<{ jobId: string; seq: number; maxEvents: number; maxBytes: number }, StoredEvent>(
  `SELECT seq, at, body FROM (
     SELECT seq, at, body, sum(octet_length(body)) OVER (ORDER BY seq) - octet_length(body) AS before
     FROM (SELECT seq, at, body FROM job_event WHERE job_id = @jobId AND seq > @seq ORDER BY seq LIMIT @maxEvents) AS e
   ) AS sized WHERE before < @maxBytes ORDER BY seq`,
);
const positions = new Statement<
  { queue: TaskQueue; among: readonly string[] | null },
  { id: string; position: number }
>(
  `SELECT id, position FROM (
     SELECT id, row_number() OVER (ORDER BY priority DESC, turn, number) AS position
     FROM job WHERE state = 'queued' AND queue = @queue
   ) AS placed WHERE @among::text[] IS NULL OR id = ANY (@among::text[]) ORDER BY position`,
);
const lastSeqs = new Statement<{ jobIds: readonly string[] }, { id: string; lastSeq: number }>(
  'SELECT id, last_seq AS "lastSeq" FROM job WHERE id = ANY (@jobIds::text[])',
);
const watch = new Statement<{ jobIds: readonly string[]; watcher: string; until: number }>(
  `INSERT INTO job_watch (job_id, watcher, until)
   SELECT id, @watcher, @until FROM job WHERE id = ANY (@jobIds::text[]) AND state <> 'ended' ORDER BY id
   ON CONFLICT (job_id, watcher) DO UPDATE SET until = greatest(job_watch.until, excluded.until)`,
);
const unwatch = new Statement<{ jobId: string; watcher: string; at: number }>(
  `WITH gone AS (DELETE FROM job_watch WHERE job_id = @jobId AND watcher = @watcher RETURNING job_id)
   UPDATE job SET watched_until = @at FROM gone WHERE id = gone.job_id`,
);
const isAbandoned = `state <> 'ended' AND watched_until <= @now AND watched_until + keep_ms <= @now
     AND NOT EXISTS (SELECT 1 FROM job_watch w WHERE w.job_id = job.id AND w.until + job.keep_ms > @now)`;
const abandoned = new Statement<{ now: number }, { id: string }>(`SELECT id FROM job WHERE ${isAbandoned}`);
const abandonedOne = new Statement<{ now: number; jobId: string }, { id: string }>(
  `SELECT id FROM job WHERE id = @jobId AND ${isAbandoned}`,
);
const overdue = new Statement<{ before: number }, { id: string }>(
  `SELECT id FROM job
   WHERE state = 'running' AND started_at + time_limit_ms < @before
     AND NOT EXISTS (SELECT 1 FROM task t WHERE t.job_id = job.id AND t.state = 'running')`,
);

export function postgresJobs(db: Database): JobFamily {
  async function commitOne(session: Session, change: JobChange): Promise<CommitResult> {
    const { jobId, revision, at, fence, job, tasks, events, announcement } = change;
    const answer = await commit.one(session, {
      ...job,
      jobId,
      revision,
      at,
      month: monthOf(at),
      fenceIndex: fence?.index ?? null,
      fenceAttempt: fence?.attempt ?? null,
      fenceState: fence?.state ?? null,
      tasks: JSON.stringify(tasks),
      seqs: events.map(({ seq }) => seq),
      ats: events.map((event) => event.at),
      bodies: events.map(({ body }) => body),
      ...announcementParams(announcement),
    });
    const { targets, steps, known } = answer!;
    if (steps > 0) return 'committed';
    if (targets > 0) return 'fenced';
    return known > 0 ? 'stale' : 'gone';
  }

  return {
    async loadJob(id) {
      const row = await jobById.one(db, { id });
      if (row === null) return null;
      const { tasks, ...job } = row;
      return { job, tasks };
    },
    listJobs: (listing) => listed.all(db, { ...listing }),
    async jobRequest(id) {
      return (await requestOf.one(db, { id }))?.body ?? null;
    },
    async commitJobs(changes) {
      const [only] = changes;
      if (only === undefined) return [];
      if (changes.length === 1) return [await commitOne(db, only)];
      // Ordered by id, so that two processes that step the same jobs do not wait for each other.
      const ordered = [...changes.entries()].sort(([, a], [, b]) => (a.jobId < b.jobId ? -1 : 1));
      return db.transaction(async (session) => {
        const results: CommitResult[] = [];
        for (const [i, change] of ordered) results[i] = await commitOne(session, change);
        return results;
      });
    },
    eventsAfter: (jobId, seq, limit) => after.all(db, { jobId, seq, ...limit }),
    async lastSeqs(jobIds) {
      if (jobIds.length === 0) return new Map();
      return new Map((await lastSeqs.all(db, { jobIds })).map(({ id, lastSeq }) => [id, lastSeq]));
    },
    async queuePositions(queue, among) {
      return new Map(
        (await positions.all(db, { queue, among: among ?? null })).map(({ id, position }) => [id, position]),
      );
    },
    async watchJobs(watcher, jobIds, until) {
      if (jobIds.length > 0) await watch.run(db, { watcher, jobIds, until });
    },
    async unwatchJob(watcher, jobId, at) {
      await unwatch.run(db, { watcher, jobId, at });
    },
    async abandonedJobs(now, jobId) {
      const found = jobId === undefined ? abandoned.all(db, { now }) : abandonedOne.all(db, { now, jobId });
      return (await found).map(({ id }) => id);
    },
    async overdueJobs(before) {
      return (await overdue.all(db, { before })).map(({ id }) => id);
    },
  };
}
