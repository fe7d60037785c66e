/**
 * Drafts in worker threads. The event loop stays free, a draft that needs too much time or memory ends with its thread,
 * and equal requests are drafted once.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Waiting, WaitingLine } from '../concurrency/waiting-line.js';
import { ServiceError } from '../errors.js';
import { canonicalJson } from '../json/canonical.js';
import type { Json } from '../json/json.js';
import type { Draft, DraftRequest } from './draft.js';
import { DraftCache } from './draft-cache.js';
import { type DraftAnswer, type DraftResults, type DraftTask, errorFrom } from './draft-message.js';
import type { Grading } from './grading/grade-into.js';
import type { GradingTask } from './grading/grading-task.js';
import type { Conversion, PatternFile } from './import/convert.js';
import type { PatternKind } from './pattern-version.js';
import type { Draftable } from './patterns.js';
import { threadMs } from './thread-time.js';

export interface DraftPoolOptions {
  /** Threads, started on demand. Default: one a core, at most 4. */
  readonly threads?: number;
  /** Processor time for one draft or check, not counting the loading of its design. Default 2000. */
  readonly timeLimitMs?: number;
  /** Processor time for the conversion of a file, which may draft it several times. Default 10,000. */
  readonly convertLimitMs?: number;
  /** Processor time for matching the sizes of a pattern and writing their file. Default 30,000. */
  readonly gradeLimitMs?: number;
  /** Heap of a thread. Default 512. */
  readonly memoryLimitMb?: number;
  /** Drafts kept, for some minutes. Default 128. */
  readonly cacheSize?: number;
  /** Requests that may wait; the pool turns more away. Default 1000. */
  readonly queueLimit?: number;
  /** Milliseconds that a request may wait for a thread. Default 30,000. */
  readonly longestWaitMs?: number;
  /** The worker's program. */
  readonly entry?: URL;
}

/** A thread without processor time for so many times its limit is given up. */
const patience = 10;

/** Loading a design reads some hundred files; a thread that takes longer is given up. */
const loadLimitMs = 20_000;

interface Job extends Waiting {
  readonly task: DraftTask;
  readonly resolve: (result: DraftResults[keyof DraftResults]) => void;
}

/** The processor time of a thread since a moment. */
interface ThreadClock {
  readonly thread: string | null;
  /** Null where the system does not report it. */
  readonly startMs: number | null;
}

/** @param wallMs the elapsed time, for a system that does not report processor time */
function usedMs({ thread, startMs }: ThreadClock, wallMs: number): number {
  const nowMs = threadMs(thread);
  return startMs === null || nowMs === null ? wallMs : nowMs - startMs;
}

interface Thread {
  readonly worker: Worker;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

export class DraftPool {
  readonly #options: Required<DraftPoolOptions>;
  readonly #threads = new Set<Thread>();
  readonly #waiting: WaitingLine<Job>;
  readonly #drafts: DraftCache;
  #closed = false;

  constructor(options: DraftPoolOptions = {}) {
    this.#options = {
      threads: Math.max(1, Math.min(4, availableParallelism())),
      timeLimitMs: 2000,
      convertLimitMs: 10_000,
      gradeLimitMs: 30_000,
      memoryLimitMb: 512,
      cacheSize: 128,
      queueLimit: 1000,
      longestWaitMs: 30_000,
      entry: new URL('./draft-worker.js', import.meta.url),
      ...options,
    };
    const { cacheSize, queueLimit, longestWaitMs } = this.#options;
    this.#drafts = new DraftCache(cacheSize);
    this.#waiting = new WaitingLine({ limit: queueLimit, longestMs: longestWaitMs, what: 'drafts' });
  }

  /**
   * The draft of a version at given values; equal requests share one. Throws `invalid` with every wrong variable.
   * Throws `draft_failed` where the values give no pieces or take too long. Throws `unavailable` where too many
   * requests wait, or this one has waited too long. `signal`: aborted when the caller goes, which rejects with its
   * reason. A draft that has lost its last caller before its start is not made.
   */
  draft(version: Draftable, request: DraftRequest, signal?: AbortSignal): Promise<Draft> {
    const { kind, sha256, content } = version;
    const make = (unwanted: AbortSignal) =>
      this.#run({ work: 'draft', version: { kind, sha256, content }, request }, unwanted);
    return this.#drafts.getOrMake(textOf(version, request), make, signal);
  }

  /**
   * The check of a document before it is stored, within the same limits. Throws `invalid` with the place of every
   * problem; `draft_failed` where drafting its defaults takes too long.
   */
  async check(kind: PatternKind, content: Json, signal?: AbortSignal): Promise<void> {
    await this.#run({ work: 'check', kind, content }, signal);
  }

  /** The file of another program as a document. Throws `invalid` for an unreadable file or one that takes too long. */
  convert(file: PatternFile, signal?: AbortSignal): Promise<Conversion> {
    return this.#run({ work: 'convert', file }, signal);
  }

  /** The drafts of many sizes in one form. Throws `draft_failed` where that takes too long. */
  grade(grading: GradingTask, signal?: AbortSignal): Promise<Grading> {
    return this.#run({ work: 'grade', grading }, signal);
  }

