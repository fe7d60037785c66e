/** The Store port's third part: jobs, their tasks and events, who listens, and what their owners have used. */

export type QueueName = 'slow' | 'fast';

/** The part of a job that never changes. */
export interface NewJob {
  /** UUID. */
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string | null;
  /** Whom it counts for: the organisation in whose context it runs, else the user. Owners take turns in a queue. */
  readonly owner: string;
  readonly queue: QueueName;
  /** Higher is claimed first. */
  readonly priority: number;
  /** Milliseconds for which the work goes on when no one listens. */
  readonly keepMs: number;
  /** Counted as listened to until then, whoever comes. */
  readonly watchedUntil: number;
  /** Milliseconds of solving; the deadline is `startedAt` + this. */
  readonly timeLimitMs: number;
  /** Milliseconds between periodic progress lines; 0: none. */
  readonly reportIntervalMs: number;
  /** Milliseconds for which its events are kept after its end. */
  readonly eventsKeptMs: number;
  readonly createdAt: number;
  /** JSON text: what the line that tells of the start is made of. */
  readonly opening: string;
  /** JSON text for the solver; kept apart, read by `jobRequest` only. */
  readonly request: string;
  /** One task for each seed. */
  readonly seeds: readonly number[];
}

/** The part of a job that a `JobChange` replaces as a whole. */
export interface JobState {
  readonly state: 'queued' | 'running' | 'ended';
  /** Why it ended; null before. */
  readonly outcome: JobOutcome | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** The number of the last event; 0: none yet. */
  readonly lastSeq: number;
  /** Best layout so far: its fitness, the task that found it, the event that carries it. */
  readonly bestFitness: number | null;
  readonly bestTask: number | null;
  readonly bestSeq: number | null;
  /** Largest generation of all tasks. */
  readonly generation: number;
  /** Layouts tested by all tasks. */
  readonly tested: number;
  readonly elapsedSeconds: number;
  /** Time of the last progress line. */
  readonly progressAt: number;
}

export type JobOutcome = 'finished' | 'time_limit' | 'failed' | 'cancelled' | 'abandoned' | 'shutting_down';

export interface JobRecord extends Omit<NewJob, 'request' | 'seeds'>, JobState {
  /** Order of submission over all jobs. */
  readonly number: number;
  /** Counts the changes; a change says which one it was worked out from. */
  readonly revision: number;
}

/** The part of a task that a `JobChange` replaces. */
export interface TaskState {
  readonly index: number;
  readonly state: 'queued' | 'running' | 'ended';
  readonly outcome: TaskOutcome | null;
  /** Generations and layouts of all attempts. */
  readonly generation: number;
  readonly tested: number;
  /** Solver threads that died under it. */
  readonly crashes: number;
}

export type TaskOutcome = 'finished' | 'time_limit' | 'crashed' | 'dropped';

/** One of a job's `instances` solvers. */
export interface TaskRecord extends TaskState {
  readonly jobId: string;
  readonly seed: number;
  /** How often it was claimed; a late worker is told from the present one by it. */
  readonly attempt: number;
  readonly leaseUntil: number | null;
  readonly worker: string | null;
}

export interface JobSnapshot {
  readonly job: JobRecord;
  /** By index. */
  readonly tasks: readonly TaskRecord[];
}

/** What a worker holds: every write it makes names it, and is refused once someone else has the task. */
export interface Fence {
  readonly index: number;
  readonly attempt: number;
  readonly state: 'queued' | 'running';
}

/** A step of a job, worked out from a snapshot; all of it happens or nothing. */
export interface JobChange {
  readonly jobId: string;
  /** The snapshot's revision. */
  readonly revision: number;
  /** When it happens; the time of tasks that stop running is counted for the owner's month. */
  readonly at: number;
  /** The task, attempt and state that must still be so; null: the step is nobody's. */
  readonly fence: Fence | null;
  readonly job: JobState;
  readonly tasks: readonly TaskState[];
  /** Events with the numbers after the snapshot's `lastSeq`. */
  readonly events: readonly StoredEvent[];
}

/** `stale`: the job has moved on, look again; `fenced`: the task is no longer the caller's; `gone`: no such job. */
export type CommitResult = 'committed' | 'stale' | 'fenced' | 'gone';

export interface StoredEvent {
  readonly seq: number;
  readonly at: number;
  /** JSON text. */
  readonly body: string;
}

/** What must hold for a job to be let in, and what is said of it first; all of it in one transaction. */
export interface Admission {
  /** JSON text of the first event, given the job's place in its queue (1 = next). */
  readonly firstEvent?: (position: number) => string;
  /** So many jobs of the owner may be open (not ended); without it any number. */
  readonly mostOpenJobs?: number;
  /** So many milliseconds the owner's tasks that ended in the month of `createdAt` (UTC) may have run; without it any number. */
  readonly mostSolverMs?: number;
  /** The client's key for the submission, under which it is made once. */
  readonly idempotency?: IdempotencyClaim;
}

export interface IdempotencyClaim {
  readonly key: string;
  /** Digest of the body; another one under the same key is another request. */
  readonly bodyHash: string;
  /** Keys taken before this time are forgotten. */
  readonly forgetBefore: number;
}

