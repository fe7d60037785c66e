/**
 * Processes files in threads of their own, two at a time. A drawing may be large or hostile, and other requests must not
 * wait for it. A thread has limited time and memory. A file leaves the queue when its caller goes.
 */
import { Worker } from 'node:worker_threads';
import { type Waiting, WaitingLine } from '../../concurrency/waiting-line.js';
import type { MarkerInput } from '../../drawing/marker/marker.js';
import type { MarkerFileOptions, MarkerFormat } from '../../drawing/marker/marker-file.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import type { DrawnParts, ReadPartsOptions } from './read-parts.js';

export interface ReadTask {
  readonly kind: 'read';
  readonly source: string;
  readonly options: ReadPartsOptions;
}

export interface WriteTask {
  readonly kind: 'write';
  readonly input: MarkerInput;
  readonly format: MarkerFormat;
  readonly options: MarkerFileOptions;
}

export interface WrittenLayout {
  readonly file: Uint8Array;
  /** Omissions, one sentence each. */
  readonly notes: readonly string[];
}

/** A message from a thread: a result, or the problems that make a request invalid. */
export type Posted = { readonly result: DrawnParts | WrittenLayout } | { readonly problems: readonly FieldProblem[] };

export interface FileThreadsOptions {
  /** Threads that run at once. Default 2. */
  readonly threads?: number;
  /** Files that may wait. Further ones are refused. Default 16. */
  readonly queueLimit?: number;
  /** Milliseconds for which a file may wait for a thread. Default 30,000. */
  readonly longestWaitMs?: number;
  /** Milliseconds for one file. Default 10,000. */
  readonly timeLimitMs?: number;
  /** Heap of a thread. Default 512. */
  readonly memoryLimitMb?: number;
  /** The thread's program. */
  readonly entry?: URL;
}

interface Job extends Waiting {
  readonly task: ReadTask | WriteTask;
  readonly resolve: (result: DrawnParts | WrittenLayout) => void;
}

export class FileThreads {
  readonly #options: Required<FileThreadsOptions>;
  readonly #waiting: WaitingLine<Job>;
  /** Functions that end the running files. */
  readonly #running = new Set<(reason: unknown) => void>();
  #isClosed = false;

  constructor(options: FileThreadsOptions = {}) {
    this.#options = {
      threads: 2,
      queueLimit: 16,
      longestWaitMs: 30_000,
      timeLimitMs: 10_000,
      memoryLimitMb: 512,
      entry: new URL('./file-thread.js', import.meta.url),
      ...options,
    };
    const { queueLimit, longestWaitMs } = this.#options;
    this.#waiting = new WaitingLine({ limit: queueLimit, longestMs: longestWaitMs, what: 'files' });
  }

  /**
   * Throws `invalid` with the faults of the file, and `unavailable` where too many files wait or this one waited too long.
   * Throws the reason of an aborted signal: the caller has gone, so the thread ends.
   */
  run(task: ReadTask, signal?: AbortSignal): Promise<DrawnParts>;
  run(task: WriteTask, signal?: AbortSignal): Promise<WrittenLayout>;
  run(task: ReadTask | WriteTask, signal?: AbortSignal): Promise<DrawnParts | WrittenLayout> {
    if (this.#isClosed) return Promise.reject(closing());
    return new Promise((resolve, reject) => {
      this.#waiting.join({ task, resolve, reject, signal });
      this.#dispatch();
    });
  }

  /** Ends all threads, and refuses waiting and running files as unavailable. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.dismiss(closing());
    for (const end of [...this.#running]) end(closing());
  }

  #dispatch(): void {
    while (this.#running.size < this.#options.threads) {
      const job = this.#waiting.first();
      if (job === undefined) return;
      this.#waiting.take(job);
      this.#start(job);
    }
  }

  #start({ task, resolve, reject, signal }: Job): void {
    const { entry, memoryLimitMb, timeLimitMs } = this.#options;
    const worker = new Worker(entry, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    });
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      void worker.terminate();
      if (this.#running.delete(end)) this.#dispatch();
    };
    const end = (reason: unknown): void => {
      reject(reason);
      settle();
    };
    const abort = (): void => end(signal?.reason);
    const fail = (reason: string): void => end(notConvertible(reason));
    const timer = setTimeout(() => fail(`takes more than ${timeLimitMs / 1000} s`), timeLimitMs);
    signal?.addEventListener('abort', abort);
    this.#running.add(end);
    worker.on('message', (posted: Posted) => {
      if ('problems' in posted) return end(ServiceError.ofProblems('invalid', posted.problems));
      resolve(posted.result);
      settle();
    });
    worker.on('error', () => fail('takes more memory than allowed, or cannot be processed'));
    // A thread that has answered is already settled, so its exit changes nothing.
    worker.on('exit', () => end(new Error('the file thread ended without an answer')));
  }
}

const closing = (): ServiceError =>
  new ServiceError('unavailable', 'the service is shutting down', { retryAfterSeconds: 1 });

const notConvertible = (reason: string): ServiceError =>
  ServiceError.ofProblems('invalid', [{ path: 'file', code: 'not_convertible', message: `file: it ${reason}` }]);
