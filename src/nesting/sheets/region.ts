/**
 * A row of sheets as the overlap search shrinks it: the usable part of the last sheet gets smaller and smaller. Items
 * without room there must find it elsewhere. For the goal `area` the sheet's length and height take turns.
 */
import type { Random } from '../../random.js';
import type { Arrangement } from '../overlap/arrangement.js';
import type { CollisionField } from '../overlap/collision-field.js';
import { compact, copyOf, type Feasible } from '../overlap/compact.js';
import type { Bounded, Region } from '../overlap/region.js';
import type { SeparatingPlanes } from '../overlap/separating-planes.js';
import { copyOfSheets, type SheetArrangement } from './arrangement.js';
import type { Limit, Row } from './row.js';
import { reachOn } from './score.js';

/** Steps of the compaction after each success, and its most tries: a repair takes as long as a pass. */
const firstCompaction = 0.004;
const lastCompaction = { rough: 5e-4, fine: 1e-5 };
const mostCompactions = 24;

export interface RowLimits {
  /** The limit of each sheet of the row. */
  readonly sheets: readonly Limit[];
  /** The axis on which the last sheet shrinks. */
  readonly axis: 'length' | 'height';
}

export interface RowRegionOptions {
  readonly random: Random;
  /** The limits of the other sheets: their present use, or the whole sheet. */
  readonly others: 'as they are' | 'wholly';
  /** Called every few milliseconds of a compaction; may throw. */
  readonly poll: () => void;
  /** Called with each layout that uses less of the last sheet. */
  readonly found: (layout: SheetArrangement) => void;
  /** A better layout of the same items on the same sheets, found elsewhere. */
  readonly better: (own: SheetArrangement) => SheetArrangement | null;
}

export class RowRegion implements Region<RowLimits> {
  readonly field: CollisionField;
  readonly planes: SeparatingPlanes;
  readonly longest = null;
  #used: Limit;

  readonly #row: Row;
  #layout: SheetArrangement;
  readonly #options: RowRegionOptions;

  constructor(row: Row, layout: SheetArrangement, options: RowRegionOptions) {
    this.#row = row;
    this.#layout = layout;
    this.#options = options;
    this.field = row.base.field;
    this.planes = row.planes;
    this.#used = this.#reach(row.last);
  }

  best(): Bounded<RowLimits> {
    const used = this.#used;
    const row = this.#row;
    const layout = this.#layout;
    const options = this.#options;
    const at = row.arrangement(layout, row.whole, () => options.random.next());
    return { at, limits: { sheets: row.whole.with(row.last, used), axis: 'length' } };
  }

  get isEmpty(): boolean {
    return this.#used.length <= 0;
  }

  less(share: number): RowLimits {
    const used = this.#used;
    const row = this.#row;
    const options = this.#options;
    const { goal } = row.base.problem;
    const isWhole = (k: number): boolean => k === row.last || options.others === 'wholly';
    const sheets = row.whole.map((whole, k) => (isWhole(k) ? whole : this.#reach(k)));
    const axis = goal === 'area' && options.random.next() < 0.5 ? 'height' : 'length';
    const last = { ...(goal === 'area' ? used : sheets[row.last]!), length: used.length };
    sheets[row.last] = { ...last, [axis]: used[axis] * (1 - share) };
    return { sheets, axis };
  }

  lengthOf({ sheets }: RowLimits): number {
    return this.#row.lengthTo(sheets);
  }

  cut(from: Bounded<RowLimits>, { sheets, axis }: RowLimits, share: number): Arrangement {
    const row = this.#row;
    const at = copyOf(from.at);
    const start = row.start(row.last);
    const used = from.limits.sheets[row.last]![axis];
    const lost = used - sheets[row.last]![axis];
    for (let i = 0; i < row.members.length; i++) {
      if (at.x[i]! < start) continue;
      if (axis === 'length' && at.x[i]! > start + share * used) at.x[i]! -= lost;
      if (axis === 'height' && at.y[i]! > share * used) at.y[i]! -= lost;
    }
    return at;
  }

  isComparable(): boolean {
    return true;
  }

  settle(at: Arrangement, { sheets }: RowLimits): Arrangement {
    this.#row.settle(at, sheets);
    return at;
  }

  /** Stretching the strip by a hair to make it exact has moved fixed items, so they go back first. */
  repair(separated: Feasible, { sheets }: RowLimits): Feasible | null {
    const at = copyOf(separated.at);
    return this.#row.repair(at, sheets) ? { at, length: this.#row.lengthTo(sheets) } : null;
  }

  accept(layout: Feasible, { sheets }: RowLimits, until: 'rough' | 'fine'): void {
    const row = this.#row;
    let [at, within] = this.#shortest(layout.at, sheets, until);
    if (row.base.problem.goal === 'area' && !row.base.problem.lines) at = this.#lowest(at, within, until);
    const next = copyOfSheets(this.#layout);
    row.write(at, next);
    this.#layout = next;
    this.#used = this.#reach(row.last);
    this.#options.found(next);
  }

  adopt(): boolean {
    const better = this.#options.better(this.#layout);
    if (!better) return false;
    this.#layout = better;
    this.#used = this.#reach(this.#row.last);
    return true;
  }

  #reach(k: number): Limit {
    return reachOn(this.#row.base, this.#layout, this.#row.sheets[k]!, 'movable');
  }

  /** Moves the parts to use as little of the last sheet's length as their planes allow. */
  #shortest(at: Arrangement, limits: readonly Limit[], until: 'rough' | 'fine'): [Arrangement, readonly Limit[]] {
    const row = this.#row;
    const options = this.#options;
    const { last } = row;
    if (!row.planes.moves.along) return [at, limits];
    const { at: best, length } = compact(row.planes, at, row.lengthTo(limits), until, options.poll);
    const trial = copyOf(best);
    const within = limits.with(last, { ...limits[last]!, length: length - row.start(last) });
    return row.repair(trial, within) ? [trial, within] : [at, limits];
  }

  /** Pulls the last sheet's parts down as far as their planes allow. */
  #lowest(at: Arrangement, limits: readonly Limit[], until: 'rough' | 'fine'): Arrangement {
    const row = this.#row;
    const options = this.#options;
    const start = row.start(row.last);
    let best = at;
    let reached = limits[row.last]!;
    let step = firstCompaction;
    for (let tries = 0; step >= lastCompaction[until] && tries < mostCompactions; tries++) {
      options.poll();
      const next = { ...reached, height: reached.height * (1 - step) };
      const trial = copyOf(best);
      for (let i = 0; i < row.members.length; i++) if (trial.x[i]! >= start) trial.y[i]! *= 1 - step;
      if (row.repair(trial, limits.with(row.last, next))) {
        best = trial;
        reached = next;
        step *= 1.5;
      } else step /= 3;
    }
    return best;
  }
}
