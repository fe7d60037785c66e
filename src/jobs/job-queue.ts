/**
 * The queue as the services see it. It takes requests, streams their events to every listener, and looks after waiting jobs
 * once a second. Solver hosts, here or elsewhere, do the work. Queue and hosts share the store alone.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { TaskQueue } from '../store/store.js';
import { EventStreams } from './event-streams.js';
import type { NestEvent, NestEventBody, PlanEvent, PlanEventBody } from './events.js';
import { JobOverviews } from './job-overviews.js';
import type { JobLedger } from './ledger.js';
import { Listeners } from './listeners.js';
import type { Opening } from './opening.js';
import {
  eventsReadableMs,
  type IdempotencyKey,
  idempotencyKeptMs,
  type JobCaller,
  type JobLimits,
  type JobSummary,
  type JobsQuery,
  type NestQueue,
  type PlanQueue,
  type PlanSubmission,
  type Submission,
  slowLimitSeconds,
} from './queue.js';
import { QueueNotices } from './queue-notices.js';
import { keyInProgress, keyReused, requirePlan, shuttingDown, solverTimeUsed, tooManyJobs } from './refusals.js';
import { Sweeper } from './sweeper.js';
import * as transitions from './transitions.js';

/** A job counts as listened to for this long after its submission: time to open its stream over a slow store. */
const submitGraceMs = 15_000;
const tickMs = 1_000;
/** At a shutdown readers have this long to take the last lines. A slow reader is cut off. */
const lastWordsMs = 1_000;
/** Solvers of a cancelled job have this long to send their last layout. */
const lastLayoutMs = 500;
const paidPriority = 10;
const seedRange = 2 ** 31;

export interface JobQueueOptions {
  /** Milliseconds for which an ended job is kept; undefined: this process forgets none. */
  readonly retentionMs: number | undefined;
  readonly onError?: (error: unknown) => void;
}

/** A job of any queue, as it is admitted. */
interface AdmittedJob {
  readonly caller: JobCaller;
  readonly queue: TaskQueue;
  readonly seconds: number;
  readonly keepSeconds: number;
  readonly isPart?: boolean | undefined;
  readonly idempotency?: IdempotencyKey | undefined;
  readonly reportIntervalMs: number;
  readonly opening: Partial<Opening>;
  readonly request: object;
  readonly seeds: readonly number[];
  readonly firstLine: (position: number) => NestEventBody | PlanEventBody;
}

export class JobQueue implements NestQueue, PlanQueue {
  readonly #listeners: Listeners;
  readonly #notices: QueueNotices;
  readonly #sweeper: Sweeper;
  readonly #streams: EventStreams;
  readonly #overviews: JobOverviews;
  #timer: NodeJS.Timeout | null = null;
  #ticking: Promise<void> = Promise.resolve();
  #closing = false;

  readonly #ledger: JobLedger;
  readonly #options: JobQueueOptions;

  constructor(ledger: JobLedger, options: JobQueueOptions) {
    this.#ledger = ledger;
    this.#options = options;
    this.#listeners = new Listeners(ledger.store, randomUUID(), ledger.now);
    this.#notices = new QueueNotices(ledger);
    this.#sweeper = new Sweeper(ledger, options.retentionMs);
    this.#overviews = new JobOverviews(ledger);
    const onLeave = (jobId: string) => this.#sweeper.endAbandoned(jobId);
    this.#streams = new EventStreams(ledger, this.#listeners, onLeave, (error) => this.#report(error));
  }

