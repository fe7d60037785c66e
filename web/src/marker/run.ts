/** Runs one nest job at a time: submits it, follows its stream, reconnects after a break, cancels it. */

import { Code, ConnectError } from '@connectrpc/connect';
import { batch, computed, signal } from '@preact/signals';
import {
  type Bin,
  type Fabric,
  GravityDirection,
  type Match,
  type NestEvent,
  type NestProgress,
  type NestSolution,
  NestStatus,
  type Polygon,
  ServerId,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import { boxOf } from '../pattern/arrange.js';
import { nestService } from '../service/clients.js';
import { jobEvents } from '../service/job-events.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { formOf } from './cloth.js';
import { fingerprint, parts, source, unitMm } from './cutting-list.js';
import { keepRun, recallRun } from './kept-run.js';
import { blocked, faulty, locked } from './locked.js';
import { type Asked, asked, fabric } from './setup.js';

export type Phase = 'idle' | 'asking' | 'queued' | 'starting' | 'running' | 'finishing' | 'reconnecting' | 'done';

export interface Sample {
  readonly seconds: number;
  readonly density: number;
}

export type Cloth = Pick<Fabric, 'form' | 'repeatX' | 'repeatY' | 'offsetX' | 'offsetY' | 'matchTolerance'>;

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

export const phase = signal<Phase>('idle');
export const queuedPosition = signal<number | null>(null);
export const progress = signal<Pick<NestProgress, 'elapsedSeconds' | 'tested' | 'generation'> | null>(null);
export const ground = signal<SearchedGround | null>(null);
export const best = signal<NestSolution | null>(null);
export const samples = signal<readonly Sample[]>([]);
export const notices = signal<readonly string[]>([]);
/** Whether the search was ended early, here or by another client. */
export const cancelled = signal(false);
export const runTrouble = signal<Trouble | null>(null);

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

let current: Job | null = null;

/** A better layout is stored within this time: a tab that crashes gives no warning. */
const rememberMs = 1000;
let remembering = 0;

export const isRunning = (): boolean => phase.value !== 'idle' && phase.value !== 'done';

/** Fingerprint of the outlines of the last search. */
const laid = signal('');

/** The layout from which a search can continue: the last one, if it still lays the present outlines. */
export const unfinished = computed(() =>
  phase.value === 'done' && laid.value === fingerprint.value ? best.value : null,
);

/** @param from the layout to continue from */
export async function start(from?: NestSolution): Promise<void> {
  if (current && !current.ended) return;
  const job: Job = { abort: new AbortController(), id: '', seq: 0, seen: 0, ended: false };
  current = job;
  if (!from) locked.value = [];
  const question = asked(from);
  begin(question);
  try {
    await follow(job, callOf(question));
  } catch (error) {
    runTrouble.value = troubleOf(error);
  } finally {
    end(job);
  }
}

function end(job: Job): void {
  job.ended = true;
  phase.value = job.id === '' ? 'idle' : 'done';
  remember();
}

/** Stores the state that a reload needs. */
export function remember(): void {
  clearTimeout(remembering);
  remembering = 0;
  if (!current || current.id === '' || ground.value === null) return;
  const { id: jobId, seq, ended } = current;
  keepRun({ jobId, seq, ended, ground: ground.value, best: best.value, locked: locked.value, outlines: laid.value });
}

/**
 * Shows the layout from before a reload, and follows its job again from the first event, for the chart. If the service has
 * forgotten the job, the stored layout stays.
 */
export async function takeUpAgain(): Promise<void> {
  addEventListener('pagehide', remember);
  const kept = recallRun();
  if (!kept) return;
  const job: Job = { abort: new AbortController(), id: kept.jobId, seq: 0, seen: kept.seq, ended: false };
  current = job;
  batch(() => {
    phase.value = 'reconnecting';
    laid.value = kept.outlines;
    ground.value = kept.ground;
    best.value = kept.best;
    locked.value = kept.locked;
  });
  try {
    await follow(job, { jobId: job.id });
  } catch (error) {
    if (!isGone(error)) runTrouble.value = troubleOf(error);
    else if (!kept.ended) notices.value = ['The service no longer has this search. You see its last layout.'];
  } finally {
    end(job);
  }
}

/** Whether the service no longer knows the job or the key. */
const isGone = (error: unknown): boolean =>
  [Code.NotFound, Code.Unauthenticated].includes(ConnectError.from(error).code);

function begin(question: Asked): void {
  const { request } = question;
  keepRun(null);
  const seconds = request.maximumExecutionTime ?? 0;
  batch(() => {
    phase.value = 'asking';
    laid.value = fingerprint.value;
    queuedPosition.value = null;
    progress.value = null;
    best.value = null;
    samples.value = [];
    notices.value = [];
    cancelled.value = false;
    runTrouble.value = null;
    faulty.value = new Map();
    blocked.value = false;
    ground.value = {
      title: source.value === 'parts' ? parts.value!.title : 'Marker',
      polygons: question.kind === 'parts' ? question.request.polygons : [],
      bins: request.bins,
      ...(request.fabric && { fabric: plainCloth(request.fabric) }),
      gravity: request.gravityDirection ?? GravityDirection.TOP,
      unitMm: question.kind === 'parts' && parts.value!.request ? unitMm.value : 1,
      distance: request.minDistance ?? 0,
      edge: request.edgeDistance ?? 0,
      rotations: request.allowedRotations,
      tilt: request.rotationTolerance ?? 0,
      match: question.kind === 'parts' ? question.request.match : [],
      roll: fabric.value === 'file' ? undefined : fabric.value === 'roll',
      limitSeconds: request.serverId === ServerId.FAST ? seconds : Math.min(seconds, slowSeconds),
    };
  });
}

/** Without the rest of the message, which is not kept over a reload. */
const plainCloth = ({ form, repeatX, repeatY, offsetX, offsetY, matchTolerance }: Fabric): Cloth => ({
  form,
  repeatX,
  repeatY,
  offsetX,
  offsetY,
  matchTolerance,
});

const nestCalls = {
  resume: nestService.resumeNest.bind(nestService),
  cancel: nestService.cancelNest.bind(nestService),
};

/** Reads all events of a job up to its last one, over as many connections as needed. */
async function follow(job: Job, first: Parameters<typeof jobEvents<NestEvent>>[1]): Promise<void> {
  const onBreak = (): void => {
    phase.value = 'reconnecting';
  };
  const options = { signal: job.abort.signal, attempts, onBreak };
  for await (const event of jobEvents<NestEvent>(nestCalls, first, options)) take(job, event);
}

const callOf =
  (question: Asked): Parameters<typeof jobEvents<NestEvent>>[1] =>
  (call) =>
    question.kind === 'parts'
      ? nestService.nest(question.request, call)
      : nestService.nestPatterns(question.request, call);

function take(job: Job, { jobId, seq, event }: NestEvent): void {
  const isNew = job.id === '';
  job.id = jobId;
  job.seq = seq;
  // store it now: a tab that crashes gives no warning
  if (isNew) remember();
  batch(() => {
    switch (event.case) {
      case 'progress':
        return takeProgress(event.value);
      case 'solution':
        return takeSolution(event.value, seq < job.seen);
      case 'info':
        notices.value = [...notices.value, event.value.message];
        return;
      case 'error':
        if (event.value.code === 'cancelled') cancelled.value = true;
        else runTrouble.value = { message: event.value.message, fields: new Map() };
    }
  });
}

function takeProgress(news: NestProgress): void {
  phase.value = phaseOf[news.status];
  queuedPosition.value = news.queuedPosition ?? null;
  progress.value = news;
  if (news.warnings.length > 0) notices.value = news.warnings.map(({ message }) => message);
  if (news.parts.length > 0) ground.value = { ...ground.value!, polygons: news.parts, match: news.matches };
}

/** @param old whether a better layout from before a reload is already shown */
function takeSolution(solution: NestSolution, old: boolean): void {
  if (phase.value === 'reconnecting') phase.value = 'running';
  if (!old) best.value = solution;
  remembering ||= window.setTimeout(remember, rememberMs);
  progress.value = solution;
  samples.value = [...samples.value, { seconds: solution.elapsedSeconds, density: densityOf(ground.value!, solution) }];
}

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

/** Drops the last layout when no search runs, because the parts have changed. */
export function forget(): void {
  if (isRunning()) return;
  keepRun(null);
  current = null;
  batch(() => {
    phase.value = 'idle';
    best.value = null;
    locked.value = [];
    faulty.value = new Map();
    blocked.value = false;
    runTrouble.value = null;
  });
}

/** The stream of a cancelled job ends by itself, with the best layout so far. */
export async function cancel(): Promise<void> {
  const job = current;
  if (!job || job.ended) return;
  if (job.id === '') return job.abort.abort();
  try {
    await nestService.cancelNest({ jobId: job.id });
  } catch (error) {
    runTrouble.value = troubleOf(error);
  }
}