/**
 * `known`: an earlier submission has the key. `full`: the owner has as many open jobs as it may. `solver_time_used`: its
 * tasks have run as long as they may.
 */
export type Admitted =
  | { readonly type: 'created' }
  | { readonly type: 'known'; readonly jobId: string; readonly bodyHash: string }
  | { readonly type: 'full' | 'solver_time_used' };

/** Requests that an owner made in a minute (epoch minutes). */
export interface RequestCount {
  readonly owner: string;
  readonly minute: number;
  readonly requests: number;
}

/** How many tasks a host can run at once, and of which queues. */
export interface SolverHostRecord {
  readonly worker: string;
  readonly queues: readonly QueueName[];
  readonly solvers: number;
  /** Taken for gone after this time. */
  readonly until: number;
}

export interface UsageStore {
  /** Adds to the counts, and gives their sums over all processes in the same order. */
  countRequests(counts: readonly RequestCount[]): Promise<number[]>;
}

/**
 * Hints between processes over one store that something has changed. A hint that is lost costs a poll, never an event;
 * an engine that has none sends nothing.
 */
export interface HintStore {
  /** Tells all processes that listen to the channel. A hint has no white space. Never rejects. */
  sendHints(channel: 'jobs' | 'tasks', hints: readonly string[]): Promise<void>;
  /** Calls back with the hints of a channel, until the returned function is called. */
  onHints(channel: 'jobs' | 'tasks', listener: (hint: string) => void): () => void;
}

/** Which jobs to list. */
export interface JobListing {
  /** Whom they count for; null: everyone's. */
  readonly owner: string | null;
  /** Null: all. */
  readonly state: JobState['state'] | null;
  /** Only jobs submitted before that number; null: from the newest on. */
  readonly before: number | null;
  readonly limit: number;
}

/** A job with the number of its tasks. */
export type ListedJob = JobRecord & { readonly instances: number };

export interface TaskClaim {
  readonly queues: readonly QueueName[];
  readonly worker: string;
  readonly now: number;
  readonly leaseUntil: number;
}

export interface JobStore extends UsageStore, HintStore {
  /**
   * Inserts the job with its tasks, queued. Within a queue and a priority owners take turns: a task's turn is the one
   * after the last that its owner had, and not before the one that is served now.
   * A key whose job was abandoned or ended by a shutdown is free again.
   */
  createJob(job: NewJob, admission?: Admission): Promise<Admitted>;
  loadJob(id: string): Promise<JobSnapshot | null>;
  /** The newest first. */
  listJobs(listing: JobListing): Promise<ListedJob[]>;
  /** The request as given to `createJob`; null: no such job. */
  jobRequest(id: string): Promise<string | null>;
  /** Each change by itself, in order, in one transaction. */
  commitJobs(changes: readonly JobChange[]): Promise<CommitResult[]>;

  /** The number of the last event of each of the jobs that exist. */
  lastSeqs(jobIds: readonly string[]): Promise<Map<string, number>>;
  /** Events after `seq` in order: at most `maxEvents`, and no further one once `maxBytes` of bodies are reached. */
  eventsAfter(jobId: string, seq: number, limit: { maxEvents: number; maxBytes: number }): Promise<StoredEvent[]>;

  /** Place of the queued jobs of a queue, 1 = next, by one query; of all, or of those that are named. */
  queuePositions(queue: QueueName, among?: readonly string[]): Promise<Map<string, number>>;

  /**
   * The first queued task by (order of `queues`, priority, turn, submission, index), now running: attempt raised,
   * leased. No two callers get the same one.
   */
  claimTask(claim: TaskClaim): Promise<TaskRecord | null>;
  /** The running tasks of a worker. */
  heldTasks(worker: string): Promise<TaskRecord[]>;
  renewLeases(worker: string, leaseUntil: number): Promise<void>;
  /** The host is there; with `solvers` 0 it is not, or no longer. */
  announceHost(host: SolverHostRecord): Promise<void>;
  /** Sum of the solvers of the hosts that serve a queue. */
  solversOf(queue: QueueName, now: number): Promise<number>;
  /** Returns running tasks whose lease ended before `now` to their queue, and says which. */
  expireLeases(now: number): Promise<TaskRecord[]>;

  /** The watcher (a process with listeners) listens to these jobs until then. Unknown jobs are passed over. */
  watchJobs(watcher: string, jobIds: readonly string[], until: number): Promise<void>;
  /** The watcher's last listener left at `at`. */
  unwatchJob(watcher: string, jobId: string, at: number): Promise<void>;
  /** Jobs not ended that no one listens to, and whose time to be kept is over at `now`. */
  abandonedJobs(now: number): Promise<string[]>;
  /** Running jobs whose deadline is before `deadlineBefore` although no task of theirs is running. */
  overdueJobs(deadlineBefore: number): Promise<string[]>;
  /**
   * One batch of: events whose time to be kept is over at `now`, jobs that ended before `jobsBefore` with all that
   * belongs to them, and counts and keys that are no longer asked for.
   */
  purgeJobs(limits: { now: number; jobsBefore: number; owner?: string }): Promise<{ events: number; jobs: number }>;
}
