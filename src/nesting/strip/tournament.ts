/**
 * One thread's search of a strip as a whole: a tournament of starts, then the winner alone or in windows, and compression
 * at last.
 */

import { Random } from '../../random.js';
import type { Arrangement } from '../overlap/arrangement.js';
import { bottomLeft, byArea } from '../overlap/bottom-left.js';
import { startsFor } from '../overlap/breadth.js';
import { alsoAfterPass, type Budget, between } from '../overlap/budget.js';
import { CollisionField } from '../overlap/collision-field.js';
import { type Feasible, reachOf } from '../overlap/compact.js';
import { HullPolygons, secondsForOutlines } from '../overlap/hull-polygons.js';
import { latticesOf } from '../overlap/lattice.js';
import type { Lines } from '../overlap/lines.js';
import { type Patience, separate } from '../overlap/separate.js';
import { SeparatingPlanes } from '../overlap/separating-planes.js';
import { type ShapeSet, searchHeight } from '../overlap/shapes.js';
import { Shrinking } from '../overlap/shrink.js';
import { paceByPasses } from '../overlap/steps.js';
import { StripRegion } from './region.js';
import type { StripRunOptions } from './run-options.js';
import { takenFromSketch } from './sketch.js';
import { Windows } from './windows.js';

/** The division of a budget. */
interface Schedule {
  /** Share of the budget at which the tournament ends and its winner continues alone. */
  readonly startsUntil: number;
  /** Share at which exploring ends and compressing begins. */
  readonly exploreUntil: number;
  /** Share at which evolving ends, where it applies. */
  readonly evolveUntil: number;
  /** An evolving layout proves itself again on a strip longer by this share. */
  readonly outgrown: number;
  readonly patience: Patience;
}

const compressPatience: Patience = { passes: 100, strikes: 5 };
/**
 * Share of the failures after which the search cuts the best layout at a random place instead of disturbing a bad one.
 */
const fineTries = 0.3;

const fewItems = 32;
/** Few items settle quickly: less patience with each separation finds more. */
const few: Schedule = {
  startsUntil: 0.65,
  exploreUntil: 0.9,
  evolveUntil: 0.8,
  outgrown: Infinity,
  patience: { passes: 160, strikes: 2 },
};
const many: Schedule = {
  startsUntil: 0.65,
  exploreUntil: 0.8,
  evolveUntil: 0.9,
  outgrown: 0.002,
  patience: { passes: 320, strikes: 3 },
};

/** Few items off any lines evolve from this share of the budget, after a short tournament. */
const evolveFrom = 0.1;
/**
 * More items evolve after a round of their tournament, if the whole budget is worth at least this many passes an item.
 */
const passesPerItem = 50_000;

/** Share of the budget at which exploring ends on a lattice, and on a lattice with a finer one to follow. */
const latticeUntil = 0.95;
const coarseUntil = 0.85;

/**
 * More items than this go through windows after their tournament: hardly any separation of all of them succeeds by then.
 * Windows until the second share of the budget; smaller ones than those of long strips gained more.
 */
const windowed = { fromItems: 120, until: 0.9, freeItems: 24 };

const startsPerItem = { usual: 48, most: 2 };
/** This many starts run whatever they take; a further one is skipped once its share of the budget is used. */
const sureStarts = 12;

/**
 * Whether a length is shorter by more than the tolerance of the exact clean-up: the clean-up must not "improve" an
 * optimal layout.
 */
export function isGain(before: number, after: number): boolean {
  return after < before - 1e-6 * (before + searchHeight);
}

/** Shares by which a constructed layout is stretched until it is exact, and a layout of another search. */
const stretches = [0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1];
const fewStretches = stretches.slice(0, 4);

/** Seconds for the no-fit polygons of a first layout above which hulls make one: a denser one gains less than that. */
const mostSecondsForStart = 1;

type StripShrinking = Shrinking<number, StripRegion>;

