/**
 * Plans the lays of an order in rounds. A round mixes markers by their known and estimated lengths, and nests the new ones
 * for real. It spends more time on the markers that take the most cloth. Then it chooses among the nested ones alone. So
 * every length of a plan is that of a layout, and the estimate learns from each nest.
 */
import { ServiceError } from '../errors.js';
import { type Aim, freshOf } from './aim.js';
import { EvenPlans } from './even-plans.js';
import { layPlan } from './lay-plan.js';
import type { MixResult } from './mix/mix-task.js';
import type { Mixing } from './mix/mixer.js';
import { keyOf, type MixProblem, type PliedMarker, worthOf } from './mix/problem.js';
import { type MarkerNester, type NestWish, nestRound } from './nest-round.js';
import { leastNestSeconds, NestTimes } from './nest-times.js';
import type { LayOrder } from './order.js';
import { Pace } from './pace.js';
import { isCheaper, type LayEvent, type LayPlan, type NestRecord } from './plan.js';
import { hoped, isCheaper as isCheaperMix, mostDoubts, Promises } from './promise.js';
import { pliedOf, WidthClass } from './width-class.js';

export interface PlannerParts {
  readonly mixing: Mixing;
  readonly nester: MarkerNester;
  /** Nests that may be open at once. */
  readonly parallel: number;
  /** Milliseconds from any start. */
  readonly clock: () => number;
  /** The past of a plan that another planner began. Absent: a new plan. */
  readonly past?: PlanPast;
}

export interface PlanPast {
  /** By the clock. */
  readonly begin: number;
  readonly events: readonly LayEvent[];
}

/** Time of the first nests, so that the first plan is early, and of its mixes. */
const first = { blockSeconds: 1.5, nestSeconds: 1, mixSeconds: 0.3, settleSeconds: 0.15 };
const leastRoundSeconds = 1;
/** Rounds until the first plan: lengths that came out too long for the table need another mix. */
const mostFirstRounds = 6;
/** Nests may wait so long for a solver after the time of the plan. */
const graceSeconds = { first: 60, later: 2 };
/** Rounds grow by this factor, and no nest is longer than this. */
const growth = 1.4;
const longestNest = 30;
/** New markers are tried in a share of the time, and in a smaller one beyond its first seconds; the rest is for the nested ones. */
const exploring = { share: 0.6, seconds: 40, later: 0.2 };
/** New markers of a round. A mix is only of use with all of its markers. */
const mostNew = 12;
/** Rounds of further markers without a better plan, once the nested ones need no more time. */
const mostIdleRounds = 6;
/**
 * Seconds of a mix by those of the plan. Nests go on meanwhile, and trebled time makes the mix of a large order 1 % cheaper. Each mix
 * that promised nothing makes the next one shorter by a factor: the nests need the processor, too.
 */
const mixing = { share: 1 / 15, least: 0.3, most: 4, doubted: 0.6 };
/** Share of the time that is left for the markers of the plan of an even estimate. */
const evenShare = 0.85;
/** Share of the time that is left for markers outside of the best plan, once no more new ones are tried. */
const mostDeepened = 0.5;
/** Mixes of further markers from which the next search begins, too. */
const mostViewed = 3;

/** Throws the reason of an aborted signal; its nests then end. */
export async function* planLays(
  order: LayOrder,
  parts: PlannerParts,
  seconds: number,
  signal: AbortSignal,
): AsyncGenerator<LayEvent> {
  const gone = new AbortController();
  const both = AbortSignal.any([signal, gone.signal]);
  try {
    yield* new Planning(order, parts, seconds, both).run();
  } finally {
    gone.abort(new Error('the planning has ended'));
  }
}

class Planning {
  readonly #order: LayOrder;
  readonly #parts: PlannerParts;
  readonly #seconds: number;
  readonly #signal: AbortSignal;
  readonly #begin: number;
  readonly #classes: readonly WidthClass[];
  #nests = 0;
  #seed = 1;
  /** The latest mixes of further markers, from which each search begins, too. */
  readonly #viewed = new Map<WidthClass, readonly MixResult[]>();
  readonly #even = new EvenPlans();
  readonly #pace: Pace;
  #plan: LayPlan | null = null;
  #round = 0;
  /** Whether the nested markers need no more time, so that any mix is worth a trial, and the rounds of it without a better plan. */
  #isIdle = false;
  #idleRounds = 0;
  /** Whether the latest mix looked for further markers. */
  #isTrying = true;
  /** Mixes since the last better plan that promised nothing. */
  #doubts = 0;
  readonly #promises = new Promises();
  readonly #times: NestTimes;

