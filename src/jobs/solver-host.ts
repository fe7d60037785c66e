/**
 * A host of solvers. It claims as many tasks of its queues as it has threads, keeps their leases, and gives them back when it
 * closes. An embedded service has one host beside its queue; a fleet has many over one store.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import type { QueueName, TaskRecord } from '../store/store.js';
import { exchangeMs, LayoutExchange } from './layout-exchange.js';
import type { JobLedger } from './ledger.js';
import { beginningOf } from './opening.js';
import { fenceOf, RunningTask } from './running-task.js';
import { SolverPool, type SolverThread } from './solver-pool.js';
import * as transitions from './transitions.js';

/** A host that is silent for this long has lost its tasks. It speaks three times as often. */
const defaultLeaseMs = 15_000;
/** The findings of a solver wait this long for a store that does not answer. */
const patienceMs = 60_000;
/** The store may hold a task for this host that the host does not know. The host gives it back after so many sightings. */
const straySightings = 3;
/** How often to look for new tasks, and for tasks that were taken away, besides the hints. */
const pollMs = 1_000;

export interface SolverHostOptions {
  /** Number of threads; 0: the host claims nothing. */
  readonly solvers: number;
  /** Served in this order. */
  readonly queues: readonly QueueName[];
  /** Processor cores that the solvers share. Default: all of the machine. */
  readonly cores?: number;
  /** Heap of one thread in MiB. */
  readonly threadMemoryMiB?: number;
  /** Module that calls `serveSolver`. */
  readonly threadEntry?: URL;
  readonly leaseMs?: number;
  readonly onError?: (error: unknown) => void;
  readonly observe?: TaskObserver;
}

/** Called when a solver begins a task. The observer returns a function that hears of the end. */
export type TaskObserver = (task: ObservedTask) => (end: ObservedEnd) => void;

export interface ObservedEnd {
  /** The cause of an end that the task did not reach by itself. */
  readonly error?: unknown;
  /** Utilisation of the solver's last layout minus that of its first; undefined: it found none. */
  readonly gain: number | undefined;
}

export interface ObservedTask {
  readonly jobId: string;
  readonly index: number;
  readonly attempt: number;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  /** The trace of the job. */
  readonly traceparent: string | undefined;
}

export class SolverHost {
  readonly worker = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  readonly #pool: SolverPool;
  readonly #running = new Map<string, { task: RunningTask | null; ended: Promise<void> }>();
  readonly #exchange: LayoutExchange;
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
    this.#exchange = new LayoutExchange(ledger.store, ledger.now);
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
      this.#every(exchangeMs, () => this.#exchange.round()),
      setInterval(() => this.#claim(), pollMs),
    );
    this.#ledger.signals.hear('tasks');
    this.#guarded(this.#announce(this.#options.solvers));
    this.#pool.warm();
    this.#claim();
  }

  /**
   * Claims nothing more and lets running tasks go on for `graceMs`. Then it gives them back to the queue with their layouts.
   * Kept jobs go on from there, elsewhere or after a restart.
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

  /** Claims as long as there are threads and tasks, in one loop at a time. */
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
        this.#shareCores();
        this.#claim();
      });
  }

  /** Gives the task back for another try, here or elsewhere. If the store cannot be reached, the lease runs out. */
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
      const limits = { patienceMs, exchange: this.#exchange, onError: this.#onError };
      const task = new RunningTask(ledger, thread, claimed, limits);
      held.task = task;
      this.#shareCores();
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

  /** Divides the cores among the running tasks. An instance with two cores searches with two threads. */
  #shareCores(): void {
    const cores = Math.floor((this.#options.cores ?? availableParallelism()) / this.#running.size);
    for (const { task } of this.#running.values()) if (task) task.cores = Math.max(1, cores);
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
   * Stops the tasks that the store no longer counts as this host's. Gives back tasks that the host does not know, because the
   * answer to its claim was lost.
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

  /** Runs one call at a time: over a slow store, overlapping calls would take up all its connections. */
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
