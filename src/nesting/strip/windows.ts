/**
 * Windows of a long strip: some dozens of neighbours are free and everything around them is frozen. All items right of
 * the window move left by a little. The cost of a window does not grow with the strip. Windows may keep to a zone of the
 * strip, so that another thread can work on the rest.
 */

import type { Box } from '../../geometry/ring.js';
import type { Random } from '../../random.js';
import type { Arrangement } from '../overlap/arrangement.js';
import type { Budget } from '../overlap/budget.js';
import type { CollisionField } from '../overlap/collision-field.js';
import { copyOf, type Feasible, reachOf } from '../overlap/compact.js';
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

/** A stretch of the strip. */
export interface Zone {
  readonly from: number;
  readonly to: number;
}

export const wholeStrip: Zone = { from: -Infinity, to: Infinity };

/** Where an item lies when windows begin to keep to a zone: wholly within it, or else left of it or beyond. */
const side = { left: -1, inside: 0, beyond: 1 } as const;

interface Window {
  readonly free: readonly number[];
  readonly frozen: readonly number[];
  /** The items right of the window, which move along. */
  readonly right: readonly number[];
  /** Distance between the items left of the window, and those beyond the zone. */
  readonly apart: number;
  readonly start: number;
  readonly end: number;
}

export interface WindowsSetting {
  readonly offers: Offers | null;
  /** Items of a window. Default 60. */
  readonly freeItems?: number;
}

export type End = 'left' | 'right';

export interface WindowsOptions {
  /** The ends of the zone to begin with. */
  readonly ends: readonly End[];
  /** Called with every gain. */
  readonly improved: (layout: Feasible) => void;
  /** A shorter layout of another search, from which the windows go on; null: there is none. */
  readonly elsewhere: () => Feasible | null;
  /** Asked after each window: whether to end before the budget does. */
  readonly isOver?: () => boolean;
}

export class Windows {
  readonly #widest: number;
  readonly #margin: number;
  readonly #freeItems: number;
  at: Arrangement;
  length: number;
  #zone = wholeStrip;
  readonly #sides: Int8Array;
  /** How far the items beyond the zone have moved left since windows keep to it. */
  #moved = 0;

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
    this.#sides = new Int8Array(itemTypes.length);
  }

  get layout(): Feasible {
    return { at: this.at, length: this.length };
  }

  /** Items that lie within a zone now. */
  itemsIn(zone: Zone): number {
    return this.#itemTypes.reduce((count, _, i) => count + Number(this.#sideOf(i, zone) === side.inside), 0);
  }

  /** From now on only the items that lie within the zone are free. Those beyond it move along, and its end with them. */
  keepTo(zone: Zone): void {
    this.#zone = zone;
    this.#moved = 0;
    for (let i = 0; i < this.#sides.length; i++) this.#sides[i] = this.#sideOf(i, zone);
  }

  /** Takes the items beyond the zone from another layout, which has those of the zone as they were at first. */
  takeBeyond({ at }: Feasible): void {
    const next = copyOf(this.at);
    for (let i = 0; i < this.#sides.length; i++) {
      if (this.#sides[i] !== side.beyond) continue;
      next.x[i] = at.x[i]! - this.#moved;
      next.y[i] = at.y[i]!;
      next.orientation[i] = at.orientation[i]!;
    }
    this.at = next;
    this.length = reachOf(this.#field.shapes, this.#itemTypes, next);
  }

  /** Works on one window after another until the budget ends. */
  run(budget: Budget, options: WindowsOptions): void {
    const { ends, elsewhere, isOver = () => false } = options;
    const n = this.#sides.reduce((count, at) => count + Number(at === side.inside), 0);
    for (let count = 0; !budget.stopped() && !isOver(); count++) {
      const found = elsewhere();
      if (found) ({ at: this.at, length: this.length } = found);
      // The ends of a repeated layout are ragged, so they gain most.
      if (count < ends.length) this.#squeeze(ends[count] === 'right' ? n : 0, endStep, budget, options);
      else this.#squeeze(Math.floor(this.#random.next() * (n + this.#freeItems)), firstStep, budget, options);
    }
  }

  #boxOf(i: number): Box {
    return this.#field.shapes.types[this.#itemTypes[i]!]!.extents[this.at.orientation[i]!]!;
  }

  #sideOf(i: number, { from, to }: Zone): (typeof side)[keyof typeof side] {
    const box = this.#boxOf(i);
    if (this.at.x[i]! + box.maxX > to) return side.beyond;
    return this.at.x[i]! + box.minX < from ? side.left : side.inside;
  }

  #squeeze(place: number, firstStep: number, budget: Budget, { improved, isOver }: WindowsOptions): void {
    let step = firstStep;
    for (let failures = 0; failures < 3 && step >= leastStep && !budget.stopped() && !isOver?.(); ) {
      const window = this.#windowAt(place);
      const move = step * (window.end - window.start);
      if (this.#tighten(window, move, budget)) {
        step *= 1.3;
        improved(this.layout);
      } else {
        step *= 0.5;
        failures++;
      }
    }
  }

  /** The window whose free items end before the place-th one of the zone along the strip. */
  #windowAt(place: number): Window {
    const all = Array.from(this.at.x.keys()).sort((i, k) => this.at.x[i]! - this.at.x[k]!);
    const order = all.filter((i) => this.#sides[i] === side.inside);
    const beyond = all.filter((i) => this.#sides[i] === side.beyond);
    const last = Math.min(order.length, Math.max(this.#freeItems, place));
    let from = Math.max(0, last - this.#freeItems);
    const span = (): number => this.at.x[order[last - 1]!]! - this.at.x[order[from]!]!;
    while (from > 0 && last - from < mostFreeItems && span() < 1.5 * this.#widest) from--;
    const free = order.slice(from, last);
    const right = [...order.slice(last), ...beyond];
    const start = Math.max(0, this.#zone.from, this.at.x[free[0]!]! - this.#widest);
    const end = Math.min(this.length, this.#zone.to, this.at.x[free[free.length - 1]!]! + this.#widest);
    const isFree = new Set(free);
    const frozen = all.filter((i) => {
      if (isFree.has(i)) return false;
      const box = this.#boxOf(i);
      return this.at.x[i]! + box.maxX > start - this.#margin && this.at.x[i]! + box.minX < end + this.#margin;
    });
    const reached = order.slice(0, from).reduce((x, i) => Math.max(x, this.at.x[i]! + this.#boxOf(i).maxX), -Infinity);
    const begun = beyond.reduce((x, i) => Math.min(x, this.at.x[i]! + this.#boxOf(i).minX), Infinity);
    return { free, frozen, right, apart: begun - reached, start, end };
  }

  /** Tries to move everything right of the window left by `move`. */
  #tighten({ free, frozen, right, apart, start, end }: Window, move: number, budget: Budget): boolean {
    const ids = [...free, ...frozen];
    const types = Int32Array.from(ids, (i) => this.#itemTypes[i]!);
    // The items on the right must not run into the items on the left, across the window.
    if (right.length && this.at.x[free[free.length - 1]!]! - this.at.x[free[0]!]! < this.#widest + this.#margin + move)
      return false;
    if (apart < this.#margin + move) return false;
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
    const next = copyOf(this.at);
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
    this.#zone = { from: this.#zone.from, to: this.#zone.to - move };
    this.#moved += move;
    return true;
  }
}
