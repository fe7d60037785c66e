/**
 * Plans the lays of an order in rounds. A round mixes markers by their known and estimated lengths, and nests the new ones
 * for real. It spends more time on the markers that take the most cloth. Then it chooses among the nested ones alone. So
 * every length of a plan is that of a layout, and the estimate learns from each nest.
 */
import { ServiceError } from '../errors.js';
import { layPlan } from './lay-plan.js';
import type { MixResult } from './mix/mix-task.js';
import type { Mixing } from './mix/mixer.js';
import { keyOf, lengthOf, type MixProblem, type PliedMarker, worthOf } from './mix/problem.js';
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

/** Time of the first round's nests, so that the first plan is early, and of its mixes. */
const first = { nestSeconds: 2, mixSeconds: 0.4, settleSeconds: 0.3, mostSeconds: 1.5 };
const least = { nestSeconds: 0.3, roundSeconds: 1.2 };
/** Rounds until the first plan: lengths that came out too long for the table need another mix. */
const mostFirstRounds = 6;
/** Nests may wait so long for a solver after the time of the plan. */
const graceSeconds = { first: 60, later: 2 };
/** Rounds grow by this factor, and no nest is longer than this. */
const growth = 1.4;
const longestNest = 30;
/** New markers are tried in this share of the time; the rest is for the nested ones. */
const exploring = 0.6;
/** New markers of a round. A mix is only of use with all of its markers. */
const mostNew = 12;
/** A mix has to promise this share of the cost before its markers get time: it helps those of the best plan, too. */
const promise = 0.003;
/** Markers of one kind that the second round tries: equal parts interlock, and the estimate has to learn how much. */
const mostProbes = 2;
/** Solvers that a plan counts on until its nests show how many it has. */
const usualSolvers = 2;

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
  /** The mixes of simple ways, from which each search begins too. */
  readonly #simple = new Map<WidthClass, readonly MixResult[]>();
  /** Seconds of nests in a second. */
  #pace: number;
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
    this.#pace = Math.min(usualSolvers, parts.parallel);
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
      const mixed = await this.#mixed(round);
      const wishes =
        round === 0 || this.#plan === null ? this.#firstWishes(mixed, quick) : this.#wishes(mixed, quick, length);
      if (wishes.length === 0 && round > 0) break;
      const grace = this.#plan === null ? graceSeconds.first : graceSeconds.later;
      const isOver = (): boolean => this.#left < -grace;
      const begin = this.#elapsed;
      let nestSeconds = 0;
      for await (const { nested, open } of nestRound(wishes, { ...this.#parts, isOver }, this.#signal)) {
        if (nested) {
          this.#nests += 1;
          nestSeconds += nested.seconds;
        }
        yield this.#progress(open, nested);
      }
      if (wishes.length >= this.#parts.parallel) this.#learnPace(nestSeconds, this.#elapsed - begin);
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

  #learnPace(nestSeconds: number, seconds: number): void {
    const seen = Math.min(this.#parts.parallel, Math.max(0.25, nestSeconds / Math.max(seconds, 1e-3)));
    this.#pace = (this.#pace + seen) / 2;
  }

  /** A mix of each width by the lengths hoped for now. */
  async #mixed(round: number): Promise<Aim[]> {
    const seconds = round === 0 ? first.mixSeconds : Math.min(1, Math.max(0.3, this.#seconds / 100));
    const isExploring = this.#plan === null || this.#elapsed < exploring * this.#seconds;
    const aims: Aim[] = [];
    for (const own of this.#classes) {
      const each = seconds / this.#classes.length;
      if (own.best === null) {
        aims.push({ own, mix: await this.#mix(own.problem, each, null, []), probes: [] });
        continue;
      }
      const { hopeful } = own;
      const present = { markers: own.best.markers, worth: worthOf(hopeful, own.best.markers) };
      const simple = isExploring ? await this.#simpleMixes(own, each) : [];
      const starts = [present, ...simple].map((mix) => pliedOf(mix, own.cloths.length));
      const among = isExploring ? null : [...own.nested.values()].map(({ counts }) => counts);
      const mix = await this.#mix(hopeful, each, among, starts);
      const { missing, cost } = present.worth;
      const isPromising =
        this.#plan === null ||
        mix.worth.missing < missing ||
        (mix.worth.missing === missing && mix.worth.cost < cost * (1 - promise));
      const probes = round === 1 ? this.#probesOf(own, simple[0]) : [];
      aims.push({ own, mix: isPromising ? mix : present, probes });
    }
    return aims;
  }

  /** One kind a marker, and then an estimate by area: a plan must not lose to either. */
  async #simpleMixes(own: WidthClass, seconds: number): Promise<readonly MixResult[]> {
    const known = this.#simple.get(own);
    if (known) return known;
    const mixes = [
      await this.#mix(own.hopeful, seconds / 2, own.pure, []),
      await this.#mix(own.flat, seconds / 2, null, []),
    ];
    this.#simple.set(own, mixes);
    return mixes;
  }

  /** The markers of one kind that would take the most cloth. */
  #probesOf(own: WidthClass, pure: MixResult | undefined): (readonly number[])[] {
    const { hopeful } = own;
    return (pure?.markers ?? [])
      .map(({ counts, sources }) => ({
        counts,
        cloth: lengthOf(hopeful, counts) * sources.reduce((sum, { plies }) => sum + plies, 0),
      }))
      .sort((a, b) => b.cloth - a.cloth)
      .slice(0, mostProbes)
      .map(({ counts }) => counts);
  }

  #mix(
    problem: MixProblem,
    seconds: number,
    among: readonly (readonly number[])[] | null,
    starts: readonly (readonly PliedMarker[])[],
  ): Promise<MixResult> {
    return this.#parts.mixing.mix({ problem, among, starts, seconds, seed: this.#seed++ }, this.#signal);
  }

  /** The new markers of the mixes, for the first plan. */
  #firstWishes(aims: readonly Aim[], quick: number): NestWish[] {
    const isFirst = this.#round === 0;
    const fresh = aims.flatMap((aim) => freshOf(aim, isFirst ? aim.own.doubtful : aim.probes));
    const each = (first.nestSeconds * this.#pace) / Math.max(1, fresh.length);
    const most = Math.max(least.nestSeconds, this.#left / 2);
    const seconds = Math.min(first.mostSeconds, most, isFirst ? Math.max(least.nestSeconds, each) : quick);
    return fresh.map((counts) => ({ ...counts, seconds }));
  }

  /** New markers of the mixes for a short time, and others of them that deserve more, in the time that is left. */
  #wishes(aims: readonly Aim[], quick: number, length: number): NestWish[] {
    const { parallel } = this.#parts;
    const time = Math.max(least.nestSeconds, this.#left - 0.8) * this.#pace;
    const fresh = aims.flatMap((aim) => freshOf(aim, aim.probes)).slice(0, mostNew);
    const number = Math.min(fresh.length === 0 ? 2 * parallel : parallel, Math.max(2, Math.floor(time / length)));
    const deeper = this.#deserving(aims, number).map(({ own, marker }): NestWish => {
      const seconds = Math.min(longestNest, Math.max(length, marker.seconds));
      return { own, counts: marker.counts, seconds };
    });
    const wishes = [...fresh.map((wish) => ({ ...wish, seconds: quick })), ...deeper];
    const all = wishes.reduce((sum, { seconds }) => sum + seconds, 0);
    const share = Math.min(1, time / all);
    return wishes.map((wish) => ({ ...wish, seconds: Math.max(least.nestSeconds, wish.seconds * share) }));
  }

  /** Nested markers of the mixes by the cloth that they take, and by the time that they had. */
  #deserving(aims: readonly Aim[], most: number) {
    return aims
      .flatMap(({ own, mix }) =>
        mix.markers.flatMap(({ counts, sources }) => {
          const marker = own.nested.get(keyOf(counts));
          if (marker === undefined || marker.isFinal) return [];
          const cloth = sources.reduce((sum, { cloth: c, plies }) => {
            return sum + plies * this.#order.cloths[own.cloths[c]!]!.price * marker.length;
          }, 0);
          return [{ own, marker, cloth: cloth / marker.seconds }];
        }),
      )
      .sort((a, b) => b.cloth - a.cloth)
      .slice(0, most);
  }

  /** Chooses among the nested markers. Null: no better plan, or one that another round would complete. */
  async #settled(aims: readonly Aim[], round: number): Promise<LayPlan | null> {
    const most = round === 0 ? first.settleSeconds : 1;
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

/** A mix whose markers get time. */
interface Aim {
  readonly own: WidthClass;
  readonly mix: MixResult;
  /** Further markers, from which the estimate learns. */
  readonly probes: readonly (readonly number[])[];
}

/** Markers of a mix, and further ones, that were never nested. */
function freshOf({ own, mix }: Aim, further: readonly (readonly number[])[]): Omit<NestWish, 'seconds'>[] {
  const all = new Map(
    [...mix.markers.map(({ counts }) => counts), ...further].map((counts) => [keyOf(counts), counts]),
  );
  return [...all].flatMap(([key, counts]) => (own.nested.has(key) ? [] : [{ own, counts }]));
}

function isCheaper(a: LayPlan, b: LayPlan): boolean {
  const missing = (plan: LayPlan): number => plan.missing.reduce((sum, { garments }) => sum + garments, 0);
  return missing(a) !== missing(b) ? missing(a) < missing(b) : a.cost.total < b.cost.total * (1 - 1e-9);
}
