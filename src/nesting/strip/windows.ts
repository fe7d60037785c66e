/**
 * Windows of a long strip: some dozens of neighbours are free and everything around them is frozen. All items right of
 * the window move left by a little. The cost of a window does not grow with the strip.
 */

import type { Random } from '../../random.js';
import type { Arrangement } from '../overlap/arrangement.js';
import type { Budget } from '../overlap/budget.js';
import type { CollisionField } from '../overlap/collision-field.js';
import { type Feasible, reachOf } from '../overlap/compact.js';
import type { Offers } from '../overlap/offers.js';
import { type Patience, separate } from '../overlap/separate.js';
import { SeparatingPlanes } from '../overlap/separating-planes.js';
import { greatestMargin } from '../overlap/shapes.js';

/** Items of a window; more where these span less than one and a half times the widest part. */
const usualFreeItems = 60;
/** Items of a window with so many types that each window needs new tables for most pairs. */
const fewFreeItems = 24;
const mostFreeItems = 200;
const patience: Patience = { passes: 100, strikes: 1 };
/** Share of the window's width by which its right side moves left: at first, at the ends of the strip, and at least. */
const firstStep = 0.004;
const endStep = 0.03;
const leastStep = 0.0005;

interface Window {
  readonly free: readonly number[];
  readonly frozen: readonly number[];
  /** The items beyond the window, which move along. */
  readonly right: readonly number[];
  readonly start: number;
  readonly end: number;
}

export interface WindowsSetting {
  readonly offers: Offers | null;
  /** Items of a window. Default 60. */
  readonly freeItems?: number;
}

export interface WindowsOptions {
  /** The windows to begin with. */
  readonly first: 'ends' | 'anywhere';
  /** Called with every gain. */
  readonly improved: (layout: Feasible) => void;
  /** A shorter layout of another search, from which the windows go on; null: there is none. */
  readonly elsewhere: () => Feasible | null;
}

export class Windows {
  readonly #widest: number;
  readonly #margin: number;
  readonly #freeItems: number;
  at: Arrangement;
  length: number;

  readonly #field: CollisionField;
  readonly #itemTypes: Int32Array;
  readonly #random: Random;
  readonly #offers: Offers | null;

  constructor(
    field: CollisionField,
    itemTypes: Int32Array,
    random: Random,
    layout: Feasible,
    { offers, freeItems = usualFreeItems }: WindowsSetting,
  ) {
    this.#field = field;
    this.#itemTypes = itemTypes;
    this.#random = random;
    this.#offers = offers;
    this.at = layout.at;
    this.length = layout.length;
    this.#freeItems = field.hasManyTables ? fewFreeItems : freeItems;
    this.#widest = Math.max(...field.shapes.types.map(({ diameter }) => diameter));
    this.#margin = greatestMargin(field.shapes);
  }

  /** Works on one window after another until the budget ends. */
  run(budget: Budget, { first, improved, elsewhere }: WindowsOptions): void {
    const n = this.#itemTypes.length;
    const windowsAtEnds = first === 'ends' ? 2 : 0;
    for (let count = 0; !budget.stopped(); count++) {
      const found = elsewhere();
      if (found) ({ at: this.at, length: this.length } = found);
      // The ends of a repeated layout are ragged, so they gain most.
      if (count < windowsAtEnds) this.#squeeze(count === 0 ? n : 0, endStep, budget, improved);
      else this.#squeeze(Math.floor(this.#random.next() * (n + this.#freeItems)), firstStep, budget, improved);
    }
  }

  #squeeze(place: number, firstStep: number, budget: Budget, improved: (layout: Feasible) => void): void {
    let step = firstStep;
    for (let failures = 0; failures < 3 && step >= leastStep && !budget.stopped(); ) {
      const window = this.#windowAt(place);
      const move = step * (window.end - window.start);
      if (this.#tighten(window, move, budget)) {
        step *= 1.3;
        improved({ at: this.at, length: this.length });
      } else {
        step *= 0.5;
        failures++;
      }
    }
  }

  /** The window whose free items end before the place-th one along the strip. */
  #windowAt(place: number): Window {
    const order = Array.from(this.at.x.keys()).sort((i, k) => this.at.x[i]! - this.at.x[k]!);
    const last = Math.min(order.length, Math.max(this.#freeItems, place));
    let from = Math.max(0, last - this.#freeItems);
    const span = (): number => this.at.x[order[last - 1]!]! - this.at.x[order[from]!]!;
    while (from > 0 && last - from < mostFreeItems && span() < 1.5 * this.#widest) from--;
    const free = order.slice(from, last);
    const right = order.slice(last);
    const start = Math.max(0, this.at.x[free[0]!]! - this.#widest);
    const end = Math.min(this.length, this.at.x[free[free.length - 1]!]! + this.#widest);
    const isFree = new Set(free);
    const frozen = order.filter((i) => {
      if (isFree.has(i)) return false;
      const box = this.#field.shapes.types[this.#itemTypes[i]!]!.extents[this.at.orientation[i]!]!;
      return this.at.x[i]! + box.maxX > start - this.#margin && this.at.x[i]! + box.minX < end + this.#margin;
    });
    return { free, frozen, right, start, end };
  }

  /** Tries to move everything right of the window left by `move`. */
  #tighten({ free, frozen, right, start, end }: Window, move: number, budget: Budget): boolean {
    const ids = [...free, ...frozen];
    const types = Int32Array.from(ids, (i) => this.#itemTypes[i]!);
    // The items on the right must not run into the items on the left, across the window.
    if (right.length && this.at.x[free[free.length - 1]!]! - this.at.x[free[0]!]! < this.#widest + this.#margin + move)
      return false;
    const moves = new Set(right);
    const local: Arrangement = {
      x: Float64Array.from(ids, (i, k) => {
        const x = this.at.x[i]! - start;
        if (k >= free.length) return moves.has(i) ? x - move : x;
        return x - (move * (this.at.x[i]! - this.at.x[free[0]!]!)) / (end - start);
      }),
      y: Float64Array.from(ids, (i) => this.at.y[i]!),
      orientation: Int32Array.from(ids, (i) => this.at.orientation[i]!),
    };
    const width = end - start - move;
    this.#field.bind(types, free.length);
    if (this.#offers) this.#field.offer(this.#offers.ofItems(ids).anchors, [this.#offers.stretch(-start)]);
    this.#field.put(local);
    const planes = new SeparatingPlanes(this.#field.shapes, this.#field.polygons, types, free.length);
    const result = separate(this.#field, planes, width, patience, budget);
    budget.attempted();
    // A strip stretched by a hair would reach into frozen items, so only the requested width counts.
    if (result.outcome !== 'separated' || result.length > width) return false;
    const next = { x: this.at.x.slice(), y: this.at.y.slice(), orientation: this.at.orientation.slice() };
    for (const i of right) next.x[i]! -= move;
    free.forEach((i, k) => {
      next.x[i] = result.at.x[k]! + start;
      next.y[i] = result.at.y[k]!;
      next.orientation[i] = result.at.orientation[k]!;
    });
    const length = reachOf(this.#field.shapes, this.#itemTypes, next);
    if (length >= this.length) return false;
    this.at = next;
    this.length = length;
    return true;
  }
}
