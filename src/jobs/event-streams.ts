/** The events of jobs as streams: what is in the store already, then what comes, until the last. */
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import type { JobSnapshot, StoredEvent } from '../store/store.js';
import type { NestEvent, NestEventBody } from './events.js';
import type { JobLedger } from './ledger.js';
import type { Listeners } from './listeners.js';
import { shuttingDown, unknownJob } from './refusals.js';
import { WakeTurns } from './wake-turns.js';

/** One read of a stream: what a slow reader may hold in memory. */
const page = { maxEvents: 64, maxBytes: 64 * 1024 };
/** Behind the hints, and the look at all jobs once a second, in case both are lost. */
const pollMs = 5_000;
/** While the store does not answer, a stream that has begun waits so long, and asks so often. */
const patienceMs = 60_000;
const retryMs = 1_000;

export class EventStreams {
  /** Streams that are open, by what resolves when they are not. */
  readonly #streams = new Set<Promise<void>>();
  readonly #shutdown = new AbortController();
  readonly #turns = new WakeTurns();
  /** The numbers of the last events as of the last look. */
  #lastSeqs = new Map<string, number>();

  readonly #ledger: JobLedger;
  readonly #listeners: Listeners;
  readonly #onLeave: () => Promise<void>;
  readonly #onError: (error: unknown) => void;

  /** `onLeave`: a listener of a job that goes on has left. */
  constructor(
    ledger: JobLedger,
    listeners: Listeners,
    onLeave: () => Promise<void>,
    onError: (error: unknown) => void,
  ) {
    this.#ledger = ledger;
    this.#listeners = listeners;
    this.#onLeave = onLeave;
    this.#onError = onError;
    // Every waiting stream listens to it.
    setMaxListeners(0, this.#shutdown.signal);
  }

  /** As of `NestQueue.events`. */
  async *open(jobId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<NestEvent, void, undefined> {
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

  /** The job, while its events can be read. */
  async readable(jobId: string): Promise<JobSnapshot | null> {
    const snapshot = await this.#ledger.store.loadJob(jobId);
    if (snapshot === null || snapshot.job.endedAt === null) return snapshot;
    return this.#ledger.now() - snapshot.job.endedAt >= snapshot.job.eventsKeptMs ? null : snapshot;
  }

  /** One question for all streams: which jobs have new events that no hint has told of. */
  async noticeChanges(): Promise<void> {
    const lastSeqs = await this.#ledger.store.lastSeqs(this.#listeners.jobIds);
    for (const [jobId, seq] of lastSeqs) {
      if (seq !== this.#lastSeqs.get(jobId)) this.#ledger.signals.noticed(jobId);
    }
    this.#lastSeqs = lastSeqs;
  }

  /** Cuts off the streams that have not ended; they have `lastWordsMs` to give what is left. */
  async close(lastWordsMs: number): Promise<void> {
    this.#shutdown.abort();
    await Promise.race([Promise.all(this.#streams), delay(lastWordsMs, undefined, { ref: false })]);
  }

  async *#listenedEvents(
    jobId: string,
    afterSeq: number,
    signal: AbortSignal,
  ): AsyncGenerator<NestEvent, void, undefined> {
    const snapshot = await this.readable(jobId);
    if (snapshot === null) throw unknownJob();
    const live = snapshot.job.state !== 'ended';
    // Also where the signal is aborted already: leaving is what tells that no one listens. The events do not wait for
    // it, and where it fails the next second tells it again.
    const joining = live ? this.#listeners.join(jobId).catch(this.#onError) : undefined;
    try {
      yield* this.#events(jobId, afterSeq, signal);
    } finally {
      await joining;
      if (live) await this.#stopListening(jobId);
    }
  }

  async *#events(jobId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<NestEvent, void, undefined> {
    let seq = afterSeq;
    for (;;) {
      const changed = this.#nextChange(jobId, signal);
      // Asked before the store is read: jobs end before streams are cut off, and an end that is there is read once more.
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

  /** For one who asks for what comes after the end: the end once more, so that every whole stream has it. */
  async #endBehind(jobId: string, seq: number): Promise<NestEvent | null> {
    const job = (await this.#ledger.store.loadJob(jobId))?.job;
    if (job === undefined) throw unknownJob();
    return job.state === 'ended' && seq >= job.lastSeq ? { jobId, seq: job.lastSeq, type: 'done' } : null;
  }

  /** The answer of the store, waited for through an outage. */
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
    // The store may be closed by now; it learns that this process listens no longer from its silence.
    if (this.#shutdown.signal.aborted) return;
    try {
      await this.#listeners.leave(jobId);
      await this.#onLeave();
    } catch (error) {
      this.#onError(error);
    }
  }

  /** Resolves at the next hint about the job, at an abort, or after a poll's time: armed before the store is read. */
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
