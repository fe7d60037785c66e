/**
 * A host of solvers: claims tasks of the queues that it serves, as many as it has threads, keeps their leases, and
 * gives them back when it closes. An embedded service has one beside its queue; a fleet has many over one store.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { QueueName, TaskRecord } from '../store/store.js';
import type { JobLedger } from './ledger.js';
import { beginningOf } from './opening.js';
import { fenceOf, RunningTask } from './running-task.js';
import { SolverPool, type SolverThread } from './solver-pool.js';
import * as transitions from './transitions.js';

/** A host that says nothing for so long has lost its tasks; it speaks three times as often. */
const defaultLeaseMs = 15_000;
/** How long what a solver has found waits for a store that does not answer. */
const patienceMs = 60_000;
/** A task that the store holds for this host, and the host does not know, is given back once it was seen so often. */
const straySightings = 3;
/** Behind the hints: how often to look for tasks, and for tasks that were taken away. */
const pollMs = 1_000;

export interface SolverHostOptions {
  /** Threads; 0: none, and the host claims nothing. */
  readonly solvers: number;
  /** Served in this order. */
  readonly queues: readonly QueueName[];
  /** Heap of one thread in MiB. */
  readonly threadMemoryMiB?: number;
  /** Module that calls `serveSolver`. */
  readonly threadEntry?: URL;
  readonly leaseMs?: number;
  readonly onError?: (error: unknown) => void;
  readonly observe?: TaskObserver;
}

/** Told when a solver begins with a task; what it gives back is told of the end. */
export type TaskObserver = (task: ObservedTask) => (end: ObservedEnd) => void;

export interface ObservedEnd {
  /** The cause, where the task did not end by itself. */
  readonly error?: unknown;
  /** Utilisation of the last layout that the solver found less that of the first; undefined: it found none. */
  readonly gain: number | undefined;
}

export interface ObservedTask {
  readonly jobId: string;
  readonly index: number;
  readonly attempt: number;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  /** Of the trace that the job belongs to. */
  readonly traceparent: string | undefined;
}

export class SolverHost {
  readonly worker = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  readonly #pool: SolverPool;
  readonly #running = new Map<string, { task: RunningTask | null; ended: Promise<void> }>();
  readonly #strays = new Map<string, number>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #onError: (error: unknown) => void;
  readonly #leaseMs: number;
  #stopListening: (() => void) | null = null;
  #claiming: Promise<void> | null = null;
  #claimAgain = false;
  #closing = false;

  readonly #ledger: JobLedger;
  readonly #options: SolverHostOptions;

