/**
 * A host of planners. It claims lay plans from their queue, and writes each line of a planner to the store at once. A planner
 * that takes a plan over reads the lines of the one before. Plans wait for nests of their own, and so they hold no solver.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import type { TaskRecord } from '../store/store.js';
import type { PlanEventBody } from './events.js';
import type { JobLedger, StepResult } from './ledger.js';
import type { Opening } from './opening.js';
import { endPlan, reportPlan, startPlan } from './plan-transitions.js';
import { fenceOf } from './running-task.js';
import { type HeldTask, TaskClaims, type TaskWork } from './task-claims.js';
import type { Transition } from './transitions.js';

/** A line of a planner waits this long for a store that does not answer, ... */
const patienceMs = 60_000;
/** ... and asks this often. */
const retryMs = 250;
/** Failures that pass: another planner, or this one later, goes on with the plan. */
const passing: readonly string[] = ['store_unavailable', 'shutting_down'];
const page = { maxEvents: 256, maxBytes: 4 * 1024 * 1024 };

/** A plan to make, or to go on with. */
export interface PlanTask {
  /** Epoch milliseconds at which the planning began. */
  readonly startedAt: number;
  /** As it was submitted. */
  readonly request: unknown;
  /** The trace of the job. */
  readonly traceparent: string | undefined;
  /** The lines so far. */
  readonly lines: readonly PlanEventBody[];
}

/** Yields the further lines of a plan, without its last. Throws the reason of an aborted signal. */
export type Planner = (task: PlanTask, signal: AbortSignal) => AsyncGenerator<PlanEventBody>;

export interface PlanHostOptions {
  /** Plans at a time. */
  readonly plans: number;
  readonly planner: Planner;
  readonly leaseMs?: number | undefined;
  readonly onError: (error: unknown) => void;
}

export class PlanHost {
  readonly #claims: TaskClaims<TaskWork>;

  readonly #ledger: JobLedger;
  readonly #options: PlanHostOptions;

  constructor(ledger: JobLedger, options: PlanHostOptions) {
    this.#ledger = ledger;
    this.#options = options;
    this.#claims = new TaskClaims(ledger, {
      worker: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`,
      queues: ['lays'],
      places: options.plans,
      leaseMs: options.leaseMs,
      work: (claimed, held) => this.#work(claimed, held),
      onError: options.onError,
    });
  }

  start(): void {
    this.#claims.start();
  }

  /** Gives the plans back to their queue. Kept ones go on elsewhere, or after a restart. */
  async close(): Promise<void> {
    await this.#claims.close({ graceMs: 0 });
  }

  async #work(claimed: TaskRecord, held: HeldTask<TaskWork>): Promise<void> {
    const { jobId } = claimed;
    const fence = fenceOf(claimed);
    const gone = new AbortController();
    let isLost = false;
    const lose = (): void => {
      isLost = true;
      gone.abort(new Error('the plan has ended, or another planner has it'));
    };
    held.work = { lose, release: () => gone.abort(released()) };
    const leave = this.#ledger.signals.onJob(jobId, (ended) => ended && lose());
    try {
      if (this.#claims.isClosing) throw released();
      if ((await this.#ledger.step(jobId, startPlan(fence))) !== 'committed') return;
      const task = await this.#task(jobId);
      if (task === null) return;
      const write = (transition: Transition): Promise<StepResult> => this.#patiently(jobId, transition, gone.signal);
      const failure = await this.#failureOf(async () => {
        for await (const line of this.#options.planner(task, gone.signal)) {
          if ((await write(reportPlan(fence, line))) !== 'committed') lose();
          gone.signal.throwIfAborted();
        }
      }, gone.signal);
      await write(endPlan(fence, failure));
    } catch (error) {
      if (!isLost) throw error;
    } finally {
      leave();
    }
  }

  /** The failure of a planner that a client hears of; null: it came to its end. Throws all others. */
  async #failureOf(work: () => Promise<void>, signal: AbortSignal): Promise<ServiceError | null> {
    try {
      await work();
      return null;
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof ServiceError) {
        if (passing.includes(error.code)) throw error;
        return error;
      }
      this.#options.onError(error);
      return new ServiceError('internal', 'The planning failed', { cause: error });
    }
  }

  async #task(jobId: string): Promise<PlanTask | null> {
    const { store } = this.#ledger;
    const [snapshot, request] = await Promise.all([store.loadJob(jobId), store.jobRequest(jobId)]);
    if (snapshot === null || request === null) return null;
    const lines: PlanEventBody[] = [];
    for (let seq = 0; seq < snapshot.job.lastSeq; ) {
      const events = await store.eventsAfter(jobId, seq, page);
      if (events.length === 0) break;
      for (const { body } of events) lines.push(JSON.parse(body) as PlanEventBody);
      seq = events.at(-1)!.seq;
    }
    const { startedAt, opening } = snapshot.job;
    const { traceparent } = JSON.parse(opening) as Partial<Opening>;
    return { startedAt: startedAt ?? this.#ledger.now(), request: JSON.parse(request), traceparent, lines };
  }

  /** A step that is repeated until the store answers or patience ends. */
  async #patiently(jobId: string, transition: Transition, signal: AbortSignal): Promise<StepResult> {
    const until = this.#ledger.now() + patienceMs;
    for (;;) {
      try {
        return await this.#ledger.step(jobId, transition);
      } catch (error) {
        if (signal.aborted || this.#ledger.now() >= until) throw error;
        this.#options.onError(error);
        await delay(retryMs);
      }
    }
  }
}

const released = (): Error => new Error('the planner of the plan has stopped, and gives it back');
