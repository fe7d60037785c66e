/** The search of one marker, one job at a time: submits it, follows its stream, reconnects after a break, cancels it. */

import { Code, ConnectError } from '@connectrpc/connect';
import { batch, computed, type Signal, signal } from '@preact/signals';
import {
  GravityDirection,
  type NestEvent,
  type NestProgress,
  type NestSolution,
  NestStatus,
  type Placement,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import { boxOf } from '../pattern/arrange.js';
import { cancelling } from '../service/cancelling.js';
import { nestService } from '../service/clients.js';
import { isGone } from '../service/gone.js';
import { jobEvents } from '../service/job-events.js';
import { type Trouble, toldTrouble, troubleOf } from '../service/trouble.js';
import { formOf } from './cloth.js';
import type { KeptRun } from './kept-run.js';
import {
  type Asked,
  callOf,
  type Ground,
  groundOf,
  type Question,
  refusedLocks,
  type SearchedGround,
} from './question.js';
import { turn } from './turns.js';

/** `waiting`: the account has as many open jobs as it may, or the queue is full. */
export type Phase =
  | 'idle'
  | 'asking'
  | 'waiting'
  | 'queued'
  | 'starting'
  | 'running'
  | 'finishing'
  | 'reconnecting'
  | 'done';

export interface Sample {
  readonly seconds: number;
  readonly density: number;
}

const phaseOf: Readonly<Record<NestStatus, Phase>> = {
  [NestStatus.UNSPECIFIED]: 'asking',
  [NestStatus.QUEUED]: 'queued',
  [NestStatus.STARTING]: 'starting',
  [NestStatus.RUNNING]: 'running',
  [NestStatus.FINISHING]: 'finishing',
};

/** Number of connection attempts in a row. An outage may last some ten seconds. */
const attempts = 9;

interface Job {
  readonly abort: AbortController;
  id: string;
  seq: number;
  /** Events up to this one were shown before a reload. */
  readonly seen: number;
  ended: boolean;
}

/** A better layout is stored within this time: a tab that crashes gives no warning. */
const rememberMs = 1000;

/**
 * `place`: it overlaps, comes too near or leaves its sheet. `way`: it lies another way than the parts of its group.
 * `pattern`: its points do not match the others on the pattern of the cloth.
 */
export type Fault = 'place' | 'way' | 'pattern';

/** An ended search and its layout, perhaps as a person has changed it: a step of undo. */
export interface Outcome {
  readonly job: Job;
  readonly ground: SearchedGround;
  readonly best: NestSolution;
  readonly locked: readonly Placement[];
  readonly outlines: string;
  readonly dropped: readonly string[];
  readonly progress: Pick<NestProgress, 'elapsedSeconds' | 'tested' | 'generation'> | null;
  readonly samples: readonly Sample[];
  readonly notices: readonly string[];
  readonly cancelled: boolean;
  readonly faulty: ReadonlyMap<string, Fault>;
  readonly blocked: boolean;
}

/** Steps that can be undone. */
const mostSteps = 200;

export class Search {
  readonly phase = signal<Phase>('idle');
  readonly queuedPosition = signal<number | null>(null);
  readonly progress = signal<Pick<NestProgress, 'elapsedSeconds' | 'tested' | 'generation'> | null>(null);
  readonly ground = signal<SearchedGround | null>(null);
  readonly best = signal<NestSolution | null>(null);
  readonly samples = signal<readonly Sample[]>([]);
  readonly notices = signal<readonly string[]>([]);
  /** Whether the search was ended early, here or by another client. */
  readonly cancelled = signal(false);
  readonly trouble = signal<Trouble | null>(null);
  /** The parts that a person has placed, which the next search keeps there. */
  readonly locked = signal<readonly Placement[]>([]);
  /** The faulty parts of a layout that a person has changed, by their keys: of a pair the locked one. */
  readonly faulty = signal<ReadonlyMap<string, Fault>>(new Map());
  /** Whether locked parts are in each other's way, so that no search can keep them all. */
  readonly blocked = signal(false);
  /** Names of the parts that were locked before the search, and that it could not keep. */
  readonly dropped = signal<readonly string[]>([]);
  /** Fingerprint of the outlines of the last search. */
  readonly outlines = signal('');
  /** The outcomes before the shown one, and those that were undone. */
  readonly past = signal<readonly Outcome[]>([]);
  readonly future = signal<readonly Outcome[]>([]);
  /** The state that a reload needs, as it was last remembered. */
  readonly kept: Signal<KeptRun | null>;
  #current: Job | null = null;
  #remembering = 0;

  constructor(kept: KeptRun | null) {
    this.kept = signal(kept);
  }

  readonly isRunning = computed(() => this.phase.value !== 'idle' && this.phase.value !== 'done');

  async start(question: Question): Promise<void> {
    if (this.#current && !this.#current.ended) return;
    const before = this.outcome();
    const undone = this.future.peek();
    const job: Job = { abort: new AbortController(), id: '', seq: 0, seen: 0, ended: false };
    if (before) this.addStep(before);
    this.#current = job;
    this.#begin(question);
    try {
      await this.#ask(job, question.asked, question.dropped !== undefined);
    } catch (error) {
      this.cancelled.value = job.abort.signal.aborted;
      this.trouble.value = troubleOf(error);
    } finally {
      batch(() => {
        if (before && this.best.peek() === null) this.#takeBack(before, undone);
        this.#end(job);
      });
    }
  }

  /** A search that has found nothing leaves the layout from before. */
  #takeBack(before: Outcome, undone: readonly Outcome[]): void {
    const [trouble, cancelled] = [this.trouble.peek(), this.cancelled.peek()];
    this.restore(before);
    this.past.value = this.past.peek().slice(0, -1);
    this.future.value = undone;
    this.trouble.value = trouble;
    this.cancelled.value = cancelled;
  }

  /** The shown layout and its search; null: there is none. */
  outcome(): Outcome | null {
    const [job, ground, best] = [this.#current, this.ground.peek(), this.best.peek()];
    if (!job || !ground || !best) return null;
    const [locked, outlines, dropped] = [this.locked.peek(), this.outlines.peek(), this.dropped.peek()];
    const [progress, samples] = [this.progress.peek(), this.samples.peek()];
    const [notices, cancelled] = [this.notices.peek(), this.cancelled.peek()];
    const [faulty, blocked] = [this.faulty.peek(), this.blocked.peek()];
    const told = { progress, samples, notices, cancelled };
    return { job, ground, best, locked, outlines, dropped, faulty, blocked, ...told };
  }

  /** Notes an outcome that a new one follows. */
  addStep(before: Outcome): void {
    this.past.value = [...this.past.peek(), before].slice(-mostSteps);
    this.future.value = [];
  }

  /** Shows another outcome. */
  restore({ job, ...outcome }: Outcome): void {
    this.#current = job;
    batch(() => {
      for (const [name, value] of Object.entries(outcome)) {
        (this[name as keyof typeof outcome] as Signal<unknown>).value = value;
      }
      this.trouble.value = null;
    });
  }

  /** Submits the job and follows it. If the service refuses locked parts of the layout before, it is asked without them. */
  async #ask(job: Job, asked: Asked, mayDrop: boolean): Promise<void> {
    try {
      await this.#follow(job, callOf(asked));
    } catch (error) {
      const refused = mayDrop && job.id === '' ? refusedLocks(troubleOf(error)) : new Set<number>();
      if (refused.size === 0) throw error;
      const { locked } = asked.request;
      const kept = locked.filter((_, i) => !refused.has(i));
      const names = locked.filter((_, i) => refused.has(i)).map(({ id }) => id);
      batch(() => {
        this.locked.value = kept;
        this.dropped.value = [...this.dropped.peek(), ...names];
      });
      const without = { ...asked, request: { ...asked.request, locked: kept } } as Asked;
      await this.#ask(job, without, true);
    }
  }

  #end(job: Job): void {
    job.ended = true;
    this.phase.value = this.#current!.id === '' ? 'idle' : 'done';
    this.remember();
  }

  /** Notes the state that a reload needs. */
  remember(): void {
    clearTimeout(this.#remembering);
    this.#remembering = 0;
    const ground = this.ground.peek();
    if (!this.#current || this.#current.id === '' || ground === null) return;
    const { id: jobId, seq, ended } = this.#current;
    const [best, locked, outlines] = [this.best.peek(), this.locked.peek(), this.outlines.peek()];
    this.kept.value = { jobId, seq, ended, ground, best, locked, outlines };
  }

  /**
   * Shows the layout from before a reload, and follows its job again from the first event, for the chart. If the service has
   * forgotten the job, the stored layout stays.
   */
  async takeUpAgain(): Promise<void> {
    const kept = this.kept.peek();
    if (!kept) return;
    const job: Job = { abort: new AbortController(), id: kept.jobId, seq: 0, seen: kept.seq, ended: false };
    this.#current = job;
    batch(() => {
      this.phase.value = 'reconnecting';
      this.outlines.value = kept.outlines;
      this.ground.value = kept.ground;
      this.best.value = kept.best;
      this.locked.value = kept.locked;
    });
    try {
      await this.#follow(job, { jobId: job.id });
    } catch (error) {
      if (!isGone(error)) this.trouble.value = troubleOf(error);
      else if (!kept.ended) this.notices.value = ['The service no longer has this search. You see its last layout.'];
    } finally {
      this.#end(job);
    }
  }

  #begin(question: Question): void {
    const { outlines, dropped = [], asked } = question;
    batch(() => {
      this.kept.value = null;
      this.phase.value = 'asking';
      this.outlines.value = outlines;
      this.queuedPosition.value = null;
      this.progress.value = null;
      this.best.value = null;
      this.locked.value = asked.request.locked;
      this.dropped.value = dropped;
      this.samples.value = [];
      this.notices.value = [];
      this.cancelled.value = false;
      this.trouble.value = null;
      this.faulty.value = new Map();
      this.blocked.value = false;
      this.ground.value = groundOf(question);
    });
  }

  /** Reads all events of a job up to its last one, over as many connections as needed. */
  async #follow(job: Job, first: Parameters<typeof jobEvents<NestEvent>>[1]): Promise<void> {
    const onBreak = (error: unknown): void => {
      this.phase.value = ConnectError.from(error).code === Code.ResourceExhausted ? 'waiting' : 'reconnecting';
    };
    const options = { signal: job.abort.signal, attempts, onBreak };
    const endTurn = await turn(job.abort.signal);
    try {
      for await (const event of jobEvents<NestEvent>(nestCalls, first, options)) this.#take(job, event);
    } finally {
      endTurn();
    }
  }

  #take(job: Job, { jobId, seq, event }: NestEvent): void {
    const isNew = job.id === '';
    job.id = jobId;
    job.seq = seq;
    // store it now: a tab that crashes gives no warning
    if (isNew) this.remember();
    batch(() => {
      switch (event.case) {
        case 'progress':
          return this.#takeProgress(event.value);
        case 'solution':
          return this.#takeSolution(event.value, seq < job.seen);
        case 'info':
          this.notices.value = [...this.notices.value, event.value.message];
          return;
        case 'error':
          if (event.value.code === 'cancelled') this.cancelled.value = true;
          else this.trouble.value = toldTrouble(event.value.message);
      }
    });
  }

  #takeProgress(news: NestProgress): void {
    this.phase.value = phaseOf[news.status];
    this.queuedPosition.value = news.queuedPosition ?? null;
    this.progress.value = news;
    if (news.warnings.length > 0) this.notices.value = news.warnings.map(({ message }) => message);
    if (news.parts.length > 0) this.ground.value = { ...this.ground.value!, polygons: news.parts, match: news.matches };
  }

  /** @param old whether a better layout from before a reload is already shown */
  #takeSolution(solution: NestSolution, old: boolean): void {
    if (this.phase.value === 'reconnecting') this.phase.value = 'running';
    if (!old) this.best.value = solution;
    this.#remembering ||= window.setTimeout(() => this.remember(), rememberMs);
    this.progress.value = solution;
    const density = densityOf(this.ground.value!, solution);
    this.samples.value = [...this.samples.value, { seconds: solution.elapsedSeconds, density }];
  }

  /** Drops the last layout when no search runs, because the parts have changed. */
  forget(): void {
    if (this.isRunning.value) return;
    this.kept.value = null;
    this.#current = null;
    batch(() => {
      this.phase.value = 'idle';
      this.best.value = null;
      this.locked.value = [];
      this.dropped.value = [];
      this.past.value = [];
      this.future.value = [];
      this.faulty.value = new Map();
      this.blocked.value = false;
      this.trouble.value = null;
    });
  }

  /** The stream of a cancelled job ends by itself, with the best layout so far. */
  async cancel(): Promise<void> {
    const job = this.#current;
    if (!job || job.ended) return;
    if (job.id === '') return job.abort.abort();
    const call = () => nestService.cancelNest({ jobId: job.id });
    await cancelling(call, this.trouble, () => job.ended);
  }
}

const nestCalls = {
  resume: nestService.resumeNest.bind(nestService),
  cancel: nestService.cancelNest.bind(nestService),
};

/**
 * Share of the fabric that becomes a part. It is the service's utilisation over the whole width of the sheets, so that it rises
 * with every shorter layout.
 */
export function densityOf({ bins, gravity, fabric: cloth }: Ground, { usage, utilisation }: NestSolution): number {
  const along = gravity === GravityDirection.LEFT || gravity === GravityDirection.RIGHT;
  let [used, taken] = [0, 0];
  for (const { bin, length, partArea } of usage?.sheets ?? []) {
    const { boundary, open } = bins[bin]!;
    const { width, height } = boxOf(boundary!.points);
    const layers = formOf(cloth) === 'open' || open ? 1 : 2;
    used += layers * partArea;
    taken += layers * length * (along ? height : width);
  }
  return taken > 0 ? used / taken : utilisation;
}
