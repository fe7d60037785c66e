/** Joins the queue and a solver host of one process over one store. */
import type { JobStore } from '../store/store.js';
import { JobQueue } from './job-queue.js';
import { JobSignals } from './job-signals.js';
import { JobLedger } from './ledger.js';
import { PlanHost, type PlanHostOptions } from './plan-host.js';
import { SolverHost, type SolverHostOptions } from './solver-host.js';

export interface JobsOptions extends SolverHostOptions {
  readonly store: JobStore;
  /** Milliseconds for which an ended job is kept; undefined: this process forgets none. */
  readonly retentionMs: number | undefined;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

export interface Jobs {
  readonly queue: JobQueue;
  readonly host: SolverHost;
  /** Starts to make lay plans. Their planner needs the queue for its nests, so it comes later. */
  startPlanning(options: Pick<PlanHostOptions, 'plans' | 'planner'>): void;
  /** Ends streams and gives running work back, within about `graceMs` + 1 s. The store stays open. */
  close(options: { graceMs: number }): Promise<void>;
}

/** Starts both. */
export function openJobs({ store, retentionMs, now = Date.now, ...host }: JobsOptions): Jobs {
  const signals = new JobSignals(store);
  const ledger = new JobLedger(store, signals, now);
  const queue = new JobQueue(ledger, { retentionMs, ...(host.onError ? { onError: host.onError } : {}) });
  const solvers = new SolverHost(ledger, host);
  queue.start();
  solvers.start();
  let planners: PlanHost | null = null;
  return {
    queue,
    host: solvers,
    startPlanning(options) {
      const { leaseMs, onError = () => {} } = host;
      planners = new PlanHost(ledger, { ...options, leaseMs, onError });
      planners.start();
    },
    async close(options) {
      await planners?.close();
      await queue.close(options);
      await solvers.close({ graceMs: 0 });
      signals.close();
    },
  };
}

/** Solvers alone: this process takes no jobs, informs no clients, and leaves the sweeping to others. */
export function openSolverHost({
  store,
  now = Date.now,
  ...options
}: Omit<JobsOptions, 'retentionMs'>): Pick<Jobs, 'host' | 'close'> {
  const signals = new JobSignals(store);
  const host = new SolverHost(new JobLedger(store, signals, now), options);
  host.start();
  return {
    host,
    async close(grace) {
      await host.close(grace);
      signals.close();
    },
  };
}
