/**
 * Squeezes the last sheet of a row: it may be used less and less far, and what no longer fits there has to find room
 * elsewhere. For the goal `area` its length and its height take turns.
 */

import type { Random } from '../../random.js';
import type { Arrangement } from '../overlap/arrangement.js';
import type { Budget } from '../overlap/budget.js';
import { compact, copyOf } from '../overlap/compact.js';
import type { Patience, Separation } from '../overlap/separate.js';
import { copyOfSheets, type SheetArrangement } from './arrangement.js';
import { another, resolveOnce } from './resolve.js';
import type { Limit, Row } from './row.js';
import { reachOn } from './score.js';

/** Shares by which a sheet is used less at a time. */
const largestStep = 0.01;
const smallestStep = 0.001;
/** Steps of the compaction that follows each success, and how often it may try: a repair takes as long as a pass. */
const firstCompaction = 0.004;
const lastCompaction = { rough: 5e-4, fine: 1e-5 };
const mostCompactions = 24;
/** Gentle steps fall from here as they fail. */
const gentleStep = 5e-4;
const gentlest = 1e-5;

export interface SqueezeOptions {
  readonly patience: Patience;
  readonly budget: Budget;
  readonly random: Random;
  /** Small cuts at random places that never disturb, for the end of a search. */
  readonly gentle: boolean;
  /** How far the other sheets may be used: as far as they are, or wholly. */
  readonly others: 'as they are' | 'wholly';
  /** Failures in a row that end it. */
  readonly failures: number;
  /** Called with each layout in which the last sheet is used less far. */
  readonly found: (layout: SheetArrangement) => void;
  /** A layout of the same items on the same sheets that is better than this one, found elsewhere. */
  readonly better?: (own: SheetArrangement) => SheetArrangement | null;
}

type Axis = 'length' | 'height';

export class Squeeze {
  private step: number;
  private used: Limit;
  private axis: Axis = 'length';

  constructor(
    private readonly row: Row,
    private best: SheetArrangement,
    private readonly options: SqueezeOptions,
  ) {
    this.step = options.gentle ? gentleStep : largestStep;
    this.used = this.reach(row.last);
  }

  /** Until the budget ends, it has failed often enough, or nothing is left on the last sheet. */
  run(): void {
    const { budget, random, patience } = this.options;
    let limits = this.nextLimits();
    let from = this.shortened(limits);
    let pool: Separation[] = [];
    for (let failures = 0; !budget.stopped() && failures < this.options.failures; ) {
      const resolved = resolveOnce(this.row, from, limits, patience, budget, pool);
      if (resolved) {
        this.accept(resolved, limits);
        if (this.used.length <= 0) return;
        if (failures === 0) this.step = Math.min(largestStep, this.step * 1.5);
        failures = 0;
      } else if (budget.stopped()) return;
      else failures++;
      if (resolved || this.smaller() || this.adopts()) {
        pool = [];
        limits = this.nextLimits();
        from = this.shortened(limits);
      } else from = another(this.row, limits, pool, random);
    }
  }

  /** After a failure: a smaller step, where there is one. */
  private smaller(): boolean {
    if (this.options.gentle) {
      this.step = Math.max(gentlest, this.step * 0.7);
      return true;
    }
    if (this.step <= smallestStep) return false;
    this.step = smallestStep;
    return true;
  }

  /** Goes on from a better layout, where there is one. */
  private adopts(): boolean {
    const better = this.options.better?.(this.best);
    if (!better) return false;
    this.best = better;
    this.used = this.reach(this.row.last);
    return true;
  }

  private nextLimits(): Limit[] {
    const { row, options } = this;
    const limits = row.whole.map((whole, k) => (k === row.last || options.others === 'wholly' ? whole : this.reach(k)));
    const { goal } = row.base.problem;
    this.axis = goal === 'area' && options.random.next() < 0.5 ? 'height' : 'length';
    const less = { ...(goal === 'area' ? this.used : limits[row.last]!), length: this.used.length };
    limits[row.last] = { ...less, [this.axis]: this.used[this.axis] * (1 - this.step) };
    return limits;
  }

  private reach(k: number): Limit {
    return reachOn(this.row.base, this.best, this.row.sheets[k]!, 'movable');
  }

  /** The best layout with all that lies beyond a cut of the last sheet moved by what it loses. */
  private shortened(limits: readonly Limit[]): Arrangement {
    const { row, options, axis } = this;
    const at = row.arrangement(this.best, row.whole, () => options.random.next());
    const start = row.start(row.last);
    const cut = this.used[axis] * (options.gentle ? options.random.next() : 0.5);
    const lost = this.used[axis] - limits[row.last]![axis];
    for (let i = 0; i < row.members.length; i++) {
      if (at.x[i]! < start) continue;
      if (axis === 'length' && at.x[i]! > start + cut) at.x[i]! -= lost;
      if (axis === 'height' && at.y[i]! > cut) at.y[i]! -= lost;
    }
    row.settle(at, limits);
    return at;
  }

  private accept(resolved: Arrangement, limits: readonly Limit[]): void {
    const { row } = this;
    let [at, within] = this.shortest(resolved, limits);
    if (row.base.problem.goal === 'area' && !row.base.problem.lines) at = this.lowest(at, within);
    const layout = copyOfSheets(this.best);
    row.write(at, layout);
    this.best = layout;
    this.used = this.reach(row.last);
    this.options.found(layout);
  }

  /** Moves the parts so that the last sheet is used as little of its length as the planes between them allow. */
  private shortest(at: Arrangement, limits: readonly Limit[]): [Arrangement, readonly Limit[]] {
    const { row, options } = this;
    const { last } = row;
    if (!row.planes.moves.along) return [at, limits];
    const until = options.gentle ? 'fine' : 'rough';
    const { at: best, length } = compact(row.planes, at, row.lengthTo(limits), until, options.budget.poll);
    const trial = copyOf(best);
    const within = limits.with(last, { ...limits[last]!, length: length - row.start(last) });
    return row.repair(trial, within) ? [trial, within] : [at, limits];
  }

  /** Pulls the last sheet's parts down as far as the planes between them allow. */
  private lowest(at: Arrangement, limits: readonly Limit[]): Arrangement {
    const { row, options } = this;
    const start = row.start(row.last);
    let best = at;
    let reached = limits[row.last]!;
    const smallest = lastCompaction[options.gentle ? 'fine' : 'rough'];
    let step = firstCompaction;
    for (let tries = 0; step >= smallest && tries < mostCompactions; tries++) {
      options.budget.poll();
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