  /** Ends all threads; drafts under way are refused as unavailable. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#waiting.dismiss(closing());
    const threads = [...this.#threads];
    for (const thread of threads) this.#settle(thread)?.reject(closing());
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  #run<Work extends keyof DraftResults>(
    task: Extract<DraftTask, { work: Work }>,
    signal?: AbortSignal,
  ): Promise<DraftResults[Work]> {
    if (this.#closed) return Promise.reject(closing());
    return new Promise((resolve, reject) => {
      // a thread answers a task with the result of the same kind of work
      this.#waiting.join({ task, resolve: resolve as Job['resolve'], reject, signal });
      this.#dispatch();
    });
  }

  #dispatch(): void {
    for (let job = this.#next(); job; job = this.#next()) {
      const thread = this.#idleThread();
      if (!thread) return;
      this.#waiting.take(job);
      thread.job = job;
      thread.worker.ref();
      this.#limit(thread, loadLimitMs);
      thread.worker.postMessage(job.task);
    }
  }

  /** The first job that may run: where there are several threads, slow jobs leave one to the others. */
  #next(): Job | undefined {
    const slow = [...this.#threads].filter(({ job }) => job && isSlow(job)).length;
    if (slow < Math.max(1, this.#options.threads - 1)) return this.#waiting.first();
    return this.#waiting.first((job) => !isSlow(job));
  }

  #idleThread(): Thread | undefined {
    for (const thread of this.#threads) if (!thread.job) return thread;
    return this.#threads.size < this.#options.threads ? this.#start() : undefined;
  }

  #start(): Thread {
    const { entry, memoryLimitMb } = this.#options;
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb } });
    const thread: Thread = { worker, job: null, timer: undefined };
    this.#threads.add(thread);
    worker.on('message', (answer: DraftAnswer) => this.#answered(thread, answer));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#discard(thread, outOfMemory ? failed(thread.job, `needs more than ${memoryLimitMb} MB of memory`) : error);
    });
    worker.on('exit', () => this.#discard(thread, new Error('the drafting thread ended')));
    return thread;
  }

  #answered(thread: Thread, answer: DraftAnswer): void {
    if (answer.kind === 'started') {
      const { timeLimitMs, convertLimitMs, gradeLimitMs } = this.#options;
      const limits = { draft: timeLimitMs, check: timeLimitMs, convert: convertLimitMs, grade: gradeLimitMs };
      const milliseconds = limits[thread.job?.task.work ?? 'draft'];
      this.#limit(thread, milliseconds, { thread: answer.thread, startMs: threadMs(answer.thread) });
      return;
    }
    const job = this.#settle(thread);
    // an idle thread does not keep the process alive
    thread.worker.unref();
    if (answer.kind === 'done') job?.resolve(answer.result);
    else job?.reject(errorFrom(answer.error));
    this.#dispatch();
  }

  /** @param clock counts the thread's own time; without it the wall clock counts */
  #limit(thread: Thread, milliseconds: number, clock?: ThreadClock): void {
    const until = performance.now() + patience * milliseconds;
    const wait = (rest: number): void => {
      clearTimeout(thread.timer);
      thread.timer = setTimeout(() => {
        const left = clock && performance.now() < until ? milliseconds - usedMs(clock, milliseconds) : 0;
        if (left > 0) wait(left);
        else this.#discard(thread, failed(thread.job, `takes longer than ${milliseconds / 1000} s`));
      }, rest);
    };
    wait(milliseconds);
  }

  /** Takes the job off a thread. */
  #settle(thread: Thread): Job | null {
    clearTimeout(thread.timer);
    const { job } = thread;
    thread.job = null;
    return job;
  }

  /** Ends a thread that has lost its trust; another one replaces it on demand. */
  #discard(thread: Thread, reason: Error): void {
    if (!this.#threads.delete(thread)) return;
    this.#settle(thread)?.reject(reason);
    void thread.worker.terminate();
    if (!this.#closed) this.#dispatch();
  }
}

const isSlow = ({ task }: Job): boolean => task.work === 'convert' || task.work === 'grade';

const closing = (): ServiceError =>
  new ServiceError('unavailable', 'the service is shutting down', { retryAfterSeconds: 1 });

function failed(job: Job | null, reason: string): ServiceError {
  if (job?.task.work === 'convert') {
    return ServiceError.ofProblems('invalid', [
      { path: 'file', code: 'not_convertible', message: `file: its conversion ${reason}` },
    ]);
  }
  if (job?.task.work === 'grade') {
    const message = `the sizes cannot be matched and written: that ${reason}`;
    return ServiceError.ofProblems('draft_failed', [{ path: 'sizes', code: 'draft_failed', message }]);
  }
  const message = `the pattern cannot be drafted to these values: it ${reason}`;
  return ServiceError.ofProblems('draft_failed', [{ path: 'variables', code: 'draft_failed', message }]);
}

/** Equal for equal requests. */
function textOf({ sha256 }: Draftable, { variables, body, unfold }: DraftRequest): string {
  // numbers beyond JSON get texts of their own, which keep 1e999 and null apart
  const plain = Object.fromEntries(
    Object.entries(variables).map(([key, value]) => [
      key,
      typeof value === 'number' && !Number.isFinite(value) ? [`${value}`] : value,
    ]),
  );
  return `${sha256} ${unfold} ${canonicalJson(plain as Json)} ${canonicalJson((body ?? null) as unknown as Json)}`;
}
