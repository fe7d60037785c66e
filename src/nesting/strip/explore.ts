/**
 * Exploration of one strip: shorten, separate, and when that fails, disturb one of the least bad layouts and try again.
 * Compression, at the end, goes on from the best layout alone in ever smaller steps.
 */

import type { Random } from '../search/random.js';
import type { Budget } from './budget.js';
import type { Arrangement, CollisionField } from './collision-field.js';
import { compact, copyOf, reachOf } from './compact.js';
import { disturb } from './disturb.js';
import { type Patience, type Separation, separate } from './separate.js';
import type { SeparatingPlanes } from './separating-planes.js';

/** Share of the length by which the strip is shortened at a time. */
const largestStep = 0.01;
const smallestStep = 0.001;
const compressPatience: Patience = { passes: 100, strikes: 5 };
const poolSize = 20;

/** A layout without overlap. */
export interface Feasible {
  readonly at: Arrangement;
  readonly length: number;
}

/** What explorations tell each other. */
export interface Exchange {
  improved(best: Feasible): void;
  /** The best layout of all, if it is shorter than this. */
  shorterThan(length: number): Feasible | null;
}

export class Exploration {
  private step = largestStep;
  private pool: Separation[] = [];

  constructor(
    private readonly field: CollisionField,
    private readonly planes: SeparatingPlanes,
    private readonly random: Random,
    private readonly patience: Patience,
    public best: Feasible,
    private readonly exchange: Exchange,
  ) {}

  /** Runs until the budget ends; after a failure it goes on from a better layout found elsewhere, if it may. */
  explore(budget: Budget, adopts: boolean): void {
    let target = this.best.length * (1 - this.step);
    let from = this.shortened(this.best, target);
    this.pool = [];
    while (!budget.stopped()) {
      const result = this.separate(from, target, this.patience, budget);
      if (result.outcome === 'stopped') return;
      if (result.outcome === 'separated') {
        this.accept(result.at, result.length, 'rough', budget);
        this.pool = [];
        if (result.passes < 25) this.step = Math.min(largestStep, this.step * 1.5);
        else if (result.passes > 80) this.step = Math.max(smallestStep, this.step * 0.6);
        target = this.best.length * (1 - this.step);
        from = this.shortened(this.best, target);
      } else if (this.step > smallestStep) {
        this.step = smallestStep;
        target = this.best.length * (1 - this.step);
        from = this.shortened(this.best, target);
      } else if (adopts && this.adopt()) {
        this.pool = [];
        target = this.best.length * (1 - this.step);
        from = this.shortened(this.best, target);
      } else {
        this.pool.push(result);
        this.pool.sort((a, b) => a.loss - b.loss);
        this.pool.length = Math.min(this.pool.length, poolSize);
        const rank = Math.min(
          this.pool.length - 1,
          Math.floor(Math.abs(normal(this.random) * 0.25) * this.pool.length),
        );
        from = copyOf(this.pool[rank]!.at);
        disturb(this.field, from, target, this.random);
      }
    }
  }

  /** Cuts the best layout at random places by shares of its length that fall from 5e-4 to 1e-5. */
  compress(budget: Budget): void {
    this.adopt();
    this.accept(this.best.at, this.best.length, 'fine', budget);
    while (!budget.stopped()) {
      this.adopt();
      const share = 5e-4 * (1e-5 / 5e-4) ** Math.min(1, budget.used());
      const target = this.best.length * (1 - share);
      const cut = this.random.next() * this.best.length;
      const result = this.separate(this.shortened(this.best, target, cut), target, compressPatience, budget);
      if (result.outcome === 'separated') this.accept(result.at, result.length, 'fine', budget);
    }
  }

  private adopt(): boolean {
    const better = this.exchange.shorterThan(this.best.length);
    if (better) this.best = better;
    return better !== null;
  }

  private separate(from: Arrangement, target: number, patience: Patience, budget: Budget): Separation {
    this.field.put(from);
    this.field.kernel.call.resetWeights();
    const result = separate(this.field, this.planes, target, patience, budget);
    // A shorter strip in which nothing overlaps is work too: without this a run of them would never meet its limit.
    if (result.passes === 0) budget.passed();
    budget.attempted();
    return result;
  }

  private accept(at: Arrangement, target: number, until: 'rough' | 'fine', budget: Budget): void {
    const { shapes } = this.field;
    const { closed } = this.planes;
    const compacted = compact(
      this.planes,
      at,
      closed ? target : reachOf(shapes, this.field.itemTypes, at),
      until,
      budget.poll,
    );
    const length = closed ? compacted.length : reachOf(shapes, this.field.itemTypes, compacted.at);
    if (length >= this.best.length) return;
    this.best = { at: compacted.at, length };
    this.exchange.improved(this.best);
  }

  /** The layout with everything right of the cut (the middle) moved left by what the strip loses. */
  private shortened(layout: Feasible, target: number, cut = layout.length / 2): Arrangement {
    const at = copyOf(layout.at);
    const { shapes, itemTypes } = this.field;
    for (let i = 0; i < at.x.length; i++) {
      const box = shapes.types[itemTypes[i]!]!.shapes[at.turn[i]!]!;
      if (at.x[i]! > cut) at.x[i]! -= layout.length - target;
      if (!this.planes.closed) at.x[i] = Math.max(-box.minX, Math.min(at.x[i]!, target - box.maxX));
    }
    return at;
  }
}

/** Normal with mean 0 and deviation 1 (Box-Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