  constructor(order: LayOrder, parts: PlannerParts, seconds: number, signal: AbortSignal) {
    this.#order = order;
    this.#parts = parts;
    this.#seconds = seconds;
    this.#times = new NestTimes(order, seconds);
    this.#signal = signal;
    this.#begin = parts.past?.begin ?? parts.clock();
    const widths = new Set(order.lines.map(({ cloth }) => order.cloths[cloth]!.width));
    this.#classes = [...widths].map((width) => new WidthClass(order, width));
    for (const event of parts.past?.events ?? []) this.#recall(event);
    this.#pace = new Pace(parts.parallel);
  }

  /** Takes an event of the planner before as its own. */
  #recall(event: LayEvent): void {
    if (event.type === 'plan') {
      this.#plan = event.plan;
      this.#round += 1;
      for (const [i, own] of this.#classes.entries()) own.best = event.mixes[i] ?? null;
      return;
    }
    this.#round = event.round;
    if (!event.nested) return;
    const { width } = event.nested;
    this.#nests += 1;
    this.#classes.find((own) => own.width === width)?.learn(event.nested);
  }

  async *run(): AsyncGenerator<LayEvent> {
    yield this.#progress(0);
    if (this.#plan === null) yield* this.#nested(this.#blockWishes());
    // the first plan is sent even if it takes longer than the time
    for (; this.#left > leastRoundSeconds || (this.#plan === null && this.#round < mostFirstRounds); this.#round++) {
      const round = this.#round;
      const mixed = yield* this.#meanwhile(this.#mixed());
      const wishes = this.#plan === null ? this.#firstWishes(mixed) : this.#wishes(mixed);
      if (wishes.length === 0 && round > 0) this.#isIdle = true;
      if (this.#isIdle && this.#idleRounds++ >= mostIdleRounds) break;
      yield* this.#nested(wishes);
      if (this.#plan !== null) for (const { own, mix } of mixed) this.#promises.learn(own, mix);
      const plan = yield* this.#meanwhile(this.#settled(mixed, round), mixed);
      if (plan !== null) {
        this.#idleRounds = 0;
        this.#doubts = 0;
        yield this.#better(plan);
      }
      if (this.#isProven) break;
    }
    // nests beside the last choice have shortened markers since
    for (const own of this.#classes) if (own.best !== null) own.take(own.best);
    const last = layPlan(this.#order, this.#classes, this.#elapsed);
    if (this.#plan === null || isCheaper(last, this.#plan)) yield this.#better(last);
  }

  async *#nested(wishes: readonly NestWish[]): AsyncGenerator<LayEvent> {
    const grace = this.#plan === null ? graceSeconds.first : graceSeconds.later;
    const isOver = (): boolean => this.#left < -grace;
    const begin = this.#elapsed;
    let nestSeconds = 0;
    const waiting = [...wishes];
    const supply = { next: () => waiting.shift(), left: () => waiting.length };
    for await (const { nested, open } of nestRound(supply, { ...this.#parts, isOver }, this.#signal)) {
      if (nested) {
        this.#nests += 1;
        nestSeconds += nested.seconds;
      }
      yield this.#progress(open, nested);
    }
    if (wishes.length >= this.#parts.parallel) this.#pace.learn(nestSeconds, this.#elapsed - begin);
    if (wishes.length > 0 && this.#classes.every(({ nested }) => nested.size === 0)) {
      const message = 'No solver took a nest of the plan in its time';
      throw new ServiceError('unavailable', message, { retryAfterSeconds: 10 });
    }
  }

  /**
   * Gives the markers of the best plan, or of the aims, more time while the mixing thread works: solvers would be idle. Before the
   * plan of an even estimate, which replaces most of them, the blocks get it: they serve each plan.
   */
  async *#meanwhile<T>(work: Promise<T>, aims: readonly Aim[] = []): AsyncGenerator<LayEvent, T> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    // the caller gets the failure by the last line
    done.catch(() => {});
    const begun = new Set<string>();
    const next = (open: number): NestWish | undefined => {
      if (isDone || this.#plan === null || open >= Math.ceil(this.#pace.now) || this.#left < 2 * leastNestSeconds)
        return;
      const present = this.#classes.flatMap((own) => {
        const mix = aims.find((aim) => aim.own === own && own.fits(aim.mix))?.mix ?? own.best;
        return mix ? [{ own, mix }] : [];
      });
      const isReplaced = this.#classes.some((own) => !this.#even.has(own));
      const free = (isReplaced ? this.#times.blocks(this.#classes) : this.#times.deserving(present, Infinity)).find(
        ({ own, marker }) => !begun.has(`${own.width} ${keyOf(marker.counts)}`),
      );
      if (free === undefined) return;
      const { own, marker } = free;
      begun.add(`${own.width} ${keyOf(marker.counts)}`);
      const wish = { own, counts: marker.counts };
      // a short nest holds up no trial, but only one as long as those before it still shortens a marker
      const isShort = this.#isTrying && marker.fruitless === 0;
      const long = Math.min(longestNest, Math.max(marker.seconds, this.#times.whole(wish)));
      const usual = isShort ? Math.min(this.#mixSeconds, this.#times.quick(wish)) : long;
      return this.#times.wish({ ...wish, seconds: Math.min(usual, Math.max(this.#left / 2, this.#left - 0.5)) });
    };
    const isOver = (): boolean => this.#left < -graceSeconds.later;
    for await (const { nested, open } of nestRound({ next, left: () => 0 }, { ...this.#parts, isOver }, this.#signal)) {
      if (nested) this.#nests += 1;
      if (nested || open > 0) yield this.#progress(open, nested);
    }
    return await done;
  }

  get #elapsed(): number {
    return (this.#parts.clock() - this.#begin) / 1000;
  }

  get #left(): number {
    return this.#seconds - this.#elapsed;
  }

  /** The time that solvers have. */
  get #supply() {
    return { left: this.#left, pace: this.#pace.now };
  }

  get #isProven(): boolean {
    const plan = this.#plan;
    return plan !== null && plan.lowerBound !== null && plan.cost.total <= plan.lowerBound * (1 + 1e-6);
  }

  #progress(openNests: number, nested: NestRecord | null = null): LayEvent {
    const counts = { elapsedSeconds: this.#elapsed, nests: this.#nests, openNests, round: this.#round };
    return { type: 'progress', ...counts, ...(nested && { nested }) };
  }

  #better(plan: LayPlan): LayEvent {
    return { type: 'plan', plan, mixes: this.#classes.map(({ best }) => best) };
  }

  get #isExploring(): boolean {
    const { share, seconds, later } = exploring;
    const most = share * Math.min(this.#seconds, seconds) + later * Math.max(0, this.#seconds - seconds);
    return this.#plan === null || this.#isIdle || this.#elapsed < most;
  }

  get #mixSeconds(): number {
    return Math.min(mixing.most, Math.max(mixing.least, this.#seconds * mixing.share));
  }

  /** A mix of each width by the lengths hoped for now. */
  async #mixed(): Promise<Aim[]> {
    const seconds = this.#plan === null ? first.mixSeconds : this.#mixSeconds;
    const aims: Aim[] = [];
    for (const own of this.#classes) {
      const each = seconds / this.#classes.length;
      if (this.#plan === null || own.best === null) {
        aims.push({ own, mix: await this.#first(own, each) });
        continue;
      }
      const present = { markers: own.best.markers, worth: worthOf(own.hopeful, own.best.markers) };
      const time = evenShare * this.#left * this.#pace.now;
      const isDue =
        this.#even.isOpen(own) || (this.#isExploring && !this.#times.isShallow({ own, mix: present }, time));
      this.#isTrying = isDue && !this.#times.isScarce({ own, mix: present }, time);
      const found = await (this.#isTrying ? this.#explored(own, present, each) : this.#deepened(own, present, each));
      aims.push({ own, mix: found ?? present });
    }
    return aims;
  }

  /** The mix of the first plan. A marker of one garment is a row of its blocks, so that its nest is short and its length known. */
  async #first(own: WidthClass, seconds: number): Promise<MixResult> {
    const { careful } = own;
    const pure = await this.#mix(careful, seconds / 2, own.rows, []);
    return await this.#mix(careful, seconds / 2, null, startsOf(own, [pure]));
  }

  /** A mix that promises to be better, by one view of further markers after the other; each round begins with another. */
  async #explored(own: WidthClass, present: MixResult, seconds: number): Promise<MixResult | null> {
    const views = [
      { problem: own.hopeful, among: null },
      { problem: own.flat, among: null },
      { problem: own.hopeful, among: own.pure },
    ];
    const before = this.#viewed.get(own) ?? [];
    if (this.#even.isOpen(own)) {
      const time = evenShare * this.#left * this.#pace.now;
      return await this.#even.next(own, time, (problem, starts) => this.#mix(problem, seconds, null, starts));
    }
    for (let i = 0; i < views.length; i++) {
      const { problem, among } = views[(this.#round + views.length - 1 + i) % views.length]!;
      const starts = among === null ? [present, ...before] : before;
      const share = mixing.doubted ** Math.min(mostDoubts, this.#doubts);
      const time = Math.max(mixing.least, seconds * share);
      const steps = this.#isIdle ? Math.max(this.#idleRounds, this.#doubts) : this.#doubts;
      const mix = await this.#mix(hoped(problem, steps), time, among, startsOf(own, starts));
      this.#viewed.set(own, [...before, mix].slice(-mostViewed));
      if (this.#plan === null || this.#promises.isEnough(mix, present)) return mix;
      if (this.#isIdle && freshOf({ own, mix }).length > 0) return mix;
      this.#doubts += 1;
    }
    return null;
  }

  /** A mix of nested markers that promises to be better after more time. */
  async #deepened(own: WidthClass, present: MixResult, seconds: number): Promise<MixResult | null> {
    const among = [...own.nested.values()].map(({ counts }) => counts);
    const mix = await this.#mix(own.hopeful, seconds, among, startsOf(own, [present]));
    const isInTime = this.#times.missing({ own, mix }) < mostDeepened * this.#left * this.#pace.now;
    return isInTime && isCheaperMix(mix, present) ? mix : null;
  }

  #mix(
    problem: MixProblem,
    seconds: number,
    among: readonly (readonly number[])[] | null,
    starts: readonly (readonly PliedMarker[])[],
  ): Promise<MixResult> {
    return this.#parts.mixing.mix({ problem, among, starts, seconds, seed: this.#seed++ }, this.#signal);
  }

  /** A small marker of each garment, and garments that may not fit. */
  #blockWishes(): NestWish[] {
    const fresh = this.#classes.flatMap((own) => {
      const all = new Map([...own.blocks, ...own.doubtful].map((counts) => [keyOf(counts), counts]));
      return [...all].flatMap(([key, counts]) => (own.nested.has(key) ? [] : [{ own, counts }]));
    });
    return this.#times.shared(fresh, first.blockSeconds, this.#supply);
  }

  /** The new markers of the mixes, for the first plan. */
  #firstWishes(aims: readonly Aim[]): NestWish[] {
    return this.#times.shared(aims.flatMap(freshOf), first.nestSeconds, this.#supply);
  }

  /** New markers of the mixes for a short time, and others of them that deserve more, in the time that is left. */
  #wishes(aims: readonly Aim[]): NestWish[] {
    const { parallel } = this.#parts;
    const time = Math.max(leastNestSeconds, this.#left - 0.5) * this.#pace.now;
    const longest = Math.min(longestNest, Math.max(leastNestSeconds, this.#left - 0.5));
    const thorough = this.#times.thorough(this.#even.unfinished(aims), { longest, most: evenShare * time });
    if (thorough.length > 0) return thorough;
    const fresh = aims
      .flatMap(freshOf)
      .slice(0, mostNew)
      .map((wish) => ({ ...wish, seconds: this.#times.quick(wish) }));
    const deeper = this.#times.deserving(aims, fresh.length === 0 ? 2 * parallel : parallel).map(({ own, marker }) => {
      const length = this.#times.quick({ own, counts: marker.counts }) * growth ** this.#round;
      return {
        own,
        counts: marker.counts,
        seconds: Math.min(longest, Math.max(length, marker.seconds, this.#times.whole({ own, counts: marker.counts }))),
      };
    });
    const wishes: Omit<NestWish, 'refines'>[] = [...fresh];
    let all = fresh.reduce((sum, { seconds }) => sum + seconds, 0);
    for (const wish of deeper) {
      if (all > 0 && all + wish.seconds > time * 1.2) continue;
      wishes.push(wish);
      all += wish.seconds;
    }
    const share = Math.min(1, time / all);
    return wishes.map((wish) => this.#times.wish({ ...wish, seconds: wish.seconds * share }));
  }

  /** Chooses among the nested markers. Null: no better plan, or one that another round would complete. */
  async #settled(aims: readonly Aim[], round: number): Promise<LayPlan | null> {
    const most = this.#plan === null ? first.settleSeconds : 1;
    const seconds = Math.min(most, Math.max(0.3, this.#seconds / 80)) / this.#classes.length;
    let isWhole = true;
    for (const { own, mix: aim } of aims) {
      const among = [...own.nested.values()].map(({ counts }) => counts);
      const starts = [own.best, aim].flatMap((mix) => {
        return mix ? [pliedOf(mix, own.cloths.length).filter(({ counts }) => own.nested.has(keyOf(counts)))] : [];
      });
      own.take(await this.#mix(own.problem, seconds, among, starts));
      isWhole &&= own.best!.worth.missing <= aim.worth.missing;
    }
    if (this.#plan === null && !isWhole && round < mostFirstRounds - 1) return null;
    const plan = layPlan(this.#order, this.#classes, this.#elapsed);
    if (this.#plan !== null && !isCheaper(plan, this.#plan)) return null;
    this.#plan = plan;
    return plan;
  }
}

const startsOf = (own: WidthClass, mixes: readonly MixResult[]): PliedMarker[][] =>
  mixes.map((mix) => pliedOf(mix, own.cloths.length));
