/** The Store port's third part: jobs, their tasks and events, their listeners, and the usage of their owners. */

import type { Announcement } from './webhook-store.js';

/** A queue of nests, which solvers serve. */
export type QueueName = 'slow' | 'fast';

/** `lays`: the queue of lay plans. Planners serve it: a plan waits for nests of its own, and must take no solver from them. */
export type TaskQueue = QueueName | 'lays';

/** The part of a job that never changes. */
export interface NewJob {
  /** UUID. */
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string | null;
  /**
   * The owner that the job counts for: the organisation in whose context it runs, else the user. Owners take turns in a queue.
   */
  readonly owner: string;
  readonly queue: TaskQueue;
  /** Higher is claimed first. */
  readonly priority: number;
  /** Milliseconds for which the work goes on without a listener. */
  readonly keepMs: number;
  /** Until this time the job counts as listened to, with or without listeners. */
  readonly watchedUntil: number;
  /** Milliseconds of solving; the deadline is `startedAt` + this. */
  readonly timeLimitMs: number;
  /** Milliseconds between periodic progress lines; 0: none. */
  readonly reportIntervalMs: number;
  /** Milliseconds for which the events are kept after the job's end. */
  readonly eventsKeptMs: number;
  readonly createdAt: number;
  /** JSON text: the content of the starting line. */
  readonly opening: string;
  /** JSON text for the solver, stored apart. Only `jobRequest` reads it. */
  readonly request: string;
  /** One task for each seed. */
  readonly seeds: readonly number[];
}

/** The part of a job that a `JobChange` replaces as a whole. */
export interface JobState {
  readonly state: 'queued' | 'running' | 'ended';
  /** The reason of its end; null before. */
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
  /** Counts the changes. A change names the revision that it was computed from. */
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
  /** Number of claims. It tells a late worker from the present one. */
  readonly attempt: number;
  readonly leaseUntil: number | null;
  readonly worker: string | null;
}

export interface JobSnapshot {
  readonly job: JobRecord;
  /** By index. */
  readonly tasks: readonly TaskRecord[];
}

/** A worker's hold on a task. Every write of the worker names it, and is refused once another worker has the task. */
export interface Fence {
  readonly index: number;
  readonly attempt: number;
  readonly state: 'queued' | 'running';
}

/** A step of a job, computed from a snapshot. It happens as a whole or not at all. */
export interface JobChange {
  readonly jobId: string;
  /** The snapshot's revision. */
  readonly revision: number;
  /** The time of the step. The run time of solvers that stop is added to the owner's month. */
  readonly at: number;
  /** The task, with the attempt and state that it must still have; null: the step belongs to no task. */
  readonly fence: Fence | null;
  readonly job: JobState;
  readonly tasks: readonly TaskState[];
  /** Events with the numbers after the snapshot's `lastSeq`. */
  readonly events: readonly StoredEvent[];
  /** News of the job's end, for webhooks of its owner. */
  readonly announcement?: Announcement | undefined;
}

/** `stale`: the job has changed, read it again; `fenced`: the caller no longer has the task; `gone`: no such job. */
export type CommitResult = 'committed' | 'stale' | 'fenced' | 'gone';

export interface StoredEvent {
  readonly seq: number;
  readonly at: number;
  /** JSON text. */
  readonly body: string;
}

/** The conditions for admitting a job, and its first event, all in one transaction. */
export interface Admission {
  /** JSON text of the first event, given the job's place in its queue (1 = next). */
  readonly firstEvent?: (position: number) => string;
  /** The most open jobs (not ended) that the owner may have; absent: any number. */
  readonly mostOpenJobs?: number;
  /**
   * The most milliseconds that the owner's tasks of the month may have run; absent: any number. The month is that of
   * `createdAt` (UTC).
   */
  readonly mostSolverMs?: number;
  /** The client's key for the submission. A key makes one job. */
  readonly idempotency?: IdempotencyClaim;
}

export interface IdempotencyClaim {
  readonly key: string;
  /** Digest of the body. Another digest under the same key means another request. */
  readonly bodyHash: string;
  /** Keys taken before this time are forgotten. */
  readonly forgetBefore: number;
}

/**
 * `known`: an earlier submission has the key. `full`: the owner has reached its number of open jobs. `solver_time_used`: its
 * tasks have run for the allowed time.
 */
export type Admitted =
  | { readonly type: 'created' }
  | { readonly type: 'known'; readonly jobId: string; readonly bodyHash: string }
  | { readonly type: 'full' | 'solver_time_used' };

/** Number of requests of an owner in one minute (epoch minutes). */
export interface RequestCount {
  readonly owner: string;
  readonly minute: number;
  readonly requests: number;
}

/** The usage of an owner. */
export interface Usage {
  readonly openJobs: number;
  readonly solverMs: number;
}

/** Number of tasks that a host can run at once, and its queues. */
export interface SolverHostRecord {
  readonly worker: string;
  readonly queues: readonly TaskQueue[];
  readonly solvers: number;
  /** After this time the host counts as gone. */
  readonly until: number;
}