  constructor(ledger: JobLedger, options: SolverHostOptions) {
    this.#ledger = ledger;
    this.#options = options;
    this.#onError = options.onError ?? (() => {});
    this.#leaseMs = options.leaseMs ?? defaultLeaseMs;
    this.#pool = new SolverPool({
      entry: options.threadEntry ?? new URL('./solver-thread.js', import.meta.url),
      size: options.solvers,
      threadMemoryMiB: options.threadMemoryMiB ?? 2048,
    });
  }

  start(): void {
    if (this.#options.solvers === 0) return;
    this.#stopListening = this.#ledger.signals.onReady(() => this.#claim());
    this.#timers.push(
      this.#every(this.#leaseMs / 3, () => this.#renew()),
      this.#every(pollMs, () => this.#dropLost()),
      setInterval(() => this.#claim(), pollMs),
    );
    this.#ledger.signals.hear('tasks');
    this.#guarded(this.#announce(this.#options.solvers));
    this.#pool.warm();
    this.#claim();
  }

  /**
   * Claims nothing more, lets running tasks go on for `graceMs`, then gives them back to the queue with what they have
   * found: the jobs that are kept go on with it elsewhere or after a restart.
   */
  async close({ graceMs }: { graceMs: number }): Promise<void> {
    this.#closing = true;
    this.#stopListening?.();
    await this.#claiming;
    const ended = Promise.all([...this.#running.values()].map((held) => held.ended));
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([ended, grace]);
    clearTimeout(timer);
    for (const { task } of this.#running.values()) task?.release();
    await ended;
    for (const interval of this.#timers) clearInterval(interval);
    if (this.#options.solvers > 0) await this.#announce(0).catch(this.#onError);
    await this.#pool.close();
  }

  /** Claims while there are threads and tasks; one loop at a time. */
  #claim(): void {
    if (this.#claiming) {
      this.#claimAgain = true;
      return;
    }
    this.#claiming = (async () => {
      do {
        this.#claimAgain = false;
        while (!this.#closing && this.#running.size < this.#options.solvers) {
          const task = await this.#ledger.store.claimTask({
            queues: this.#options.queues,
            worker: this.worker,
            now: this.#ledger.now(),
            leaseUntil: this.#ledger.now() + this.#leaseMs,
          });
          if (task === null) break;
          this.#begin(task);
        }
      } while (this.#claimAgain && !this.#closing);
    })()
      .catch(this.#onError)
      .finally(() => {
        this.#claiming = null;
        if (this.#claimAgain && !this.#closing) this.#claim();
      });
  }

  #begin(claimed: TaskRecord): void {
    const key = keyOf(claimed);
    const held: { task: RunningTask | null; ended: Promise<void> } = { task: null, ended: Promise.resolve() };
    this.#running.set(key, held);
    held.ended = this.#work(claimed, held)
      .catch((error) => this.#giveBack(claimed, error))
      .finally(() => {
        this.#running.delete(key);
        this.#claim();
      });
  }

  /** For another try, here or elsewhere; where the store does not hear of it either, the lease ends. */
  async #giveBack(claimed: TaskRecord, reason: unknown): Promise<void> {
    this.#onError(reason);
    await this.#ledger.step(claimed.jobId, transitions.release(fenceOf(claimed))).catch(this.#onError);
  }

  async #work(claimed: TaskRecord, held: { task: RunningTask | null }): Promise<void> {
    const ledger = this.#ledger;
    const fence = fenceOf(claimed);
    let thread: SolverThread;
    try {
      thread = await this.#pool.acquire();
    } catch (cause) {
      this.#onError(cause);
      await ledger.step(claimed.jobId, transitions.crash(fence));
      return;
    }
    try {
      if (this.#closing) {
        await ledger.step(claimed.jobId, transitions.release(fence));
        return;
      }
      const beginning = await beginningOf(ledger, claimed.jobId, this.#options.solvers);
      if (beginning === null) return;
      const { line, queuedAt, traceparent } = beginning;
      const result = await ledger.step(claimed.jobId, transitions.start(fence, line));
      if (result !== 'committed') return;
      const task = new RunningTask(ledger, thread, claimed, { patienceMs, onError: this.#onError });
      held.task = task;
      const { jobId, index, attempt } = claimed;
      const ended = this.#options.observe?.({ jobId, index, attempt, queuedAt, traceparent });
      try {
        await task.run();
        ended?.({ gain: task.gain });
      } catch (error) {
        ended?.({ error, gain: task.gain });
        throw error;
      }
    } finally {
      this.#pool.release(thread);
    }
  }

  async #announce(solvers: number): Promise<void> {
    const { queues } = this.#options;
    await this.#ledger.store.announceHost({
      worker: this.worker,
      queues,
      solvers,
      until: this.#ledger.now() + this.#leaseMs,
    });
  }

  async #renew(): Promise<void> {
    await this.#announce(this.#closing ? 0 : this.#options.solvers);
    if (this.#running.size > 0) await this.#ledger.store.renewLeases(this.worker, this.#ledger.now() + this.#leaseMs);
  }

  /**
   * Stops the tasks that the store no longer counts as this host's, and gives back those of which the host knows nothing:
   * the answer to their claim was lost.
   */
  async #dropLost(): Promise<void> {
    if (this.#running.size === 0) return;
    const before = [...this.#running];
    const held = new Map((await this.#ledger.store.heldTasks(this.worker)).map((task) => [keyOf(task), task]));
    for (const [key, { task }] of before) if (!held.has(key)) task?.lose();
    for (const key of this.#strays.keys()) if (!held.has(key)) this.#strays.delete(key);
    for (const [key, task] of held) {
      if (this.#running.has(key)) this.#strays.delete(key);
      else await this.#giveBackStray(key, task);
    }
  }

  async #giveBackStray(key: string, task: TaskRecord): Promise<void> {
    const sightings = (this.#strays.get(key) ?? 0) + 1;
    this.#strays.set(key, sightings);
    if (sightings >= straySightings) await this.#ledger.step(task.jobId, transitions.release(fenceOf(task)));
  }

  #guarded(work: Promise<void>): void {
    work.catch(this.#onError);
  }

  /** One at a time: over a slow store work that is asked for sooner than it ends would take up all its connections. */
  #every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
    let busy = false;
    return setInterval(() => {
      if (busy) return;
      busy = true;
      this.#guarded(
        work().finally(() => {
          busy = false;
        }),
      );
    }, ms);
  }
}

function keyOf({ jobId, index, attempt }: TaskRecord): string {
  return `${jobId}/${index}/${attempt}`;
}
