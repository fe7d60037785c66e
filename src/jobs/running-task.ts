/**
 * One claimed task on one solver thread, from start to end. It keeps the time, writes the solver's reports, and ends a thread
 * by force that does not stop by itself.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { secondsBetweenLayouts } from '../nesting/publisher.js';
import type { Solution, SolveEnd, SolverEvent } from '../nesting/request.js';
import type { Fence, JobRecord, TaskRecord } from '../store/store.js';
import type { NestEventBody } from './events.js';
import type { Island, LayoutExchange } from './layout-exchange.js';
import type { JobLedger, StepResult } from './ledger.js';
import { exchangesLayouts } from './opening.js';
import type { ThreadTask } from './serve-solver.js';
import type { Solver, ThreadEnd } from './solver-pool.js';
import * as transitions from './transitions.js';

/** Progress lines wait this long for others, to be written together. A layout is written at once. */
const batchMs = 50;
/** A solver has this long after its deadline to end by itself, ... */
const deadlineGraceMs = 250;
/** ... and this long after it was told to stop, before its thread is ended by force. */
const stopGraceMs = 300;
/** The first layout may take longer than the time limit, but not for ever. */
const firstLayoutGraceMs = 120_000;
/** A job with a layout waits this long for its one promised generation. */
const firstGenerationGraceMs = 10_000;
const storeRetryMs = 250;

export interface TaskLimits {
  /** Brings layouts of the job's other instances. */
  readonly exchange: LayoutExchange;
  /**
   * Milliseconds after which the task is given up while the store does not answer. Longer than a lease: nobody takes the task
   * over while the store is out of reach, and the fence stops a host that has lost it.
   */
  readonly patienceMs: number;
  /** Receives the errors that no caller sees: causes of crashes, failures of the store. */
  readonly onError: (error: unknown) => void;
}

export class RunningTask {
  readonly #fence: Fence;
  readonly #pending: SolverEvent[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #writing: Promise<void> = Promise.resolve();
  #batch: NodeJS.Timeout | null = null;
  #deadlinePassed = false;
  #generationAwaited = true;
  /** The thread no longer belongs to this task. */
  #over = false;
  #stopping: 'no' | 'deadline' | 'cancelled' | 'release' | 'lost' = 'no';
  /** Whether other instances write to the same stream. */
  #isOneOfMany = false;
  /** Its part in the exchange of layouts; null where the instances go their own ways. */
  #island: Island | null = null;
  #firstUtilisation: number | undefined;
  #lastUtilisation: number | undefined;
  /** Fitness of its last layout, while that is the beginning of a first one. */
  #beginning: number | null = null;

  readonly #ledger: JobLedger;
  readonly #thread: Solver;
  readonly #claimed: TaskRecord;
  readonly #limits: TaskLimits;

  constructor(ledger: JobLedger, thread: Solver, claimed: TaskRecord, limits: TaskLimits) {
    this.#ledger = ledger;
    this.#thread = thread;
    this.#claimed = claimed;
    this.#limits = limits;
    this.#fence = fenceOf(claimed);
  }

