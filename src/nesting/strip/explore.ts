/**
 * Exploration of one strip: shorten, separate, and when that fails, disturb one of the least bad layouts and try again.
 * On a mapped lattice, where separating takes little time, all items are scattered anew on every shorter strip: next to a
 * layout that fits lie mostly layouts with one small overlap that nothing takes apart. For the same reason items evolve,
 * where they are few or the budget is large: from items scattered anew, on strips so much shorter that the best layout cut
 * short is no better than others.
 * Compression, at the end, goes on from the best layout alone in ever smaller steps.
 */

import type { Random } from '../../random.js';
import type { Arrangement } from '../overlap/arrangement.js';
import { type Breadth, exchangesOf, keptOf } from '../overlap/breadth.js';
import type { Budget } from '../overlap/budget.js';
import type { CollisionField } from '../overlap/collision-field.js';
import { compact, copyOf, type Feasible } from '../overlap/compact.js';
import { disturb } from '../overlap/disturb.js';
import { type Patience, type Separation, separate } from '../overlap/separate.js';
import type { SeparatingPlanes } from '../overlap/separating-planes.js';
import { isWithin, leastLength, searchHeight, turnsWithin } from '../overlap/shapes.js';

/** Share of the length by which the strip is shortened at a time. */
const largestStep = 0.01;
const smallestStep = 0.001;
/** Share of the length that evolving layouts are asked to save at once: from the first, when they begin, to the last. */
const bold = { first: 0.012, last: 0.002 };
/** A shorter strip by any less is no gain. */
const leastGain = 1e-6;
/**
 * Share of the failures after which the best layout is cut at a random place, by half of the smallest step to a
 * sixteenth, instead of disturbing a bad one.
 */
const fineTries = 0.3;
const compressPatience: Patience = { passes: 100, strikes: 5 };

/** A layout, with or without overlap, and the length of strip to separate it on. */
interface Start {
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
  private readonly leastLength: number;

  constructor(
    private readonly field: CollisionField,
    private readonly planes: SeparatingPlanes,
    private readonly random: Random,
    private readonly patience: Patience,
    public best: Feasible,
    private readonly exchange: Exchange,
    /** How many of the least bad layouts are kept to go on from, and how much of one a try disturbs. */
    private readonly breadth: Breadth,
    /** A layout of the pool proves itself again on a strip that has become longer by more than this share. */
    private readonly outgrown: number,
  ) {
    this.leastLength = leastLength(field.shapes, field.itemTypes);
  }

  /** Runs until the budget ends; after a failure it goes on from a better layout found elsewhere, if it may. */
  explore(budget: Budget, adopts: boolean): void {
    const isMapped = this.field.lines?.isMapped ?? false;
    const shorter = (): Start => (isMapped ? this.scattered() : this.shortened(this.step));
    this.pool = [];
    let next = shorter();
    while (!budget.stopped()) {
      const result = this.separate(next, this.patience, budget);
      if (result.outcome === 'stopped') return;
      if (result.outcome === 'separated') {
        this.accept(result, 'rough', budget);
        this.pool = [];
        if (result.passes < 25) this.step = Math.min(largestStep, this.step * 1.5);
        else if (result.passes > 80) this.step = Math.max(smallestStep, this.step * 0.6);
        next = shorter();
      } else if (this.step > smallestStep) {
        this.step = smallestStep;
        next = shorter();
      } else if (adopts && this.adopt()) {
        this.pool = [];
        next = shorter();
      } else {
        this.keep(result);
        if (!isMapped && this.random.next() < fineTries) {
          next = this.shortened(this.step * 0.5 ** (1 + 3 * this.random.next()), this.random.next());
        } else {
          next = this.disturbed();
        }
      }
    }
  }

  /** The least bad layouts, scattered at first, stay the same ones from length to length until the budget ends. */
  evolve(budget: Budget): void {
    const share = (): number => bold.first * (bold.last / bold.first) ** Math.max(0, Math.min(1, budget.used()));
    this.pool = [];
    this.step = share();
    let next = this.scattered();
    while (!budget.stopped()) {
      const result = this.separate(next, this.patience, budget);
      if (result.outcome === 'stopped') return;
      if (result.outcome === 'separated') this.accept(result, 'rough', budget);
      else this.keep(result);
      this.adopt();
      this.step = share();
      next = this.pool.length ? this.disturbed() : this.scattered();
    }
  }

  private keep(failed: Separation): void {
    // On a lattice the same overlap comes back again and again, mostly in the same layout.
    const same = this.pool.findIndex(({ loss }) => loss === failed.loss);
    if (same >= 0) this.pool[same] = failed;
    else this.pool.push(failed);
    this.pool.sort((a, b) => a.loss - b.loss);
    this.pool.length = Math.min(this.pool.length, keptOf(this.breadth));
  }

