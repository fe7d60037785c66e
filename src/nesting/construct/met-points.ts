/** The points of a coarse grid that were candidates once: the contacts of thousands of parts snap to the same few points. */

import type { GridAxis } from '../../geometry/grid-axis.js';

/** Beyond so many points, contacts seldom snap to the same one, and the table grows large. */
const mostPoints = 2 ** 20;

export class MetPoints {
  readonly #along: Positions;
  readonly #across: Positions;
  /** A bit for each point. */
  readonly #met: Uint32Array;

  /** Null where the grid is too fine. */
  static of(along: Positions, across: Positions): MetPoints | null {
    return along.count * across.count > mostPoints ? null : new MetPoints(along, across);
  }

  private constructor(along: Positions, across: Positions) {
    this.#along = along;
    this.#across = across;
    this.#met = new Uint32Array(Math.ceil((along.count * across.count) / 32));
  }

  /** Whether a position is met for the first time. */
  isNew(x: number, y: number): boolean {
    const point = this.#across.indexOf(y) * this.#along.count + this.#along.indexOf(x);
    const word = point >> 5;
    const bit = 1 << (point & 31);
    const isNew = (this.#met[word]! & bit) === 0;
    this.#met[word]! |= bit;
    return isNew;
  }
}

/** The positions of a reference point on one axis, numbered, whose anchor lies on the grid. */
export class Positions {
  readonly count: number;
  readonly #first: number;

  /** `anchor`: counted from the reference point. A rounding may bring one more position at either end into the room. */
  constructor(
    readonly axis: GridAxis,
    readonly anchor: number,
    low: number,
    high: number,
  ) {
    this.#first = Math.floor((low + anchor - axis.origin) / axis.step);
    this.count = Math.ceil((high + anchor - axis.origin) / axis.step) - this.#first + 1;
  }

  indexOf(position: number): number {
    return Math.round((position + this.anchor - this.axis.origin) / this.axis.step) - this.#first;
  }
}
