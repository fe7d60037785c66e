/**
 * Plans the lays of an order in rounds. A round mixes markers by their known and estimated lengths, and nests the new ones
 * for real. It spends more time on the markers that take the most cloth. Then it chooses among the nested ones alone. So
 * every length of a plan is that of a layout, and the estimate learns from each nest.
 */
import { ServiceError } from '../errors.js';
import { layPlan } from './lay-plan.js';
import type { MixResult } from './mix/mix-task.js';
import type { Mixing } from './mix/mixer.js';
import { keyOf, type PliedMarker } from './mix/problem.js';
import { type MarkerNester, type NestWish, nestRound } from './nest-round.js';
import type { LayOrder } from './order.js';
import type { LayEvent, LayPlan, NestRecord } from './plan.js';
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

/** Time of the first round's nests, so that the first plan is early, and of its mixing. */
const first = { nestSeconds: 3, mixSeconds: 0.4, mostSeconds: 1.5 };
const least = { nestSeconds: 0.3, roundSeconds: 1.2 };
/** Rounds until the first plan: lengths that came out too long for the table need another mix. */
const mostFirstRounds = 6;
/** Nests may wait so long for a solver after the time of the plan. */
const graceSeconds = { first: 60, later: 2 };
/** Rounds grow by this factor, and no nest is longer than this. */
const growth = 1.4;
const longestNest = 30;
/** New mixes are tried in this share of the time; the rest is for the markers of the best plan. */
const exploring = 0.4;
/** New markers of a round. */
const mostNew = 4;
/** A mix has to promise this share of the cost before its new markers are nested: time helps the present ones, too. */
const promise = 0.003;
/** A mix of markers of one kind is tried once, even if its estimate costs more by this share. */
const pureHope = 0.12;

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
  readonly #triedPure = new Set<WidthClass>();
  #pureRound = -1;
  #plan: LayPlan | null = null;
  #round = 0;

  constructor(order: LayOrder, parts: PlannerParts, seconds: number, signal: AbortSignal) {
    this.#order = order;
    this.#parts = parts;
    this.#seconds = seconds;
    this.#signal = signal;
    this.#begin = parts.past?.begin ?? parts.clock();
    const widths = new Set(order.lines.map(({ cloth }) => order.cloths[cloth]!.width));
    this.#classes = [...widths].map((width) => new WidthClass(order, width));
    for (const event of parts.past?.events ?? []) this.#recall(event);
    if (this.#round > 1) for (const own of this.#classes) this.#triedPure.add(own);
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
    const quick = Math.min(4, Math.max(1, this.#seconds / 40));
    // the first plan is sent even if it takes longer than the time
    for (; this.#left > least.roundSeconds || (this.#plan === null && this.#round < mostFirstRounds); this.#round++) {
      const round = this.#round;
      const length = quick * growth ** round;
      const isExploring = round === 0 || this.#plan === null || this.#elapsed < exploring * this.#seconds;
      const mixed = isExploring ? await this.#mixed(round) : [];
      const wishes = this.#wishes(mixed, round, quick, length);
      if (wishes.length === 0 && round > 0) break;
      const grace = this.#plan === null ? graceSeconds.first : graceSeconds.later;
      const isOver = (): boolean => this.#left < -grace;
      for await (const { nested, open } of nestRound(wishes, { ...this.#parts, isOver }, this.#signal)) {
        if (nested) this.#nests += 1;
        yield this.#progress(open, nested);
      }
      if (wishes.length > 0 && this.#classes.every(({ nested }) => nested.size === 0)) {
        const message = 'No solver took a nest of the plan in its time';
        throw new ServiceError('unavailable', message, { retryAfterSeconds: 10 });
      }
      const plan = await this.#settled(mixed, round);
      if (plan !== null) yield this.#better(plan);
      if (this.#isProven) break;
    }
    if (this.#plan === null) yield this.#better(layPlan(this.#order, this.#classes, this.#elapsed));
  }

  get #elapsed(): number {
    return (this.#parts.clock() - this.#begin) / 1000;
  }

  get #left(): number {
    return this.#seconds - this.#elapsed;
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

  /** A mix of each width by the lengths known or estimated now. */
  async #mixed(round: number): Promise<MixResult[]> {
    const seconds = round === 0 ? first.mixSeconds : Math.min(2, Math.max(0.3, this.#seconds / 80));
    const mixes: MixResult[] = [];
    for (const own of this.#classes) {
      const starts = own.best ? [pliedOf(own.best, own.cloths.length)] : [];
      // the second round tries markers of one kind: equal parts interlock
      const isPure = own.best !== null && !this.#triedPure.has(own);
      if (isPure) {
        this.#triedPure.add(own);
        this.#pureRound = round;
      }
      mixes.push(await this.#mix(own, seconds / this.#classes.length, isPure ? own.pure : null, isPure ? [] : starts));
    }
    return mixes;
  }

  #mix(
    own: WidthClass,
    seconds: number,
    among: readonly (readonly number[])[] | null,
    starts: readonly (readonly PliedMarker[])[],
  ): Promise<MixResult> {
    return this.#parts.mixing.mix({ problem: own.problem, among, starts, seconds, seed: this.#seed++ }, this.#signal);
  }

  /** New markers of the mixes, and markers of the best plan that deserve more time. */
  #wishes(mixed: readonly MixResult[], round: number, quick: number, length: number): NestWish[] {
    const fresh: NestWish[] = mixed.flatMap(({ markers, worth }, i) => {
      const own = this.#classes[i]!;
      const known = this.#plan === null ? null : own.best!.worth;
      const limit = this.#pureRound === round ? 1 + pureHope : 1 - promise;
      if (known && worth.missing >= known.missing && worth.cost > known.cost * limit) return [];
      const all = [...markers.map(({ counts }) => counts), ...(round === 0 ? own.doubtful : [])];
      const keys = new Set<string>();
      return all
        .filter((counts) => {
          const key = keyOf(counts);
          if (own.nested.has(key) || keys.has(key)) return false;
          keys.add(key);
          return true;
        })
        .map((counts) => ({ own, counts, seconds: quick }));
    });
    const { parallel } = this.#parts;
    if (round === 0) {
      const each = Math.min(first.mostSeconds, (first.nestSeconds * Math.min(2, parallel)) / Math.max(1, fresh.length));
      const seconds = Math.min(Math.max(least.nestSeconds, each), Math.max(least.nestSeconds, this.#left / 2));
      return fresh.map((wish) => ({ ...wish, seconds }));
    }
    const most = Math.max(least.nestSeconds, this.#left - 0.8);
    if (this.#plan === null) {
      const seconds = Math.min(first.mostSeconds, quick, most);
      return fresh.map((wish) => ({ ...wish, seconds }));
    }
    const news = this.#pureRound === round ? fresh : fresh.slice(0, mostNew);
    const deeper = this.#deserving(news.length === 0 ? 2 * parallel : parallel).map(({ own, marker }): NestWish => {
      const seconds = Math.min(longestNest, Math.max(length, marker.seconds));
      return { own, counts: marker.counts, seconds };
    });
    return [...news, ...deeper].map((wish) => ({ ...wish, seconds: Math.min(wish.seconds, most) }));
  }

  /** Markers of the best plan by the cloth that they take, and by the time that they had. */
  #deserving(most: number) {
    return this.#classes
      .flatMap((own) =>
        (own.best?.markers ?? []).map(({ counts, sources }) => {
          const marker = own.nested.get(keyOf(counts))!;
          const cloth = sources.reduce((sum, { cloth: c, plies }) => {
            return sum + plies * this.#order.cloths[own.cloths[c]!]!.price * marker.length;
          }, 0);
          return { own, marker, cloth: cloth / marker.seconds };
        }),
      )
      .filter(({ marker }) => !marker.isFinal)
      .sort((a, b) => b.cloth - a.cloth)
      .slice(0, most);
  }

  /** Chooses among the nested markers. Null: no better plan, or one that another round would complete. */
  async #settled(mixed: readonly MixResult[], round: number): Promise<LayPlan | null> {
    const seconds = Math.min(round === 0 ? 0.6 : 2, Math.max(0.3, this.#seconds / 60)) / this.#classes.length;
    let isWhole = true;
    for (const [i, own] of this.#classes.entries()) {
      const among = [...own.nested.values()].map(({ counts }) => counts);
      const starts = [own.best, mixed[i] ?? null].flatMap((mix) => {
        return mix ? [pliedOf(mix, own.cloths.length).filter(({ counts }) => own.nested.has(keyOf(counts)))] : [];
      });
      const mix = await this.#mix(own, seconds, among, starts);
      own.take(mix);
      isWhole &&= own.best!.worth.missing <= (mixed[i]?.worth.missing ?? Infinity);
    }
    if (this.#plan === null && !isWhole && round < mostFirstRounds - 1) return null;
    const plan = layPlan(this.#order, this.#classes, this.#elapsed);
    if (this.#plan !== null && !isCheaper(plan, this.#plan)) return null;
    this.#plan = plan;
    return plan;
  }
}

function isCheaper(a: LayPlan, b: LayPlan): boolean {
  const missing = (plan: LayPlan): number => plan.missing.reduce((sum, { garments }) => sum + garments, 0);
  return missing(a) !== missing(b) ? missing(a) < missing(b) : a.cost.total < b.cost.total * (1 - 1e-9);
}
