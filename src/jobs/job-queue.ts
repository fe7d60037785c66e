/**
 * The queue as the services see it: takes requests, streams their events to whoever listens, and once a second looks
 * after what waits. Solver hosts, here or elsewhere, do the work; the store is the only thing that both share.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobSnapshot } from '../store/store.js';
import type { NestEvent, NestEventBody } from './events.js';
import type { JobLedger } from './ledger.js';
import { Listeners } from './listeners.js';
import type { Opening } from './opening.js';
import {
  eventsReadableMs,
  idempotencyKeptMs,
  type JobLimits,
  type JobSummary,
  type NestQueue,
  type Submission,
  slowLimitSeconds,
} from './queue.js';
import { QueueNotices } from './queue-notices.js';
import {
  keyInProgress,
  keyReused,
  requirePlan,
  shuttingDown,
  solverTimeUsed,
  tooManyJobs,
  unknownJob,
} from './refusals.js';
import { Sweeper } from './sweeper.js';
import * as transitions from './transitions.js';

/** A job counts as listened to for so long after its submission: the time to open its stream. */
const submitGraceMs = 5_000;
const tickMs = 1_000;
/** One read of a stream: what a slow reader may hold in memory. */
const page = { maxEvents: 64, maxBytes: 256 * 1024 };
/** At a shutdown readers have so long to take the last lines; a slow one is cut off. */
const lastWordsMs = 1_000;
const paidPriority = 10;
const seedRange = 2 ** 31;

export interface JobQueueOptions {
  /** How long an ended job is kept. */
  readonly retentionMs: number;
  readonly onError?: (error: unknown) => void;
}

export class JobQueue implements NestQueue {
  private readonly listeners: Listeners;
  private readonly notices: QueueNotices;
  private readonly sweeper: Sweeper;
  private readonly shutdown = new AbortController();
  /** Streams that are open, by what resolves when they are not. */
  private readonly streams = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private ticking: Promise<void> = Promise.resolve();
  private closing = false;

  constructor(
    private readonly ledger: JobLedger,
    private readonly options: JobQueueOptions,
  ) {
    // Every waiting stream listens to it.
    setMaxListeners(0, this.shutdown.signal);
    this.listeners = new Listeners(ledger.store, randomUUID(), ledger.now);
    this.notices = new QueueNotices(ledger);
    this.sweeper = new Sweeper(ledger, options.retentionMs);
  }

  start(): void {
    let busy = false;
    this.timer = setInterval(() => {
      if (busy) return;
      busy = true;
      this.ticking = this.tick()
        .catch((error) => this.options.onError?.(error))
        .finally(() => {
          busy = false;
        });
    }, tickMs);
  }

  /** What `start` does every second. */
  async tick(): Promise<void> {
    await this.listeners.refresh();
    await this.sweeper.sweep();
    await this.notices.tell(this.listeners.jobIds);
  }

  async submit({
    caller,
    request,
    queue,
    keepSeconds,
    warnings,
    announceParts = false,
    idempotency,
  }: Submission): Promise<{ jobId: string }> {
    if (this.closing) throw shuttingDown();
    requirePlan(caller, queue, request.instances);
    const seconds =
      queue === 'slow' ? Math.min(request.maximumExecutionTime, slowLimitSeconds) : request.maximumExecutionTime;
    const now = this.ledger.now();
    const firstSeed = request.seed ?? randomInt(seedRange);
    const jobId = randomUUID();
    const owner = caller.organizationId ?? caller.userId;
    await this.requireSolverTime(owner, caller.limits ?? null);
    const admitted = await this.ledger.store.createJob(
      {
        id: jobId,
        userId: caller.userId,
        organizationId: caller.organizationId,
        owner,
        queue,
        priority: caller.plan === 'paid' ? paidPriority : 0,
        keepMs: Math.round(keepSeconds * 1000),
        watchedUntil: now + submitGraceMs,
        timeLimitMs: Math.round(seconds * 1000),
        reportIntervalMs: request.reportInterval,
        eventsKeptMs: idempotency ? idempotencyKeptMs : eventsReadableMs,
        createdAt: now,
        opening: JSON.stringify({ warnings, announceParts } satisfies Opening),
        request: JSON.stringify({ ...request, maximumExecutionTime: seconds }),
        seeds: Array.from({ length: request.instances }, (_, i) => firstSeed + i),
      },
      {
        firstEvent: (position) => {
          this.notices.noteTold(jobId, position);
          return JSON.stringify(transitions.queuedLine(position));
        },
        ...(caller.limits ? { mostOpenJobs: caller.limits.openJobs } : {}),
        ...(idempotency ? { idempotency: { ...idempotency, forgetBefore: now - idempotencyKeptMs } } : {}),
      },
    );
    if (admitted.type === 'full') throw tooManyJobs(caller.limits!);
    if (admitted.type === 'known') return this.repeated(admitted, idempotency!.bodyHash);
    this.ledger.signals.tasksReady();
    return { jobId };
  }

  /** The job that an earlier submission under the same key has made, once it has ended. */
  private async repeated(known: { jobId: string; bodyHash: string }, bodyHash: string): Promise<{ jobId: string }> {
    const { jobId } = known;
    if (known.bodyHash !== bodyHash) throw keyReused();
    if ((await this.ledger.store.loadJob(jobId))?.job.state !== 'ended') throw keyInProgress(jobId);
    return { jobId };
  }