  /** One of the least bad layouts, better ones more often, with some of its items in other places. */
  private disturbed(): Start {
    const rank = Math.floor(Math.abs(this.random.normal() * 0.25) * this.pool.length);
    const place = Math.min(this.pool.length - 1, rank);
    const drawn = this.pool[place]!;
    const length = this.lengthLess(this.step);
    // On a strip that has become shorter a layout is no longer as little bad as it was: it has to prove itself again. On a
    // longer one it may be the one that fits.
    if (drawn.length * (1 - smallestStep) > length || drawn.length * (1 + this.outgrown) < length) {
      this.pool.splice(place, 1);
      return this.cut(drawn, length, this.random.next());
    }
    const exchanges = exchangesOf(this.breadth, this.field.freeItems, this.random);
    if (exchanges === 0) return this.cut(drawn, length, this.random.next());
    const at = copyOf(drawn.at);
    disturb(this.field, at, length, this.random, exchanges);
    return { at, length };
  }

  /** Cuts the best layout at random places by shares of its length that fall from 5e-4 to 1e-5. */
  compress(budget: Budget): void {
    this.adopt();
    this.accept(this.best, 'fine', budget);
    while (!budget.stopped()) {
      this.adopt();
      const share = 5e-4 * (1e-5 / 5e-4) ** Math.min(1, budget.used());
      const result = this.separate(this.shortened(share, this.random.next()), compressPatience, budget);
      if (result.outcome === 'separated') this.accept(result, 'fine', budget);
    }
  }

  private adopt(): boolean {
    const better = this.exchange.shorterThan(this.best.length);
    if (better) this.best = better;
    return better !== null;
  }

  private separate({ at, length }: Start, patience: Patience, budget: Budget): Separation {
    if (!this.planes.closed) this.turnLongItems(at, length);
    this.field.put(this.field.lines?.onto(at, length) ?? at);
    this.field.kernel.call.resetWeights();
    const limit = this.best.length * (1 - leastGain);
    const result = separate(this.field, this.planes, length, patience, budget, limit);
    // A shorter strip in which nothing overlaps is work too: without this a run of them would never meet its limit.
    if (result.passes === 0) budget.passed();
    budget.attempted();
    return result;
  }

  private accept({ at, length }: Feasible, until: 'rough' | 'fine', budget: Budget): void {
    const isFixed = !this.planes.moves.along;
    const compacted = isFixed ? { at, length } : compact(this.planes, at, length, until, budget.poll);
    if (compacted.length >= this.best.length) return;
    this.best = compacted;
    this.exchange.improved(this.best);
  }

  /** All items anywhere on the next shorter strip. */
  private scattered(): Start {
    const { shapes, itemTypes } = this.field;
    const length = this.lengthLess(this.step);
    const at = copyOf(this.best.at);
    for (let i = 0; i < at.x.length; i++) {
      const { turns, shapes: boxes } = shapes.types[itemTypes[i]!]!;
      at.turn[i] = turns[this.random.below(turns.length)]!;
      const box = boxes[at.turn[i]!]!;
      at.x[i] = -box.minX + this.random.next() * Math.max(0, length - box.maxX + box.minX);
      at.y[i] = -box.minY + this.random.next() * (searchHeight - box.maxY + box.minY);
    }
    return { at, length };
  }

  /** Items that are longer than the strip turn to where they are not. */
  private turnLongItems(at: Arrangement, length: number): void {
    const { shapes, itemTypes } = this.field;
    for (let i = 0; i < at.x.length; i++) {
      const type = shapes.types[itemTypes[i]!]!;
      if (isWithin(type, at.turn[i]!, length)) continue;
      const within = turnsWithin(type, length);
      if (within.length === 0) continue;
      at.turn[i] = within[this.random.below(within.length)]!;
      const box = type.shapes[at.turn[i]!]!;
      at.x[i] = Math.max(-box.minX, Math.min(at.x[i]!, length - box.maxX));
      at.y[i] = Math.max(-box.minY, Math.min(at.y[i]!, searchHeight - box.maxY));
    }
  }

  /** A length less than the best by a share of it; on a mapped lattice by as much more as it takes to end on a line. */
  private lengthLess(share: number): number {
    const length = this.best.length * (1 - share);
    const { lines } = this.field;
    const less = lines?.isMapped ? Math.floor(length / lines.stepX + leastGain) * lines.stepX : length;
    return this.planes.closed ? less : Math.max(less, this.leastLength);
  }

  private shortened(share: number, cutAt = 0.5): Start {
    return this.cut(this.best, this.lengthLess(share), cutAt);
  }

  /** A layout on a strip of another length: everything right of a cut, at a share of its length, moves by what it loses or gains. */
  private cut(layout: Feasible, length: number, cutAt: number): Start {
    const at = copyOf(layout.at);
    const cut = cutAt * layout.length;
    const { shapes, itemTypes, lines } = this.field;
    const way = lines?.upToLine(layout.length - length) ?? layout.length - length;
    for (let i = 0; i < at.x.length; i++) {
      const box = shapes.types[itemTypes[i]!]!.shapes[at.turn[i]!]!;
      if (at.x[i]! > cut) at.x[i]! -= way;
      if (!this.planes.closed) at.x[i] = Math.max(-box.minX, Math.min(at.x[i]!, length - box.maxX));
    }
    return { at, length };
  }
}
