/** The linear programme that moves and turns all items of a strip together to the shortest length. */

import type { Arrangement } from './arrangement.js';
import { type Body, type Contact, cornerOfPlane, forContacts } from './contacts.js';
import { leastCost } from './linear-programme.js';
import { RowList } from './row-list.js';
import { exactDepth, type SeparatingPlanes } from './separating-planes.js';
import { type ShapeSet, searchHeight } from './shapes.js';

/** Items on a strip of a length, at their angles, in search units. */
export interface Posed {
  readonly shapes: ShapeSet;
  readonly planes: SeparatingPlanes;
  readonly degrees: Float64Array;
  readonly at: Arrangement;
  readonly length: number;
}

export interface Turned {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly degrees: Float64Array;
  readonly length: number;
}

/** Planes are taken of pairs within this distance, contacts within the second. */
const planeReach = 24;
const contactReach = 12;
/** The longest way of an item. */
const farthest = 8;
/** How near the programme comes to the least length. */
const tolerance = 1e-2;
/** The programme needs some room for each variable. */
const leastRoom = 1e-8;
const radians = Math.PI / 180;

/**
 * The shortest strip while no gap at a contact or a wall closes, as far as turning is linear. `turns` has the least and
 * the greatest turn of each item, in degrees. Null: none is found.
 */
export function turnedTogether(
  posed: Posed,
  bodies: readonly Body[],
  turns: readonly (readonly [least: number, most: number])[],
  poll: () => void,
): Turned | null {
  const { at, length, shapes, planes } = posed;
  const programme = new Programme(posed, bodies, turns);
  const spacingOf = (item: number): number => shapes.types[shapes.itemTypes[item]!]!.spacing;
  const near = planes.planesOf(at, length, planeReach);
  const met = new Set<number>();
  for (let p = 0; p < near.first.length; p++) {
    const [i, k] = [near.first[p]!, near.second[p]!];
    const [a, b, c] = [near.a[p]!, near.b[p]!, near.c[p]!];
    const [first, second] = [bodies[i]!, bodies[k]!];
    const distance = Math.max(spacingOf(i), spacingOf(k));
    const [x, y] = cornerOfPlane(first, second, [a, b, c], distance);
    const inside = a * (second.x - first.x) + b * (second.y - first.y) + c;
    programme.keepOpen(k, i, { gap: -inside - exactDepth / 8, ax: a, ay: b, x, y });
    const pair = i * bodies.length + k;
    if (met.has(pair)) continue;
    met.add(pair);
    poll();
    // A plane holds for one corner; after a turn the others beside it are in the way.
    const keep = (edge: number, corner: number) => (contact: Contact) =>
      programme.keepOpen(edge, corner, { ...contact, gap: Math.max(0, contact.gap - distance) });
    forContacts(first, second, contactReach + distance, keep(i, k));
    forContacts(second, first, contactReach + distance, keep(k, i));
  }
  return programme.solved(poll);
}

/** Three variables an item: its ways along and across, and its turn as the way of a point at its radius. */
class Programme {
  readonly #variable: Int32Array;
  readonly #radius: Float64Array;
  /** The variable of the length. */
  readonly #last: number;
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #rows = new RowList();

  readonly #posed: Posed;
  readonly #bodies: readonly Body[];

  constructor(posed: Posed, bodies: readonly Body[], turns: readonly (readonly [number, number])[]) {
    this.#posed = posed;
    this.#bodies = bodies;
    const { shapes } = posed;
    const n = bodies.length;
    this.#last = 3 * n;
    this.#variable = new Int32Array(n);
    // Neighbours have near numbers.
    const order = Array.from(bodies.keys()).sort((i, k) => bodies[i]!.x - bodies[k]!.x);
    order.forEach((item, place) => {
      this.#variable[item] = 3 * place;
    });
    this.#radius = Float64Array.from(shapes.itemTypes, (type) => shapes.types[type]!.diameter / 2);
    this.#low = new Float64Array(3 * n + 1).fill(-farthest);
    this.#high = new Float64Array(3 * n + 1).fill(farthest);
    turns.forEach(([least, most], i) => {
      const turn = this.#variable[i]! + 2;
      this.#low[turn] = least * radians * this.#radius[i]! - leastRoom;
      this.#high[turn] = most * radians * this.#radius[i]! + leastRoom;
    });
    this.#low[this.#last] = -2 * farthest;
    this.#high[this.#last] = leastRoom;
    bodies.forEach((_, i) => {
      this.#keepWithin(i);
    });
  }

  /** The gap of a contact stays open; its edge is of the first item, its corner of the second. */
  keepOpen(edge: number, corner: number, { gap, ax, ay, x, y }: Contact): void {
    this.#rows.add(gap, ...this.#way(corner, -ax, -ay, x, y), ...this.#way(edge, ax, ay, x, y));
  }

  /** The corners of an item stay on the strip, and off its sides by the gaps. */
  #keepWithin(item: number): void {
    const { ring, x: offX, y: offY } = this.#bodies[item]!;
    const { length, shapes } = this.#posed;
    const { low, high } = shapes.types[shapes.itemTypes[item]!]!.gaps;
    const top = searchHeight - high;
    for (let k = 0; k < ring.length; k += 2) {
      const [x, y] = [offX + ring[k]!, offY + ring[k + 1]!];
      if (x < planeReach) this.#rows.add(x, ...this.#way(item, -1, 0, x, y));
      if (y - low < planeReach) this.#rows.add(y - low, ...this.#way(item, 0, -1, x, y));
      if (y > top - planeReach) this.#rows.add(top - y, ...this.#way(item, 0, 1, x, y));
      if (x > length - planeReach) this.#rows.add(length - x, ...this.#way(item, 1, 0, x, y), [this.#last, -1]);
    }
  }

  /** The way of a point of an item, at (x, y), along a direction. */
  #way(item: number, ax: number, ay: number, x: number, y: number): (readonly [variable: number, value: number])[] {
    const first = this.#variable[item]!;
    const body = this.#bodies[item]!;
    const turn = (ay * (x - body.x) - ax * (y - body.y)) / this.#radius[item]!;
    return [
      [first, ax],
      [first + 1, ay],
      [first + 2, turn],
    ];
  }

  solved(poll: () => void): Turned | null {
    const costs = new Float64Array(this.#last + 1);
    costs[this.#last] = 1;
    const programme = { costs, low: this.#low, high: this.#high, rows: this.#rows.rows() };
    const moved = leastCost(programme, tolerance, poll);
    if (!moved) return null;
    const { at, degrees, length } = this.#posed;
    const of = (item: number, k: 0 | 1 | 2): number => moved[this.#variable[item]! + k]!;
    return {
      x: at.x.map((own, i) => own + of(i, 0)),
      y: at.y.map((own, i) => own + of(i, 1)),
      degrees: degrees.map((own, i) => own + of(i, 2) / this.#radius[i]! / radians),
      length: length + moved[this.#last]!,
    };
  }
}
