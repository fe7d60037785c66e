/** One thread's search of a strip as a whole: several short starts, the best goes on, and a last part only compresses. */
import { Random } from '../search/random.js';
import { bottomLeft, byArea } from './bottom-left.js';
import { type Budget, between } from './budget.js';
import { type Arrangement, CollisionField } from './collision-field.js';
import { reachOf } from './compact.js';
import { Exploration, type Feasible } from './explore.js';
import type { Patience } from './separate.js';
import { SeparatingPlanes } from './separating-planes.js';
import { type ShapeSet, searchHeight } from './shapes.js';
import type { StripRunOptions } from './strip-run.js';

/** So few items settle quickly: more starts, and less patience with each separation, find more. */
const fewItems = 32;
const quickPatience: Patience = { passes: 100, strikes: 2 };
const longPatience: Patience = { passes: 200, strikes: 3 };
/** Share of the budget at which exploring ends and compressing begins. */
const exploreUntil = 0.8;
/** The first starts, short ones, share this part of the budget. */
const startsUntil = 0.4;

/**
 * Whether a length is shorter by more than the tolerance of the exact clean-up could give: a layout that is as short as
 * can be must not be "improved" by it.
 */
export function isGain(before: number, after: number): boolean {
  return after < before - 1e-6 * (before + searchHeight);
}

export class ShortStripRun {
  private readonly field: CollisionField;
  private readonly planes: SeparatingPlanes;
  private readonly random: Random;
  private best: Feasible | null = null;

  constructor(
    private readonly shapes: ShapeSet,
    private readonly options: StripRunOptions,
    /** A closed strip repeats itself after its length. */
    private readonly closed = false,
  ) {
    this.field = new CollisionField(shapes, options.seed, options.budget.poll);
    this.field.bind(shapes.itemTypes, shapes.itemTypes.length);
    this.planes = new SeparatingPlanes(shapes, this.field.polygons, shapes.itemTypes, shapes.itemTypes.length, closed);
    this.random = new Random(options.seed);
  }

  /** `start`: a layout without overlap to begin with, or null. */
  search(start: Arrangement | null): void {
    const isSmall = this.shapes.itemTypes.length <= fewItems;
    // A start decodes with the no-fit polygons of all types: with very many of them one start is all there is time for.
    const starts = this.field.hasManyTables ? 1 : this.options.starts * (isSmall ? 2 : 1);
    const budget: Budget = {
      used: () => this.options.budget.used(),
      stopped: () => this.options.budget.stopped(),
      poll: () => this.options.budget.poll(),
      attempted: () => this.options.budget.attempted(),
      passed: () => {
        this.options.budget.passed();
        this.takeFromPartner();
      },
    };
    const order = byArea(this.shapes);
    let leader = this.exploration(start ?? this.filled(order));
    for (let k = 0; k < starts && !budget.stopped(); k++) {
      const exploration = k === 0 ? leader : this.exploration(this.filled(shuffled(order, this.random)));
      exploration.explore(between(budget, 0, (startsUntil * (k + 1)) / starts), false);
      if (exploration.best.length < leader.best.length) leader = exploration;
    }
    leader.explore(between(budget, 0, exploreUntil), true);
    leader.compress(between(budget, exploreUntil, 1));
  }

  private filled(order: readonly number[]): Arrangement {
    return bottomLeft(this.shapes, this.field.polygons, order, this.options.budget.poll);
  }

  private exploration(at: Arrangement): Exploration {
    const start = this.feasible(at);
    this.found(start);
    const patience = this.shapes.itemTypes.length <= fewItems ? quickPatience : longPatience;
    return new Exploration(this.field, this.planes, this.random, patience, start, {
      improved: (best) => this.found(best),
      shorterThan: (length) => (this.best && this.best.length < length ? this.best : null),
    });
  }

  private found(layout: Feasible): void {
    if (this.best && !isGain(this.best.length, layout.length)) return;
    this.best = layout;
    this.options.shared?.offer(layout);
    this.options.improved(layout);
  }

  private takeFromPartner(): void {
    const better = this.options.shared?.shorterThan(this.best?.length ?? Infinity);
    if (!better) return;
    this.best = better;
    this.options.improved(better);
  }

  /** A constructed layout touches in the rounding: stretched until it is exact. */
  private feasible(at: Arrangement): Feasible {
    const length = reachOf(this.shapes, this.shapes.itemTypes, at);
    for (const stretch of [0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1]) {
      const trial = { x: at.x.map((x) => x * (1 + stretch)), y: at.y.slice(), turn: at.turn.slice() };
      if (!this.planes.repair(trial, length * (1 + stretch))) continue;
      return {
        at: trial,
        length: this.closed ? length * (1 + stretch) : reachOf(this.shapes, this.shapes.itemTypes, trial),
      };
    }
    throw new Error('a constructed layout could not be made exact');
  }
}

/** An order with every item moved a little: places plus a random shift. */
function shuffled(order: readonly number[], random: Random): number[] {
  const rank = order.map((item, place) => [item, place + (random.next() - 0.5) * order.length * 0.8] as const);
  return rank.sort((a, b) => a[1] - b[1]).map(([item]) => item);
}
