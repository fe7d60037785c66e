/** What the services may ask of the queue. `JobQueue` is it; solver hosts and sweepers work behind it. */
import type { NestRequest, NestWarning, Solution } from '../nesting/request.js';
import type { JobOutcome, PlanName, QueueName } from '../store/store.js';
import type { NestEvent } from './events.js';

/** Seconds that one request may solve for on the free queue. */
export const slowLimitSeconds = 30;

/** Milliseconds for which the events of an ended job stay readable, ... */
export const eventsReadableMs = 3_600_000;
/** ... and of one that was submitted under a key, which is kept as long. */
export const idempotencyKeptMs = 24 * 3_600_000;

/** Who a job belongs to: a user, in personal context or in an organisation's. */
export interface JobCaller {
  readonly userId: string;
  readonly organizationId: string | null;
  readonly plan: PlanName;
  /** Null or absent: none. */
  readonly limits?: JobLimits | null;
}

export interface JobLimits {
  /** Jobs of one owner that have not ended. */
  readonly openJobs: number;
  /** Seconds that the tasks of one owner may run in a month (UTC), together. */
  readonly solverSecondsPerMonth: number;
}

/** A client's key for a submission: with it a repeated one makes no second job. */
export interface IdempotencyKey {
  readonly key: string;
  /** Digest of the request. */
  readonly bodyHash: string;
}

export interface Submission {
  readonly caller: JobCaller;
  /** Checked by `checkNestRequest`. The cap of the slow queue is applied here, so that `info` can name it. */
  readonly request: NestRequest;
  readonly queue: QueueName;
  /** 0..3600: how long the work goes on once no one listens. */
  readonly keepSeconds: number;
  /** Notices about the request, sent in the `starting` line. */
  readonly warnings: readonly NestWarning[];
  /** The client did not send the parts itself: the `starting` line carries them. */
  readonly announceParts?: boolean;
  readonly idempotency?: IdempotencyKey | undefined;
  /** The trace that the job belongs to (W3C traceparent); kept for the solver's host. */
  readonly traceparent?: string | undefined;
}

export interface JobSummary {
  readonly jobId: string;
  readonly userId: string;
  readonly organizationId: string | null;
  readonly state: 'queued' | 'running' | 'ended';
  readonly lastSeq: number;
}

/** How a job stands, for who looks on. */
export interface JobOverview extends JobSummary {
  readonly queue: QueueName;
  readonly outcome: JobOutcome | null;
  readonly instances: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** From then on its events cannot be read; null before its end. */
  readonly expiresAt: number | null;
  /** 1 = next; null unless it is queued. */
  readonly queuedPosition: number | null;
  readonly timeLimitMs: number;
  readonly elapsedSeconds: number;
  readonly generation: number;
  readonly tested: number;
  readonly fitness: number | null;
}

/** Which jobs to list. */
export interface JobsQuery {
  readonly state: JobSummary['state'] | null;
  /** A place that the page before has told; null: from the newest on. */
  readonly before: number | null;
  readonly limit: number;
}

export interface NestQueue {
  /**
   * Queues a job. Under a key that an ended job has, that job again: its events can be read once more.
   * ServiceError `plan_required` for `fast` or several instances on a free plan; `quota_exceeded`; `conflict` with the
   * code `idempotency_key_in_progress` and `invalid` with `idempotency_key_reused` for a key; `unavailable` while
   * shutting down.
   */
  submit(submission: Submission): Promise<{ jobId: string }>;
  /**
   * The events after `afterSeq`, those that are there and those to come; ends with `done`, also for one who has it.
   * Listening counts from the first `next()` until the generator returns. An aborted signal throws its reason: a stream
   * that was cut off never looks complete. ServiceError `not_found` for an unknown job; `unavailable` with the code
   * `shutting_down` when the service stops under a job that is kept: that job goes on after the restart, so its stream
   * is to be cut off, without `done`, and can be resumed.
   */
  events(jobId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<NestEvent, void, undefined>;
  /** Null for a job that is unknown, or ended so long ago that its events are gone. */
  find(jobId: string): Promise<JobSummary | null>;
  /** The jobs of a caller's context, the newest first, and the place behind which the next page begins; null: the last. */
  list(caller: JobCaller, query: JobsQuery): Promise<{ jobs: JobOverview[]; next: number | null }>;
  /** Null as of `find`, but for an ended job as long as it is kept. `best`: the layout, while its events can be read. */
  look(jobId: string): Promise<{ job: JobOverview; best: Solution | null } | null>;
  /** Ends the job with an `error` (code `cancelled`) and `done`. No effect on an ended job; false: unknown. */
  cancel(jobId: string): Promise<boolean>;
}

/** Only the user who submitted a personal job, and every member in the context of a job's organisation, may see it. */
export function maySeeJob(
  job: Pick<JobSummary, 'userId' | 'organizationId'>,
  caller: Pick<JobCaller, 'userId' | 'organizationId'>,
): boolean {
  if (job.organizationId !== caller.organizationId) return false;
  return job.organizationId !== null || job.userId === caller.userId;
}
