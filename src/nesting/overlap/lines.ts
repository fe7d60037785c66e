/** The lines that reference points must lie on, for each item in each of its orientations, in search units. */

import type { Point } from '../../geometry/point.js';
import type { Arrangement } from './arrangement.js';
import type { CrossingLines } from './grids.js';
import { type Extent, type ShapeSet, searchHeight } from './shapes.js';

/** How far rounding may put a position beyond the strip, in search units: 2e-7 of its height. */
const slack = 2e-4;

export class Lines {
  readonly #shapes: ShapeSet;
  /** Only the first `free` items have lines. */
  readonly #itemTypes: Int32Array;
  readonly #free: number;

  constructor(
    shapes: ShapeSet,
    itemTypes: Int32Array,
    free: number,
    /** Distances between lines; 0 on an axis without lines. */
    readonly stepX: number,
    readonly stepY: number,
    /** x and y of one crossing of lines, by item and orientation; NaN on an axis on which the item is free. */
    readonly crossings: Float64Array,
    /** Whether they are a lattice of all types, coarse enough for a move to look at every place. */
    readonly isMapped = false,
    /** Whether parts that match each other have lines of their own. */
    readonly areOwn = false,
  ) {
    this.#shapes = shapes;
    this.#itemTypes = itemTypes;
    this.#free = free;
  }

  #box(item: number, orientation: number): Extent {
    return this.#shapes.types[this.#itemTypes[item]!]!.extents[orientation]!;
  }

  /** Puts every item onto the nearest lines within a strip of the length, or as near to that as possible. */
  onto(at: Arrangement, length: number): Arrangement {
    const { stepX, stepY, crossings } = this;
    const orientations = this.#shapes.angles.length;
    const axis = (values: Float64Array, step: number, offset: 0 | 1): Float64Array => {
      if (step === 0) return values;
      return values.map((value, i) => {
        if (i >= this.#free) return value;
        const orientation = at.orientation[i]!;
        const box = this.#box(i, orientation);
        const low = offset ? -box.minY : -box.minX;
        const high = offset ? searchHeight - box.maxY : length - box.maxX;
        const line = crossings[2 * (i * orientations + orientation) + offset]!;
        if (Number.isNaN(line)) return value;
        const last = Math.floor((high + slack - line) / step);
        const first = Math.ceil((low - slack - line) / step);
        return line + Math.max(first, Math.min(last, Math.round((value - line) / step))) * step;
      });
    };
    return { x: axis(at.x, stepX, 0), y: axis(at.y, stepY, 1), orientation: at.orientation };
  }

  /** Whether an item keeps to lines on an axis, 0 for x, in an orientation. */
  holds(item: number, orientation: number, axis: 0 | 1): boolean {
    if (item >= this.#free || (axis === 0 ? this.stepX : this.stepY) === 0) return false;
    return !Number.isNaN(this.crossings[2 * (item * this.#shapes.angles.length + orientation) + axis]!);
  }

  /** Whether every item keeps to lines on an axis. */
  holdsAll(axis: 0 | 1): boolean {
    if ((axis === 0 ? this.stepX : this.stepY) === 0) return false;
    return this.crossings.every((line, i) => i % 2 !== axis || !Number.isNaN(line));
  }

  /** A distance along the strip, extended to a whole number of line steps. */
  upToLine(way: number): number {
    return this.stepX === 0 ? way : Math.ceil(way / this.stepX) * this.stepX;
  }
}

/**
 * An orientation of a kind of item, in the problem's order: its index, and the reference point in the problem's unit.
 */
export interface Choice {
  readonly orientation: number;
  readonly reference: Point;
}

/**
 * The lines of the first items of `itemTypes`, one for each of `kinds` (types or parts of the problem). `choicesOf`
 * gives the rotations of a kind in the problem's order.
 */
export function linesFor(
  shapes: ShapeSet,
  itemTypes: Int32Array,
  kinds: readonly number[],
  { x, y, areOwn = false }: CrossingLines,
  choicesOf: (kind: number) => readonly Choice[],
): Lines {
  const orientations = shapes.angles.length;
  const crossings = new Float64Array(2 * itemTypes.length * orientations);
  const choices = new Map([...new Set(kinds)].map((kind) => [kind, choicesOf(kind)]));
  kinds.forEach((kind, i) => {
    choices.get(kind)!.forEach(({ orientation, reference }, r) => {
      const at = 2 * (i * orientations + orientation);
      if (x) crossings[at] = (x.at[kind]![r]! + reference[0]) * shapes.scale;
      if (y) crossings[at + 1] = (y.at[kind]![r]! + reference[1]) * shapes.scale;
    });
  });
  const steps = [x, y].map((lines) => (lines?.step ?? 0) * shapes.scale) as [number, number];
  return new Lines(shapes, itemTypes, kinds.length, ...steps, crossings, false, areOwn);
}