  start(): void {
    this.#ledger.signals.hear('jobs');
    let busy = false;
    this.#timer = setInterval(() => {
      if (busy) return;
      busy = true;
      this.#ticking = this.tick()
        .catch((error) => this.#report(error))
        .finally(() => {
          busy = false;
        });
    }, tickMs);
  }

  /** `start` calls this every second. */
  async tick(): Promise<void> {
    try {
      await this.#listeners.refresh();
      await this.#streams.noticeChanges();
      await this.#sweeper.sweep();
      await this.#notices.tell(this.#listeners.jobIds);
    } catch (error) {
      this.#sweeper.noteOutage();
      throw error;
    }
  }

  async submit(submission: Submission): Promise<{ jobId: string }> {
    const { caller, request, queue, keepSeconds, warnings, announceParts = false, traceparent, inner } = submission;
    requirePlan(caller, queue, request.instances);
    const seconds =
      queue === 'slow' ? Math.min(request.maximumExecutionTime, slowLimitSeconds) : request.maximumExecutionTime;
    const firstSeed = request.seed ?? randomInt(seedRange);
    const repeatable = request.workLimit !== null;
    return this.#admit({
      caller,
      queue,
      seconds,
      keepSeconds,
      isPart: submission.isPart,
      idempotency: submission.idempotency,
      reportIntervalMs: request.reportInterval,
      opening: { warnings, announceParts, traceparent, repeatable, inner },
      request: { ...request, maximumExecutionTime: seconds },
      seeds: Array.from({ length: request.instances }, (_, i) => firstSeed + i),
      firstLine: transitions.queuedLine,
    });
  }

  async submitPlan({ queue, traceparent, ...submission }: PlanSubmission): Promise<{ jobId: string }> {
    requirePlan(submission.caller, queue, 1);
    return this.#admit({
      ...submission,
      queue: 'lays',
      reportIntervalMs: 0,
      opening: { traceparent },
      seeds: [0],
      firstLine: transitions.queuedPlanLine,
    });
  }

  async requestOf(jobId: string): Promise<unknown> {
    const request = await this.#ledger.store.jobRequest(jobId);
    return request === null ? null : JSON.parse(request);
  }

  async #admit(job: AdmittedJob): Promise<{ jobId: string }> {
    if (this.#closing) throw shuttingDown();
    const { caller, queue, idempotency } = job;
    const now = this.#ledger.now();
    const jobId = randomUUID();
    const limits = admissionLimits(caller.limits ?? null);
    const admitted = await this.#ledger.store.createJob(
      {
        id: jobId,
        userId: caller.userId,
        organizationId: caller.organizationId,
        owner: caller.organizationId ?? caller.userId,
        queue,
        priority: caller.plan === 'paid' ? paidPriority : 0,
        keepMs: Math.round(job.keepSeconds * 1000),
        watchedUntil: now + submitGraceMs,
        timeLimitMs: Math.max(1, Math.round(job.seconds * 1000)),
        reportIntervalMs: job.reportIntervalMs,
        eventsKeptMs: idempotency ? idempotencyKeptMs : eventsReadableMs,
        createdAt: now,
        opening: JSON.stringify(job.opening),
        request: JSON.stringify(job.request),
        seeds: job.seeds,
      },
      {
        firstEvent: (position) => {
          this.#notices.noteTold(jobId, position);
          return JSON.stringify(job.firstLine(position));
        },
        ...(job.isPart ? limits && { mostSolverMs: limits.mostSolverMs } : limits),
        ...(idempotency ? { idempotency: { ...idempotency, forgetBefore: now - idempotencyKeptMs } } : {}),
      },
    );
    if (admitted.type === 'full') throw tooManyJobs(caller.limits!);
    if (admitted.type === 'solver_time_used') throw solverTimeUsed(caller.limits!, now);
    if (admitted.type === 'known') return this.#repeated(admitted, idempotency!.bodyHash);
    this.#ledger.signals.tasksReady();
    return { jobId };
  }

  /** The ended job of an earlier submission under the same key. */
  async #repeated(known: { jobId: string; bodyHash: string }, bodyHash: string): Promise<{ jobId: string }> {
    const { jobId } = known;
    if (known.bodyHash !== bodyHash) throw keyReused();
    if ((await this.#ledger.store.loadJob(jobId))?.job.state !== 'ended') throw keyInProgress(jobId);
    return { jobId };
  }

  async find(jobId: string): Promise<JobSummary | null> {
    const job = (await this.#streams.readable(jobId))?.job;
    if (!job) return null;
    const { userId, organizationId, queue, state, lastSeq } = job;
    return { jobId, userId, organizationId, queue, state, lastSeq };
  }

  list(caller: JobCaller, query: JobsQuery): ReturnType<NestQueue['list']> {
    return this.#overviews.list(caller, query);
  }

  look(jobId: string): ReturnType<NestQueue['look']> {
    return this.#overviews.look(jobId);
  }

  async cancel(jobId: string): Promise<boolean> {
    const job = (await this.#streams.readable(jobId))?.job;
    if (job === undefined) return false;
    const ended = this.#ended(jobId, lastLayoutMs);
    // a planner sends each plan at once, and has nothing more to say
    if (job.queue !== 'lays' && (await this.#ledger.step(jobId, transitions.windUp)) === 'committed') {
      this.#ledger.signals.windUp(jobId);
      await ended;
    }
    return (await this.#ledger.step(jobId, transitions.end('cancelled'))) !== 'gone';
  }

  events(jobId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<NestEvent, void, undefined> {
    return this.#streams.open(jobId, afterSeq, signal) as AsyncGenerator<NestEvent, void, undefined>;
  }

  planEvents(jobId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<PlanEvent, void, undefined> {
    return this.#streams.open(jobId, afterSeq, signal) as AsyncGenerator<PlanEvent, void, undefined>;
  }

  /**
   * Takes no more jobs. Streams of running jobs have `graceMs` to end. Then jobs that are not kept end with an error and
   * `done`. Streams of kept jobs are cut off, and those jobs go on after the restart.
   */
  async close({ graceMs }: { graceMs: number }): Promise<void> {
    this.#closing = true;
    const until = Date.now() + graceMs;
    if (this.#timer) clearInterval(this.#timer);
    await this.#ticking;
    for (const jobId of this.#listeners.jobIds) {
      try {
        await this.#endInTime(jobId, until);
      } catch (error) {
        this.#report(error);
      }
    }
    await this.#streams.close(lastWordsMs);
  }

  async #endInTime(jobId: string, until: number): Promise<void> {
    const job = (await this.#ledger.store.loadJob(jobId))?.job;
    if (!job || job.state === 'ended') return;
    // a plan takes no more nests by now
    if (job.state === 'running' && job.queue !== 'lays') await this.#ended(jobId, until - Date.now());
    if (job.keepMs === 0) await this.#ledger.step(jobId, transitions.end('shutting_down'));
  }

  /** Resolves when the job has ended, or after `ms`. */
  async #ended(jobId: string, ms: number): Promise<void> {
    if (ms <= 0) return;
    await new Promise<void>((resolve) => {
      const finish = () => {
        leave();
        clearTimeout(timer);
        resolve();
      };
      const leave = this.#ledger.signals.onJob(jobId, (ended) => ended && finish());
      const timer = setTimeout(finish, ms);
    });
  }

  #report(error: unknown): void {
    this.#options.onError?.(error);
  }
}

function admissionLimits(limits: JobLimits | null): { mostOpenJobs: number; mostSolverMs: number } | undefined {
  return limits === null
    ? undefined
    : { mostOpenJobs: limits.openJobs, mostSolverMs: limits.solverSecondsPerMonth * 1000 };
}