  private async requireSolverTime(owner: string, limits: JobLimits | null): Promise<void> {
    if (limits === null) return;
    const now = this.ledger.now();
    const used = await this.ledger.store.solverUsage(owner, now);
    if (used >= limits.solverSecondsPerMonth * 1000) throw solverTimeUsed(limits, now);
  }

  async find(jobId: string): Promise<JobSummary | null> {
    const job = (await this.readable(jobId))?.job;
    if (!job) return null;
    const { userId, organizationId, state, lastSeq } = job;
    return { jobId, userId, organizationId, state, lastSeq };
  }

  async cancel(jobId: string): Promise<boolean> {
    if ((await this.readable(jobId)) === null) return false;
    return (await this.ledger.step(jobId, transitions.end('cancelled'))) !== 'gone';
  }

  async *events(jobId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<NestEvent, void, undefined> {
    let close = () => {};
    const open = new Promise<void>((resolve) => {
      close = resolve;
    });
    this.streams.add(open);
    try {
      yield* this.listenedEvents(jobId, afterSeq, signal);
    } finally {
      this.streams.delete(open);
      close();
    }
  }

  private async *listenedEvents(
    jobId: string,
    afterSeq: number,
    signal: AbortSignal,
  ): AsyncGenerator<NestEvent, void, undefined> {
    const snapshot = await this.readable(jobId);
    if (snapshot === null) throw unknownJob();
    const live = snapshot.job.state !== 'ended';
    // Also where the signal is aborted already: leaving is what tells that no one listens.
    if (live) await this.listeners.join(jobId);
    try {
      let seq = afterSeq;
      for (;;) {
        const changed = this.nextChange(jobId, signal);
        try {
          const events = await this.ledger.store.eventsAfter(jobId, seq, page);
          for (const { seq: number, body } of events) {
            signal.throwIfAborted();
            const event = JSON.parse(body) as NestEventBody;
            yield { jobId, seq: number, ...event };
            seq = number;
            if (event.type === 'done') return;
          }
          signal.throwIfAborted();
          if (events.length > 0) continue;
          const end = await this.endBehind(jobId, seq);
          if (end) {
            yield end;
            return;
          }
          if (this.shutdown.signal.aborted) throw shuttingDown();
          await changed.promise;
        } finally {
          changed.cancel();
        }
      }
    } finally {
      if (live) await this.stopListening(jobId);
    }
  }

  /**
   * Takes no more jobs. Streams of running jobs have `graceMs` to end; then the jobs that are not kept end with an
   * error and `done`, and streams of kept ones are cut off: those jobs go on after the restart.
   */
  async close({ graceMs }: { graceMs: number }): Promise<void> {
    this.closing = true;
    const until = Date.now() + graceMs;
    if (this.timer) clearInterval(this.timer);
    await this.ticking;
    for (const jobId of this.listeners.jobIds) {
      const job = (await this.ledger.store.loadJob(jobId))?.job;
      if (!job || job.state === 'ended') continue;
      if (job.state === 'running') await this.ended(jobId, until - Date.now());
      if (job.keepMs === 0) await this.ledger.step(jobId, transitions.end('shutting_down'));
    }
    this.shutdown.abort();
    await Promise.race([Promise.all(this.streams), delay(lastWordsMs, undefined, { ref: false })]);
  }

  /** The job, while its events can be read. */
  private async readable(jobId: string): Promise<JobSnapshot | null> {
    const snapshot = await this.ledger.store.loadJob(jobId);
    const endedAt = snapshot?.job.endedAt ?? null;
    return endedAt !== null && this.ledger.now() - endedAt >= snapshot!.job.eventsKeptMs ? null : snapshot;
  }

  /** For one who asks for what comes after the end: the end once more, so that every whole stream has it. */
  private async endBehind(jobId: string, seq: number): Promise<NestEvent | null> {
    const job = (await this.ledger.store.loadJob(jobId))?.job;
    if (job === undefined) throw unknownJob();
    return job.state === 'ended' && seq >= job.lastSeq ? { jobId, seq: job.lastSeq, type: 'done' } : null;
  }

  private async stopListening(jobId: string): Promise<void> {
    // The store may be closed by now; it learns that this process listens no longer from its silence.
    if (this.shutdown.signal.aborted) return;
    await this.listeners.leave(jobId);
    await this.sweeper.endAbandoned();
  }

  /** Resolves at the next hint about the job, at an abort, or after a poll's time: armed before the store is read. */
  private nextChange(jobId: string, signal: AbortSignal): { promise: Promise<void>; cancel: () => void } {
    let cancel = () => {};
    const promise = new Promise<void>((resolve) => {
      const finish = () => resolve();
      const leave = this.ledger.signals.onJob(jobId, finish);
      const timer = setTimeout(finish, tickMs);
      signal.addEventListener('abort', finish);
      this.shutdown.signal.addEventListener('abort', finish);
      cancel = () => {
        leave();
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        this.shutdown.signal.removeEventListener('abort', finish);
      };
    });
    return { promise, cancel };
  }

  /** Resolves when the job has ended, or after `ms`. */
  private async ended(jobId: string, ms: number): Promise<void> {
    if (ms <= 0) return;
    await new Promise<void>((resolve) => {
      const finish = () => {
        leave();
        clearTimeout(timer);
        resolve();
      };
      const leave = this.ledger.signals.onJob(jobId, (ended) => ended && finish());
      const timer = setTimeout(finish, ms);
    });
  }
}
