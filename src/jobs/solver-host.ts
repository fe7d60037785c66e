/**
 * A host of solvers. It runs as many tasks of its queues as it has threads. An embedded service has one host beside its queue;
 * a fleet has many over one store.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import type { QueueName, TaskQueue, TaskRecord } from '../store/store.js';
import { beginningOf } from './beginning.js';
import { type FleetPace, fleetPace } from './fleet-pace.js';
import { exchangeMs, LayoutExchange } from './layout-exchange.js';
import type { JobLedger } from './ledger.js';
import { fenceOf, RunningTask } from './running-task.js';
import { type Solver, SolverPool, type Solvers } from './solver-pool.js';
import { type HeldTask, TaskClaims, usualPollMs } from './task-claims.js';
import * as transitions from './transitions.js';

/** The findings of a solver wait this long for a store that does not answer. */
const patienceMs = 60_000;

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
  /** Takes the place of the threads. */
  readonly pool?: Solvers;
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
  readonly queue: TaskQueue;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  /** The trace of the job. */
  readonly traceparent: string | undefined;
}

export class SolverHost {
  readonly worker = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  readonly #pool: Solvers;
  readonly #claims: TaskClaims<RunningTask>;
  readonly #exchange: LayoutExchange;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #onError: (error: unknown) => void;
  readonly #lot = Math.random();
  #pace: FleetPace;
  #announcedAt = Number.NEGATIVE_INFINITY;

  readonly #ledger: JobLedger;
  readonly #options: SolverHostOptions;

  constructor(ledger: JobLedger, options: SolverHostOptions) {
    this.#ledger = ledger;
    this.#options = options;
    this.#onError = options.onError ?? (() => {});
    this.#exchange = new LayoutExchange(ledger.store, ledger.now);
    this.#claims = new TaskClaims(ledger, {
      worker: this.worker,
      queues: options.queues,
      places: options.solvers,
      leaseMs: options.leaseMs,
      work: (claimed, held) => this.#work(claimed, held),
      onEnd: () => this.#shareCores(),
      onRenew: () => this.#announceInTime(),
      onError: this.#onError,
    });
    this.#pace = this.#paceOf(1);
    this.#pool =
      options.pool ??
      new SolverPool({
        entry: options.threadEntry ?? new URL('./solver-thread.js', import.meta.url),
        size: options.solvers,
        threadMemoryMiB: options.threadMemoryMiB ?? 2048,
      });
  }

  start(): void {
    if (this.#options.solvers === 0) return;
    this.#timers.push(this.#claims.every(exchangeMs, () => this.#exchange.round()));
    this.#announceInTime().catch(this.#onError);
    this.#pool.warm();
    this.#claims.start();
  }

  /**
   * Claims nothing more and lets running tasks go on for `graceMs`. Then it gives them back to the queue with their layouts.
   * Kept jobs go on from there, elsewhere or after a restart.
   */
  async close(grace: { graceMs: number }): Promise<void> {
    await this.#claims.close(grace);
    for (const interval of this.#timers) clearInterval(interval);
    if (this.#options.solvers > 0) await this.#announce(0).catch(this.#onError);
    await this.#pool.close();
  }

  async #work(claimed: TaskRecord, held: HeldTask<RunningTask>): Promise<void> {
    const ledger = this.#ledger;
    const fence = fenceOf(claimed);
    let thread: Solver;
    try {
      thread = await this.#pool.acquire();
    } catch (cause) {
      this.#onError(cause);
      await ledger.step(claimed.jobId, transitions.crash(fence));
      return;
    }
    try {
      if (this.#claims.isClosing) {
        await ledger.step(claimed.jobId, transitions.release(fence));
        return;
      }
      const beginning = await beginningOf(ledger, claimed.jobId, this.#options.solvers);
      if (beginning === null) return;
      const { line, queue, queuedAt, traceparent } = beginning;
      const result = await ledger.step(claimed.jobId, transitions.start(fence, line));
      if (result !== 'committed') return;
      const limits = { patienceMs, exchange: this.#exchange, onError: this.#onError };
      const task = new RunningTask(ledger, thread, claimed, limits);
      held.work = task;
      this.#shareCores();
      const { jobId, index, attempt } = claimed;
      const ended = this.#options.observe?.({ jobId, index, attempt, queue, queuedAt, traceparent });
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
    const cores = Math.floor((this.#options.cores ?? availableParallelism()) / this.#claims.size);
    for (const task of this.#claims.works) task.cores = Math.max(1, cores);
  }

  async #announceInTime(): Promise<void> {
    if (this.#claims.isClosing) return;
    // The leases are renewed at intervals of their own, so an announcement may come a little early.
    const early = this.#claims.leaseMs / 6;
    if (this.#ledger.now() - this.#announcedAt < this.#pace.announceMs - early) return;
    this.#pace = this.#paceOf(await this.#announce(this.#options.solvers));
    this.#claims.pace = this.#pace;
  }

  #paceOf(hosts: number): FleetPace {
    return fleetPace(hosts, { pollMs: usualPollMs, announceMs: this.#claims.leaseMs / 3 }, this.#lot);
  }

  /** Returns the number of present hosts. */
  async #announce(solvers: number): Promise<number> {
    const { queues } = this.#options;
    const now = this.#ledger.now();
    const until = now + 3 * this.#pace.announceMs;
    const hosts = await this.#ledger.store.announceHost({ worker: this.worker, queues, solvers, until });
    this.#announcedAt = now;
    return hosts;
  }
}
