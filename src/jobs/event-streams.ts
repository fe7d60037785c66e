/** Streams the events of a job: first the stored ones, then each new one, until the last. */
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import type { JobSnapshot, StoredEvent } from '../store/store.js';
import type { NestEvent, NestEventBody, PlanEvent } from './events.js';
import type { JobLedger } from './ledger.js';
import type { Listeners } from './listeners.js';
import { shuttingDown, unknownJob } from './refusals.js';
import { WakeTurns } from './wake-turns.js';

/** One read of a stream. It limits the memory that a slow reader can hold. */
const page = { maxEvents: 64, maxBytes: 64 * 1024 };
/** Streams poll this often in case the hints and the look at all jobs each second are both lost. */
const pollMs = 5_000;
/** While the store does not answer, a stream that has begun waits this long and asks this often. */
const patienceMs = 60_000;
const retryMs = 1_000;

type JobEvent = NestEvent | PlanEvent;

export class EventStreams {
  /** Open streams, each by the promise that resolves when it closes. */
  readonly #streams = new Set<Promise<void>>();
  readonly #shutdown = new AbortController();
  readonly #turns = new WakeTurns();
  /** The number of each job's last event, as of the last look. */
  #lastSeqs = new Map<string, number>();

  readonly #ledger: JobLedger;
  readonly #listeners: Listeners;
  readonly #onLeave: (jobId: string) => Promise<void>;
  readonly #onError: (error: unknown) => void;

  /** `onLeave` is called when a listener leaves a job that had not ended when it came. */
  constructor(
    ledger: JobLedger,
    listeners: Listeners,
    onLeave: (jobId: string) => Promise<void>,
    onError: (error: unknown) => void,
  ) {
    this.#ledger = ledger;
    this.#listeners = listeners;
    this.#onLeave = onLeave;
    this.#onError = onError;
    // Every waiting stream adds a listener.
    setMaxListeners(0, this.#shutdown.signal);
  }

  /** See `NestQueue.events`. */
  async *open(jobId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<JobEvent, void, undefined> {
    let close = () => {};
    const open = new Promise<void>((resolve) => {
      close = resolve;
    });
    this.#streams.add(open);
    try {
      yield* this.#listenedEvents(jobId, afterSeq, signal);
    } finally {
      this.#streams.delete(open);
      close();
    }
  }

  /** The job, as long as its events can be read. */
  async readable(jobId: string): Promise<JobSnapshot | null> {
    const snapshot = await this.#ledger.store.loadJob(jobId);
    if (snapshot === null || snapshot.job.endedAt === null) return snapshot;
    return this.#ledger.now() - snapshot.job.endedAt >= snapshot.job.eventsKeptMs ? null : snapshot;
  }

  /** Asks once for all streams which jobs have new events that no hint announced. */
  async noticeChanges(): Promise<void> {
    const lastSeqs = await this.#ledger.store.lastSeqs(this.#listeners.jobIds);
    for (const [jobId, seq] of lastSeqs) {
      if (seq !== this.#lastSeqs.get(jobId)) this.#ledger.signals.noticed(jobId);
    }
    this.#lastSeqs = lastSeqs;
  }

  /** Cuts off the streams that have not ended. They have `lastWordsMs` to send the rest. */
  async close(lastWordsMs: number): Promise<void> {
    this.#shutdown.abort();
    await Promise.race([Promise.all(this.#streams), delay(lastWordsMs, undefined, { ref: false })]);
  }

  async *#listenedEvents(
    jobId: string,
    afterSeq: number,
    signal: AbortSignal,
  ): AsyncGenerator<JobEvent, void, undefined> {
    const snapshot = await this.readable(jobId);
    if (snapshot === null) throw unknownJob();
    const live = snapshot.job.state !== 'ended';
    // Also join when the signal is already aborted: the leaving tells the store that no one listens. The events do not wait for
    // the join, and the next second repeats a failed one.
    const joining = live ? this.#listeners.join(jobId).catch(this.#onError) : undefined;
    try {
      yield* this.#events(jobId, afterSeq, signal);
    } finally {
      await joining;
      if (live) await this.#stopListening(jobId);
    }
  }

  async *#events(jobId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<JobEvent, void, undefined> {
    let seq = afterSeq;
    for (;;) {
      const changed = this.#nextChange(jobId, signal);
      // Read the flag before the store: jobs end before streams are cut off, so one more read finds the end.
      const isLastLook = this.#shutdown.signal.aborted;
      try {
        const events = await this.#patiently(() => this.#ledger.store.eventsAfter(jobId, seq, page), signal);
        for (const stored of events) {
          signal.throwIfAborted();
          const event = eventOf(jobId, stored);
          yield event;
          seq = event.seq;
          if (event.type === 'done') return;
        }
        signal.throwIfAborted();
        if (events.length > 0) continue;
        const end = await this.#patiently(() => this.#endBehind(jobId, seq), signal);
        if (end) {
          yield end;
          return;
        }
        if (isLastLook) throw shuttingDown();
        await changed.promise;
        await this.#turns.next();
      } finally {
        changed.cancel();
      }
    }
  }

  /** Repeats the end for a reader that asks for events after it, so that every whole stream has one. */
  async #endBehind(jobId: string, seq: number): Promise<JobEvent | null> {
    const job = (await this.#ledger.store.loadJob(jobId))?.job;
    if (job === undefined) throw unknownJob();
    return job.state === 'ended' && seq >= job.lastSeq ? { jobId, seq: job.lastSeq, type: 'done' } : null;
  }

  /** The answer of the store, awaited through an outage. */
  async #patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const until = Date.now() + patienceMs;
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        const passing = error instanceof ServiceError && error.code === 'store_unavailable';
        if (!passing || signal.aborted || this.#shutdown.signal.aborted || Date.now() >= until) throw error;
        await delay(retryMs, undefined, { ref: false });
      }
    }
  }

  async #stopListening(jobId: string): Promise<void> {
    // The store may be closed by now. It learns from this process's silence that no one here listens.
    if (this.#shutdown.signal.aborted) return;
    try {
      await this.#listeners.leave(jobId);
      await this.#onLeave(jobId);
    } catch (error) {
      this.#onError(error);
    }
  }

  /** Resolves at the next hint about the job, at an abort, or after `pollMs`. Arm it before you read the store. */
  #nextChange(jobId: string, signal: AbortSignal): { promise: Promise<void>; cancel: () => void } {
    let cancel = () => {};
    const promise = new Promise<void>((resolve) => {
      const finish = () => resolve();
      const leave = this.#ledger.signals.onJob(jobId, finish);
      const timer = setTimeout(finish, pollMs);
      signal.addEventListener('abort', finish);
      this.#shutdown.signal.addEventListener('abort', finish);
      cancel = () => {
        leave();
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        this.#shutdown.signal.removeEventListener('abort', finish);
      };
    });
    return { promise, cancel };
  }
}

function eventOf(jobId: string, { seq, body }: StoredEvent): NestEvent {
  return { jobId, seq, ...(JSON.parse(body) as NestEventBody) };
}