export class ShortStripRun {
  readonly #field: CollisionField;
  readonly #planes: SeparatingPlanes;
  readonly #random: Random;
  readonly #schedule: Schedule;
  #best: Feasible | null = null;
  #passes = 0;
  /** A second, finer lattice for the search, or null. */
  #finer: Lines | null = null;

  readonly #shapes: ShapeSet;
  readonly #options: StripRunOptions;
  /** A closed strip repeats itself after its length. */
  readonly #closed: boolean;

  constructor(shapes: ShapeSet, options: StripRunOptions, closed = false) {
    this.#shapes = shapes;
    this.#options = options;
    this.#closed = closed;
    this.#field = new CollisionField(shapes, options.seed, options.budget.poll, options.costs);
    if (options.tables) this.#field.shareTables(options.tables);
    this.#bindAll();
    this.#planes = new SeparatingPlanes(
      shapes,
      this.#field.polygons,
      shapes.itemTypes,
      shapes.itemTypes.length,
      closed,
    );
    this.#random = new Random(options.seed);
    this.#schedule = shapes.itemTypes.length <= fewItems ? few : many;
  }

  /**
   * `start`: a first layout without overlap, or null. Returns at once if no first layout can be made exact or brought
   * onto the lines.
   */
  search(start: Arrangement | null): void {
    const { lines } = this.#options;
    const constructed = start ?? this.#filled(byArea(this.#shapes));
    const built = lines ? this.#onto(lines, constructed) : this.#onLattice(constructed, start);
    if (!built) return;
    const budget = alsoAfterPass(this.#options.budget, () => {
      this.#passes++;
      this.#takeFromPartner();
      this.#takeFromElsewhere();
    });
    const first = this.#ofSketch(built, budget) ?? built;
    // On a mapped lattice every shorter strip is a start of its own.
    const isMapped = this.#field.lines?.isMapped ?? false;
    const winner = isMapped ? this.#exploration(first) : this.#tournament(first, budget);
    if (this.#evolves(budget)) winner.evolve(between(budget, budget.used(), this.#schedule.evolveUntil));
    if (this.#hasWindows) this.#squeeze(between(budget, budget.used(), windowed.until));
    // Items on lines cannot be compressed, and leaving the lattice gains little.
    const exploreUntil = lines?.stepX ? 1 : this.#field.lines ? latticeUntil : this.#schedule.exploreUntil;
    if (this.#finer) {
      winner.explore(between(budget, 0, coarseUntil), true);
      this.#keepTo(this.#finer);
    }
    winner.explore(between(budget, 0, exploreUntil), true);
    this.#keepTo(lines);
    this.#compress(winner.region, between(budget, Math.max(exploreUntil, budget.used()), 1));
  }

  get #hasWindows(): boolean {
    return this.#shapes.itemTypes.length > windowed.fromItems && this.#field.lines === null && !this.#closed;
  }

  /** Goes over the best layout window by window. */
  #squeeze(budget: Budget): void {
    const { itemTypes } = this.#shapes;
    const { offers } = this.#options;
    const best = this.#best!;
    const windows = new Windows(this.#field, itemTypes, this.#random, best, { offers, freeItems: windowed.freeItems });
    windows.run(budget, {
      ends: [],
      improved: (layout) => this.#found(layout),
      elsewhere: () => (isGain(windows.length, this.#best!.length) ? this.#best : null),
    });
    this.#bindAll();
  }

  #bindAll(): void {
    const { itemTypes } = this.#shapes;
    const { offers } = this.#options;
    this.#field.bind(itemTypes, itemTypes.length);
    if (offers) this.#field.offer(offers.anchors, [offers.stretch(0)]);
  }

  #compress(region: StripRegion, budget: Budget): void {
    const random = this.#random;
    const options = this.#options;
    region.adopt();
    region.accept(region.layout, region.layout.length, 'fine');
    const manner = { random, patience: compressPatience, pace: paceByPasses, breadth: options.breadth, fineTries };
    new Shrinking(region, manner).compress(budget);
  }

  /** The first layout on the outlines' lattice, if they have one and `start` is not shorter off it. */
  #onLattice(constructed: Arrangement, start: Arrangement | null): Feasible | null {
    const [lattice, finer] = this.#closed ? [] : latticesOf(this.#shapes);
    const first = lattice && this.#onto(lattice, constructed);
    if (first && !(start && isGain(first.length, reachOf(this.#shapes, this.#shapes.itemTypes, start)))) {
      this.#finer = finer ?? null;
      return first;
    }
    this.#keepTo(null);
    // Items that fill the height may overlap by a rounding error, which no longer strip mends.
    const isOwn = start === null;
    const own = (): Arrangement => (isOwn ? constructed : this.#filled(byArea(this.#shapes)));
    return (isOwn ? null : this.#exact(constructed, stretches)) ?? this.#exactStart(own());
  }

  /** Items on a lattice, on one grid for all or on a closed strip do not evolve, nor does a search that only goes on. */
  #mayEvolve(): boolean {
    return (this.#field.lines?.areOwn ?? true) && !this.#closed && !this.#options.refines;
  }

  /** Whether evolving pays, judged by the used part of the budget. */
  #evolves(budget: Budget): boolean {
    const isWorth = this.#passes > passesPerItem * this.#shapes.itemTypes.length * budget.used();
    return this.#mayEvolve() && (this.#schedule === few || isWorth);
  }

  #keepTo(lines: Lines | null): void {
    this.#field.keepTo(lines);
    this.#planes.keepTo(lines);
  }

  /**
   * Explores from several starts. All rounds take the same share, and the better half goes on to the next. Ends early
   * after a round if evolving pays from there on.
   */
  #tournament(first: Feasible, whole: Budget): StripShrinking {
    const isShort = this.#evolves(whole);
    const budget = between(whole, 0, isShort ? evolveFrom : this.#schedule.startsUntil);
    const forItems = startsFor(this.#options.breadth, this.#shapes.itemTypes.length, startsPerItem);
    // A start needs the no-fit polygons of all types; very many of them leave time for one start.
    const starts = this.#field.hasManyTables || this.#options.refines ? 1 : forItems;
    const rounds = Math.max(1, Math.ceil(Math.log2(starts)));
    const running = [this.#exploration(first)];
    for (let round = 0; round < rounds; round++) {
      const entries = round === 0 ? starts : running.length;
      for (let k = 0; k < entries && !budget.stopped(); k++) {
        const until = (round + (k + 1) / entries) / rounds;
        if (round === 0 && k > 0) {
          if (k >= sureStarts && budget.used() >= until) continue;
          running.push(this.#exploration(this.#options.lines ? first : this.#another(first)));
        }
        running[round === 0 ? running.length - 1 : k]!.explore(between(budget, 0, until), false);
      }
      running.sort((a, b) => a.region.layout.length - b.region.layout.length);
      running.length = Math.ceil(running.length / 2);
      if (!isShort && this.#evolves(whole)) break;
    }
    return running[0]!;
  }

  /** Makes another start, on the lattice if the first one is. */
  #another(first: Feasible): Feasible {
    const at = this.#filled(shuffled(byArea(this.#shapes), this.#random));
    return this.#field.lines ? (this.#onto(this.#field.lines, at) ?? first) : (this.#exactStart(at) ?? first);
  }

  /** Only where most pairs get no polygon of their outlines before they have met often. */
  get #beginsWithHulls(): boolean {
    return this.#field.hasManyTables && secondsForOutlines(this.#shapes) > mostSecondsForStart;
  }

  #filled(order: readonly number[]): Arrangement {
    const { poll } = this.#options.budget;
    const polygons = this.#beginsWithHulls
      ? new HullPolygons(this.#shapes, poll, this.#field.costs)
      : this.#field.plainPolygons;
    return bottomLeft(this.#shapes, polygons, order, poll);
  }

  #exploration(start: Feasible): StripShrinking {
    this.#found(start);
    const region = new StripRegion(this.#field, this.#planes, start, {
      random: this.#random,
      outgrown: this.#schedule.outgrown,
      poll: this.#options.budget.poll,
      improved: (best) => this.#found(best),
      shorterThan: (length) => (this.#best && this.#best.length < length ? this.#best : null),
    });
    const random = this.#random;
    const schedule = this.#schedule;
    const options = this.#options;
    return new Shrinking(region, {
      random,
      patience: schedule.patience,
      pace: paceByPasses,
      breadth: options.breadth,
      fineTries,
    });
  }

  #found(layout: Feasible): void {
    if (this.#best && !isGain(this.#best.length, layout.length)) return;
    this.#best = layout;
    this.#options.exchange?.offer(layout, layout.length);
    this.#options.improved(layout);
  }

  #takeFromPartner(): void {
    const better = this.#options.exchange?.betterThan(this.#best?.length ?? Infinity);
    if (!better) return;
    this.#best = better;
    this.#options.improved(better);
  }

  /** Takes over a better layout of another search. The partner learns of it too. */
  #takeFromElsewhere(): void {
    const found = this.#options.elsewhere();
    const layout = found && this.#exact(found, fewStretches);
    if (!layout || (this.#best && !isGain(this.#best.length, layout.length))) return;
    this.#best = layout;
    this.#options.exchange?.offer(layout, layout.length);
  }

  /** Brings a layout onto the lines, on a strip as long as that takes; null where even a long one does not help. */
  #onto(lines: Lines, at: Arrangement): Feasible | null {
    const field = this.#field;
    const planes = this.#planes;
    const schedule = this.#schedule;
    const shapes = this.#shapes;
    const options = this.#options;
    this.#keepTo(lines);
    const length = reachOf(shapes, shapes.itemTypes, at);
    for (const stretch of [1, 1.05, 1.2, 1.5, 2, 3, 5]) {
      const spread = { x: at.x.map((x) => x * stretch), y: at.y, orientation: at.orientation };
      const longer = length * stretch;
      field.put(lines.onto(spread, longer));
      field.kernel.call.resetWeights();
      const result = separate(field, planes, longer, schedule.patience, options.budget, longer);
      if (result.outcome === 'separated') return result;
    }
    return null;
  }

  /** The layout of the sketch, if it is shorter than the one that was built. */
  #ofSketch(built: Feasible, budget: Budget): Feasible | null {
    const { sketch } = this.#options;
    if (sketch === null || this.#field.lines !== null) return null;
    const found = takenFromSketch(this.#field, this.#planes, sketch, built.length, budget);
    return found && isGain(built.length, found.length) ? found : null;
  }

  /** The same of a layout that `#filled` has made. */
  #exactStart(at: Arrangement): Feasible | null {
    // Hulls lie apart, so the exact polygons of all neighbours need not be made for that.
    if (this.#beginsWithHulls && !this.#closed)
      return { at, length: reachOf(this.#shapes, this.#shapes.itemTypes, at) };
    return this.#exact(at, stretches);
  }

  /** Stretches a layout until it is exact, since rounding may make touching items overlap; null where none is. */
  #exact(at: Arrangement, stretches: readonly number[]): Feasible | null {
    const length = reachOf(this.#shapes, this.#shapes.itemTypes, at);
    for (const stretch of stretches) {
      const trial = { x: at.x.map((x) => x * (1 + stretch)), y: at.y.slice(), orientation: at.orientation.slice() };
      if (!this.#planes.repair(trial, length * (1 + stretch))) continue;
      return {
        at: trial,
        length: this.#closed ? length * (1 + stretch) : reachOf(this.#shapes, this.#shapes.itemTypes, trial),
      };
    }
    return null;
  }
}

/** Moves every item of an order a little, by a random shift of its place. */
function shuffled(order: readonly number[], random: Random): number[] {
  const rank = order.map((item, place) => [item, place + (random.next() - 0.5) * order.length * 0.8] as const);
  return rank.sort((a, b) => a[1] - b[1]).map(([item]) => item);
}
