/** The search of one marker, one job at a time: submits it, follows its stream, reconnects after a break, cancels it. */

import { Code, ConnectError } from '@connectrpc/connect';
import { batch, computed, type Signal, signal } from '@preact/signals';
import {
  type Bin,
  GravityDirection,
  type Match,
  type NestEvent,
  type NestPatternsRequest,
  type NestProgress,
  type NestRequest,
  type NestSolution,
  NestStatus,
  type Placement,
  type Polygon,
  ServerId,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import { boxOf } from '../pattern/arrange.js';
import { nestService } from '../service/clients.js';
import { jobEvents } from '../service/job-events.js';
import { type Trouble, toldTrouble, troubleOf } from '../service/trouble.js';
import { type Cloth, formOf, plainCloth } from './cloth.js';
import type { KeptRun } from './kept-run.js';
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

/** The things that the placements of a layout refer to. */
export interface Ground {
  readonly title: string;
  readonly polygons: readonly Polygon[];
  readonly bins: readonly Bin[];
  readonly gravity: GravityDirection;
  readonly unitMm: number;
  /** Whether the sheets come off a roll; undefined: their shape decides. */
  readonly roll: boolean | undefined;
  readonly limitSeconds: number;
  /** How the cloth lies, and its pattern in the unit of the request; undefined: open and plain. */
  readonly fabric?: Cloth;
}

/** With the rules of the search. */
export interface SearchedGround extends Ground {
  /** Least distance between parts, and from them to the edge, in the unit of the request. */
  readonly distance: number;
  readonly edge: number;
  /** Degrees at which parts may lie without rotations of their own. */
  readonly rotations: readonly number[];
  /** Degrees to either side of them; default 0. */
  readonly tilt?: number;
  /** The points of parts that meet on the pattern of the cloth; default: none. */
  readonly match?: readonly Match[];
}

const phaseOf: Readonly<Record<NestStatus, Phase>> = {
  [NestStatus.UNSPECIFIED]: 'asking',
  [NestStatus.QUEUED]: 'queued',
  [NestStatus.STARTING]: 'starting',
  [NestStatus.RUNNING]: 'running',
  [NestStatus.FINISHING]: 'finishing',
};

/** Time limit of the free queue. */
const slowSeconds = 30;
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

export type Asked =
  | { readonly kind: 'parts'; readonly request: NestRequest }
  | { readonly kind: 'garments'; readonly request: NestPatternsRequest };

/** A request, and the facts of it that the service need not know. */
export interface Question extends Pick<Ground, 'title' | 'unitMm' | 'roll'> {
  readonly asked: Asked;
  /** Fingerprint of its outlines. */
  readonly outlines: string;
}

/**
 * `place`: it overlaps, comes too near or leaves its sheet. `way`: it lies another way than the parts of its group.
 * `pattern`: its points do not match the others on the pattern of the cloth.
 */
export type Fault = 'place' | 'way' | 'pattern';

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
  /** Fingerprint of the outlines of the last search. */
  readonly outlines = signal('');
  /** The state that a reload needs, as it was last remembered. */
  readonly kept: Signal<KeptRun | null>;
  #current: Job | null = null;
  #remembering = 0;

  constructor(kept: KeptRun | null) {
    this.kept = signal(kept);
  }

  readonly isRunning = computed(() => this.phase.value !== 'idle' && this.phase.value !== 'done');

  async start({ asked, ...facts }: Question): Promise<void> {
    if (this.#current && !this.#current.ended) return;
    const job: Job = { abort: new AbortController(), id: '', seq: 0, seen: 0, ended: false };
    this.#current = job;
    this.#begin(asked, facts);
    try {
      await this.#follow(job, callOf(asked));
    } catch (error) {
      this.trouble.value = troubleOf(error);
    } finally {
      this.#end(job);
    }
  }

  #end(job: Job): void {
    job.ended = true;
    this.phase.value = job.id === '' ? 'idle' : 'done';
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

  #begin({ kind, request }: Asked, { title, unitMm, roll, outlines }: Omit<Question, 'asked'>): void {
    const seconds = request.maximumExecutionTime ?? 0;
    batch(() => {
      this.kept.value = null;
      this.phase.value = 'asking';
      this.outlines.value = outlines;
      this.queuedPosition.value = null;
      this.progress.value = null;
      this.best.value = null;
      this.samples.value = [];
      this.notices.value = [];
      this.cancelled.value = false;
      this.trouble.value = null;
      this.faulty.value = new Map();
      this.blocked.value = false;
      this.ground.value = {
        title,
        polygons: kind === 'parts' ? request.polygons : [],
        bins: request.bins,
        ...(request.fabric && { fabric: plainCloth(request.fabric) }),
        gravity: request.gravityDirection ?? GravityDirection.TOP,
        unitMm,
        distance: request.minDistance ?? 0,
        edge: request.edgeDistance ?? 0,
        rotations: request.allowedRotations,
        tilt: request.rotationTolerance ?? 0,
        match: kind === 'parts' ? request.match : [],
        roll,
        limitSeconds: request.serverId === ServerId.FAST ? seconds : Math.min(seconds, slowSeconds),
      };
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
    try {
      await nestService.cancelNest({ jobId: job.id });
    } catch (error) {
      this.trouble.value = troubleOf(error);
    }
  }
}

/** Whether the service no longer knows the job or the key. */
const isGone = (error: unknown): boolean =>
  [Code.NotFound, Code.Unauthenticated].includes(ConnectError.from(error).code);

const nestCalls = {
  resume: nestService.resumeNest.bind(nestService),
  cancel: nestService.cancelNest.bind(nestService),
};

const callOf =
  ({ kind, request }: Asked): Parameters<typeof jobEvents<NestEvent>>[1] =>
  (call) =>
    kind === 'parts' ? nestService.nest(request, call) : nestService.nestPatterns(request, call);

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
