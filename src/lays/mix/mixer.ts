/**
 * Mixes markers in a thread of its own, one task at a time: an integer programme would hold up all other requests. The
 * thread starts with the first task. It ends when a caller goes during a task, and the next task starts another.
 */
import { Worker } from 'node:worker_threads';
import { type Waiting, WaitingLine } from '../../concurrency/waiting-line.js';
import { ServiceError } from '../../errors.js';
import type { MixResult, MixTask } from './mix-task.js';

/** The part of a mixer that planning needs. */
export interface Mixing {
  /** Throws the reason of an aborted signal, and `unavailable` where too many tasks wait. */
  mix(task: MixTask, signal: AbortSignal): Promise<MixResult>;
}

interface Job extends Waiting {
  readonly task: MixTask;
  readonly resolve: (result: MixResult) => void;
}

const queueLimit = 64;
const longestWaitMs = 60_000;
/** A task that takes so much longer than its time is given up. */
const patienceMs = 30_000;
const memoryLimitMb = 512;

export class Mixer implements Mixing {
  readonly #waiting = new WaitingLine<Job>({ limit: queueLimit, longestMs: longestWaitMs, what: 'lay plans' });
  #worker: Worker | null = null;
  #running: { readonly end: (error: unknown) => void } | null = null;
  #isClosed = false;

  mix(task: MixTask, signal: AbortSignal): Promise<MixResult> {
    if (this.#isClosed) return Promise.reject(closing());
    return new Promise((resolve, reject) => {
      this.#waiting.join({ task, resolve, reject, signal });
      this.#dispatch();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.dismiss(closing());
    this.#running?.end(closing());
    this.#stop();
  }

  #dispatch(): void {
    if (this.#running !== null) return;
    const job = this.#waiting.first();
    if (job === undefined) return;
    this.#waiting.take(job);
    this.#start(job);
  }

  #start({ task, resolve, reject, signal }: Job): void {
    this.#worker ??= this.#started();
    const worker = this.#worker;
    // an idle thread does not keep the process alive
    worker.ref();
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      worker.off('message', answer).off('error', fail).off('exit', exit);
      worker.unref();
      this.#running = null;
      this.#dispatch();
    };
    const end = (error: unknown): void => {
      this.#stop();
      reject(error);
      settle();
    };
    const answer = (result: MixResult): void => {
      resolve(result);
      settle();
    };
    const fail = (error: unknown): void => end(new Error('the mixing thread failed', { cause: error }));
    const exit = (): void => end(new Error('the mixing thread ended without an answer'));
    const abort = (): void => end(signal?.reason);
    const timer = setTimeout(() => fail('it takes too long'), task.seconds * 1000 + patienceMs);
    this.#running = { end };
    signal?.addEventListener('abort', abort);
    worker.on('message', answer).on('error', fail).on('exit', exit);
    worker.postMessage(task);
  }

  #started(): Worker {
    const worker = new Worker(new URL('./mix-thread.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    });
    // a thread that fails between two tasks is replaced by the next task
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }

  #stop(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }
}

const closing = (): ServiceError =>
  new ServiceError('unavailable', 'the service is shutting down', { retryAfterSeconds: 1 });