export interface UsageStore {
  /** Adds to the counts and returns their sums over all processes, in the same order. */
  countRequests(counts: readonly RequestCount[]): Promise<number[]>;
  /** Jobs of an owner that have not ended, and the milliseconds of its solvers in the month of `at`. */
  usageOf(owner: string, at: number): Promise<Usage>;
}

/**
 * Hints of changes, between processes over one store. A lost hint costs a poll, never an event. An engine without hints sends
 * nothing.
 */
export interface HintStore {
  /** Tells all processes that listen to the channel. A hint has no white space. Never rejects. */
  sendHints(channel: 'jobs' | 'tasks', hints: readonly string[]): Promise<void>;
  /** Calls back with the hints of a channel, until the returned function is called. */
  onHints(channel: 'jobs' | 'tasks', listener: (hint: string) => void): () => void;
}

/** `submitted`: nests that a client asked for, none that another request made for itself. */
export type JobKind = 'nests' | 'submitted' | 'lays';

/** The jobs to list. */
export interface JobListing {
  readonly kind: JobKind;
  /** The owner of the jobs; null: everyone's jobs. */
  readonly owner: string | null;
  /** Null: all. */
  readonly state: JobState['state'] | null;
  /** Only jobs submitted before the job with this number; null: from the newest on. */
  readonly before: number | null;
  readonly limit: number;
}

/** A job with the number of its tasks. */
export type ListedJob = JobRecord & { readonly instances: number };

export interface TaskClaim {
  readonly queues: readonly TaskQueue[];
  readonly worker: string;
  readonly now: number;
  readonly leaseUntil: number;
}

export interface JobStore extends UsageStore, HintStore {
  /**
   * Inserts the job with its tasks, queued. Within a queue and a priority owners take turns. A task gets the turn after its
   * owner's last one, but none before the turn that is served now.
   * A key is free again after its job was abandoned or ended by a shutdown.
   */
  createJob(job: NewJob, admission?: Admission): Promise<Admitted>;
  loadJob(id: string): Promise<JobSnapshot | null>;
  /** Nests or lay plans, the newest first. */
  listJobs(listing: JobListing): Promise<ListedJob[]>;
  /** The request as given to `createJob`; null: no such job. */
  jobRequest(id: string): Promise<string | null>;
  /** Applies each change by itself, in order, in one transaction. */
  commitJobs(changes: readonly JobChange[]): Promise<CommitResult[]>;

  /** The number of the last event of each of the jobs that exist. */
  lastSeqs(jobIds: readonly string[]): Promise<Map<string, number>>;
  /** Events after `seq` in order: at most `maxEvents`, and none after `maxBytes` of bodies are reached. */
  eventsAfter(jobId: string, seq: number, limit: { maxEvents: number; maxBytes: number }): Promise<StoredEvent[]>;

  /** Places of the queued jobs of a queue (1 = next), by one query: of all jobs, or of the named ones. */
  queuePositions(queue: TaskQueue, among?: readonly string[]): Promise<Map<string, number>>;

  /**
   * The first queued task by (order of `queues`, priority, turn, submission, index). It is now running: attempt raised, leased.
   * No two callers get the same one.
   */
  claimTask(claim: TaskClaim): Promise<TaskRecord | null>;
  /** The running tasks of a worker. */
  heldTasks(worker: string): Promise<TaskRecord[]>;
  renewLeases(worker: string, leaseUntil: number): Promise<void>;
  /**
   * Reports that the host is present; `solvers` 0 reports that it has left. Returns the number of present hosts, this one included. Those
   * that went silent count until the next `expireLeases`.
   */
  announceHost(host: SolverHostRecord): Promise<number>;
  /** Sum of the solvers of the hosts that serve a queue. */
  solversOf(queue: TaskQueue, now: number): Promise<number>;
  /** Returns running tasks whose lease ended before `now` to their queue, and lists them. */
  expireLeases(now: number): Promise<TaskRecord[]>;

  /** The watcher (a process with listeners) listens to these jobs until the given time. Unknown jobs are ignored. */
  watchJobs(watcher: string, jobIds: readonly string[], until: number): Promise<void>;
  /** The watcher's last listener left at `at`. */
  unwatchJob(watcher: string, jobId: string, at: number): Promise<void>;
  /** Jobs that have not ended, have no listener, and need not be kept any longer at `now`: all, or the named one. */
  abandonedJobs(now: number, jobId?: string): Promise<string[]>;
  /** Running jobs with a deadline before `deadlineBefore` and no running task. */
  overdueJobs(deadlineBefore: number): Promise<string[]>;
  /**
   * Deletes one batch: events that are due at `now`, jobs that ended before `jobsBefore` with all their data, and counts and
   * keys that nothing needs any more.
   */
  purgeJobs(limits: { now: number; jobsBefore: number; owner?: string }): Promise<{ events: number; jobs: number }>;
}