  /** Utilisation of the last layout minus that of the first; undefined: no layout yet. */
  get gain(): number | undefined {
    const [first, last] = [this.#firstUtilisation, this.#lastUtilisation];
    return first === undefined || last === undefined ? undefined : last - first;
  }

  /** Resolves when the task has ended or was given back, and everything is written. */
  async run(): Promise<void> {
    const { signals } = this.#ledger;
    const leave = [
      signals.onJob(this.#claimed.jobId, (ended) => this.#hear(ended)),
      signals.onWindUp(this.#claimed.jobId, () => this.#stop('cancelled')),
    ];
    try {
      const task = await this.#prepare();
      if (this.#stopping === 'release') await this.#step(transitions.release(this.#fence));
      if (task === null || this.#stopping !== 'no') return;
      const end = await this.#thread.run(task, (event) => this.#note(event), { exchanges: this.#island !== null });
      this.#over = true;
      if (this.#batch) clearTimeout(this.#batch);
      await this.#writing;
      await this.#finish(end);
    } finally {
      this.#over = true;
      for (const timer of this.#timers) clearTimeout(timer);
      for (const stopListening of leave) stopListening();
      this.#island?.leave();
    }
  }

  /** The processor cores for this task, while its host's other tasks run beside it. */
  set cores(count: number) {
    this.#thread.cores = count;
  }

  /** Another host has the task, or its job has ended. Nothing more of this solver is used. */
  lose(): void {
    this.#stop('lost');
  }

  /** Stops the solver and gives the task back to the queue, so that another host can continue it. */
  release(): void {
    this.#stop('release');
  }

  /** The thread's input, with the deadline set; null: there is nothing to do. */
  async #prepare(): Promise<Omit<ThreadTask, 'inbox'> | null> {
    const { store, now } = this.#ledger;
    const { jobId } = this.#claimed;
    const [snapshot, request] = await Promise.all([store.loadJob(jobId), store.jobRequest(jobId)]);
    if (snapshot === null || request === null || snapshot.job.state === 'ended') return null;
    const { job } = snapshot;
    this.#isOneOfMany = snapshot.tasks.length > 1;
    if (exchangesLayouts(snapshot)) {
      this.#island = this.#limits.exchange.join(jobId, this.#claimed.index, (event) => this.#thread.show(event));
    }
    const startFrom = await this.#bestLayout(job);
    const deadline = transitions.deadlineOf(job, now());
    this.#after(deadline + deadlineGraceMs - now(), () => {
      this.#deadlinePassed = true;
      void this.#stopWithLayout();
    });
    this.#after(deadline + firstGenerationGraceMs - now(), () => {
      this.#generationAwaited = false;
      void this.#stopWithLayout();
    });
    this.#after(deadline + firstLayoutGraceMs - now(), () => this.#stop('deadline'));
    return {
      request,
      seed: this.#claimed.seed,
      startFrom: startFrom === null ? null : JSON.stringify(startFrom),
      elapsedBefore: Math.max(0, now() - (job.startedAt ?? now())) / 1000,
    };
  }

  /** A replaced solver goes on from the job's best layout. A first one begins from its own seed alone. */
  async #bestLayout(job: JobRecord): Promise<Solution | null> {
    if (job.bestSeq === null || this.#claimed.attempt === 1) return null;
    const limit = { maxEvents: 1, maxBytes: Number.MAX_SAFE_INTEGER };
    const [stored] = await this.#ledger.store.eventsAfter(job.id, job.bestSeq - 1, limit);
    const event = stored && (JSON.parse(stored.body) as NestEventBody);
    // The solver counts on from its input. Here every attempt counts from 0, and the task's counts are added.
    return event?.type === 'solution' ? { ...event.solution, generation: 0, tested: 0 } : null;
  }

  #hear(ended: boolean): void {
    if (ended) this.lose();
    else if (this.#deadlinePassed) void this.#stopWithLayout();
  }

  /**
   * Past the deadline the solver goes on only until the job has its first layout, and all of it. A job without periodic reports also waits for
   * one generation, if one is promised.
   */
  async #stopWithLayout(): Promise<void> {
    try {
      const snapshot = await this.#ledger.store.loadJob(this.#claimed.jobId);
      if (snapshot === null) return this.#stop('deadline');
      const { job } = snapshot;
      const isBegun = this.#beginning !== null && job.bestFitness !== null && job.bestFitness >= this.#beginning;
      if (!isBegun && isServed(job, this.#generationAwaited)) this.#stop('deadline');
    } catch (error) {
      this.#limits.onError(error);
      this.#stop('deadline');
    }
  }

  #after(ms: number, action: () => void): void {
    this.#timers.add(setTimeout(action, Math.max(0, ms)));
  }

  #stop(reason: 'deadline' | 'cancelled' | 'release' | 'lost'): void {
    if (this.#over) return;
    const first = this.#stopping === 'no';
    // After the task is lost, nothing may be written. A shutdown outranks the deadline.
    if (this.#stopping !== 'lost') this.#stopping = reason;
    if (!first) return;
    this.#thread.stop();
    this.#after(stopGraceMs, () => void this.#thread.terminate());
  }

  #note(event: SolverEvent): void {
    if (this.#stopping === 'lost') return;
    const added = overAllAttempts(event, this.#claimed);
    if (event.type === 'progress' && this.#pending.at(-1)?.type === 'progress') this.#pending.pop();
    if (event.type === 'solution' && this.#isOneOfMany) this.#dropWaiting();
    this.#pending.push(added);
    if (event.type === 'solution') {
      this.#beginning = event.isPartial ? event.solution.fitness : null;
      this.#lastUtilisation = event.solution.utilisation;
      this.#firstUtilisation ??= this.#lastUtilisation;
      this.#flush();
    } else this.#batch ??= setTimeout(() => this.#flush(), batchMs);
  }

  /** A newer layout takes the place of one that waits for its turn. */
  #dropWaiting(): void {
    const waiting = this.#pending.findIndex(({ type }) => type === 'solution');
    if (waiting >= 0) this.#pending.splice(waiting, 1);
  }

  #flush(): void {
    if (this.#batch) clearTimeout(this.#batch);
    this.#batch = null;
    this.#writing = this.#writing.then(async () => {
      if (this.#pending.length > 0 && this.#stopping !== 'lost') await this.#write();
    });
  }

  async #finish(end: ThreadEnd): Promise<void> {
    if (this.#stopping === 'lost') return;
    // Events that wait for their turn in the stream are written now.
    if (end.type !== 'end' && this.#pending.length > 0) await this.#report(null);
    if (end.type === 'end') {
      if (this.#stopping === 'release') {
        if (this.#pending.length > 0) await this.#report(null);
        await this.#step(transitions.release(this.#fence));
      } else {
        await this.#report(this.#stopping === 'deadline' ? 'time_limit' : end.reason);
      }
    } else if (end.type === 'failed') {
      await this.#step(transitions.fail(this.#fence, end));
    } else if (this.#stopping === 'release') {
      await this.#step(transitions.release(this.#fence));
    } else if (this.#stopping === 'deadline') {
      // The thread was ended by force; its findings are written.
      await this.#report('time_limit');
    } else if (this.#stopping === 'cancelled') {
      await this.#report('cancelled');
    } else {
      this.#limits.onError(end.cause);
      await this.#step(transitions.crash(this.#fence));
    }
  }

  /**
   * Writes the pending events. The layouts of several instances take turns, at the pace of one. It takes all pending events at
   * once: no later layout may replace the first, on which all seeds agree.
   */
  async #write(): Promise<void> {
    const events = this.#pending.splice(0);
    const newest = events.findLast((event) => event.type === 'solution');
    if (!this.#isOneOfMany || !newest) {
      await this.#step(transitions.report(this.#fence, events, null));
      return;
    }
    const last = await this.#lastLayout(newest.solution.fitness);
    const wait = last === null ? storeRetryMs : last.at + paceOf(newest.solution) - this.#ledger.now();
    if (wait <= 0 && !this.#over) {
      const result = await this.#step(transitions.report(this.#fence, events, null, last?.seq));
      // The others see a layout once it is stored, so none is lost that they go on from.
      if (result === 'committed') this.#island?.offer(newest.solution);
      if (result !== 'unchanged') return;
    }
    const isNewer = this.#pending.some(({ type }) => type === 'solution');
    this.#pending.unshift(...events.filter(({ type }) => !isNewer || type !== 'solution'));
    if (!this.#over) this.#batch ??= setTimeout(() => this.#flush(), Math.max(0, wait));
  }

  /**
   * The last layout of the job's stream: its number (null: none yet) and its time. Null if the store fails. The time does not
   * matter where that layout is at least as good as the new one, since the new one is not sent.
   */
  async #lastLayout(fitness: number): Promise<{ seq: number | null; at: number } | null> {
    const { store } = this.#ledger;
    const { jobId } = this.#claimed;
    try {
      const { bestSeq: seq, bestFitness } = (await store.loadJob(jobId))?.job ?? { bestSeq: null, bestFitness: null };
      if (seq === null || bestFitness === null || fitness >= bestFitness) return { seq, at: Number.NEGATIVE_INFINITY };
      const [event] = await store.eventsAfter(jobId, seq - 1, { maxEvents: 1, maxBytes: Number.MAX_SAFE_INTEGER });
      return { seq, at: event?.at ?? Number.NEGATIVE_INFINITY };
    } catch (error) {
      this.#limits.onError(error);
      return null;
    }
  }

  /** Writes all pending events, and the end of the task. */
  async #report(end: SolveEnd | null): Promise<void> {
    await this.#step(transitions.report(this.#fence, this.#pending.splice(0), end));
  }

  /** A step with this task's fence, repeated until the store answers or patience ends. */
  async #step(change: transitions.Transition): Promise<StepResult | 'lost'> {
    // A host that hears no hints learns of a cancelled job here.
    const transition: transitions.Transition = (snapshot, now) => {
      if (snapshot.job.state === 'running' && snapshot.job.outcome === 'cancelled') this.#stop('cancelled');
      return change(snapshot, now);
    };
    const givenUp = this.#ledger.now() + this.#limits.patienceMs;
    for (;;) {
      try {
        const result: StepResult = await this.#ledger.step(this.#claimed.jobId, transition);
        if (result === 'fenced' || result === 'gone') this.lose();
        return result;
      } catch (error) {
        this.#limits.onError(error);
        if (this.#ledger.now() >= givenUp) {
          this.lose();
          return 'lost';
        }
        await delay(storeRetryMs);
      }
    }
  }
}

/** Whether a job past its deadline has everything that was promised: a layout, and a generation if it is still awaited. */
function isServed({ bestSeq, reportIntervalMs, generation }: JobRecord, generationAwaited: boolean): boolean {
  return bestSeq !== null && (!generationAwaited || reportIntervalMs > 0 || generation > 0);
}

/** Milliseconds between two layouts of one stream. */
function paceOf({ placements, unplaced }: Solution): number {
  return 1000 * secondsBetweenLayouts(placements.length + unplaced.length);
}

export function fenceOf({ index, attempt }: TaskRecord): Fence {
  return { index, attempt, state: 'running' };
}

/** Adds the counts of earlier attempts. */
function overAllAttempts(event: SolverEvent, { generation, tested }: TaskRecord): SolverEvent {
  if (generation === 0 && tested === 0) return event;
  const add = <T extends { generation: number; tested: number }>(counts: T): T => ({
    ...counts,
    generation: counts.generation + generation,
    tested: counts.tested + tested,
  });
  return event.type === 'solution' ? { ...event, solution: add(event.solution) } : add(event);
}
