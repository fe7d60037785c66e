/** The questions that services may ask of the queue. `JobQueue` answers them; solver hosts and sweepers work behind it. */
import type { NestRequest, NestWarning, Solution } from '../nesting/request.js';
import type { JobKind, JobOutcome, PlanName, QueueName, TaskQueue } from '../store/store.js';
import type { NestEvent, PlanEvent } from './events.js';

/** Longest solving time of one request on the free queue, in seconds. */
export const slowLimitSeconds = 30;

/** Milliseconds for which the events of an ended job stay readable, ... */
export const eventsReadableMs = 3_600_000;
/** ... and of a job that was submitted under a key, which is kept as long. */
export const idempotencyKeptMs = 24 * 3_600_000;

/** The owner of a job: a user, alone or in the context of an organisation. */
export interface JobCaller {
  readonly userId: string;
  readonly organizationId: string | null;
  readonly plan: PlanName;
  /** Null or absent: none. */
  readonly limits?: JobLimits | null;
}

export interface JobLimits {
  /** Largest number of jobs of one owner that have not ended. */
  readonly openJobs: number;
  /** Seconds that all tasks of one owner together may run in a month (UTC). */
  readonly solverSecondsPerMonth: number;
}

/** A client's key for a submission. A repeated submission under the same key makes no second job. */
export interface IdempotencyKey {
  readonly key: string;
  /** Digest of the request. */
  readonly bodyHash: string;
}

export interface Submission {
  readonly caller: JobCaller;
  /** Checked by `checkNestRequest`. The queue applies the cap of the slow queue here, so that `info` can name it. */
  readonly request: NestRequest;
  readonly queue: QueueName;
  /** 0..3600: how long the work goes on without a listener. */
  readonly keepSeconds: number;
  /** Notices about the request, sent in the `starting` line. */
  readonly warnings: readonly NestWarning[];
  /** The client did not send the parts itself, so the `starting` line carries them. */
  readonly announceParts?: boolean;
  readonly idempotency?: IdempotencyKey | undefined;
  /** The job is a part of an open one, and is admitted beyond the number of open jobs. */
  readonly isPart?: boolean;
  /** Another request makes the nest for itself. No webhook is told of its end. */
  readonly inner?: boolean;
  /** The trace of the job (W3C traceparent), kept for the solver host. */
  readonly traceparent?: string | undefined;
}

/** A lay plan to be made. */
export interface PlanSubmission {
  readonly caller: JobCaller;
  /** The queue of its nests. */
  readonly queue: QueueName;
  /** For the planner; plain data that JSON can hold. */
  readonly request: object;
  readonly seconds: number;
  /** 0..3600: how long the planning goes on without a listener. */
  readonly keepSeconds: number;
  readonly idempotency?: IdempotencyKey | undefined;
  /** The trace of the job, kept for the planner. */
  readonly traceparent?: string | undefined;
}

export interface JobSummary {
  readonly jobId: string;
  readonly queue: TaskQueue;
  readonly userId: string;
  readonly organizationId: string | null;
  readonly state: 'queued' | 'running' | 'ended';
  readonly lastSeq: number;
}

/** The state of a job, for a caller that does not listen to it. */
export interface JobOverview extends JobSummary {
  readonly outcome: JobOutcome | null;
  readonly instances: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** From this time on nobody can read its events; null before its end. */
  readonly expiresAt: number | null;
  /** 1 = next; null unless the job is queued. */
  readonly queuedPosition: number | null;
  readonly timeLimitMs: number;
  readonly elapsedSeconds: number;
  readonly generation: number;
  readonly tested: number;
  readonly fitness: number | null;
}

/** The jobs to list. */
export interface JobsQuery {
  readonly kind: JobKind;
  readonly state: JobSummary['state'] | null;
  /** A place from the page before; null: from the newest on. */
  readonly before: number | null;
  readonly limit: number;
}

export interface NestQueue {
  /**
   * Queues a job. A key of an ended job gives that job again, and its events can be read once more.
   * ServiceError `plan_required` for `fast` or several instances on a free plan; `quota_exceeded`; `conflict` with the code
   * `idempotency_key_in_progress` and `invalid` with `idempotency_key_reused` for a key; `unavailable` while shutting down.
   */
  submit(submission: Submission): Promise<{ jobId: string }>;
  /**
   * The stored and future events after `afterSeq`. The stream ends with `done`, also for a caller that already has it.
   * Listening counts from the first `next()` until the generator returns. An aborted signal throws its reason, so a cut stream
   * never looks complete.
   * ServiceError `not_found` for an unknown job; `unavailable` with the code `shutting_down` when the service stops under a
   * kept job. Such a job goes on after the restart. Cut its stream off without `done`: the client can resume it.
   */
  events(jobId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<NestEvent, void, undefined>;
  /** Null for an unknown job, and for a job whose events are gone. */
  find(jobId: string): Promise<JobSummary | null>;
  /** The jobs of a caller's context, newest first, and the place where the next page begins (null: this page is the last). */
  list(caller: JobCaller, query: JobsQuery): Promise<{ jobs: JobOverview[]; next: number | null }>;
  /** Null as in `find`, but an ended job is found as long as it is kept. `best`: the layout, while its events can be read. */
  look(jobId: string): Promise<{ job: JobOverview; best: Solution | null } | null>;
  /** The request as it was submitted; null: an unknown job. */
  requestOf(jobId: string): Promise<unknown>;
  /** Ends the job with an `error` (code `cancelled`) and `done`. Does nothing to an ended job. False: unknown job. */
  cancel(jobId: string): Promise<boolean>;
}

/** The questions about lay plans. These of a nest know them as well; a plan has no layout of its own. */
export interface PlanQueue extends Pick<NestQueue, 'find' | 'cancel' | 'list' | 'look' | 'requestOf'> {
  /** Queues a plan. Errors and keys as for `NestQueue.submit`. */
  submitPlan(submission: PlanSubmission): Promise<{ jobId: string }>;
  /** As `NestQueue.events`. */
  planEvents(jobId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<PlanEvent, void, undefined>;
}

/** A personal job is visible to its submitter, a job of an organisation to every member in that context. */
export function maySeeJob(
  job: Pick<JobSummary, 'userId' | 'organizationId'>,
  caller: Pick<JobCaller, 'userId' | 'organizationId'>,
): boolean {
  if (job.organizationId !== caller.organizationId) return false;
  return job.organizationId !== null || job.userId === caller.userId;
}
