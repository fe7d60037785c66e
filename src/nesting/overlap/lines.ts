/** The lines that reference points have to lie on, for each item in each of its orientations, in search units. */

import type { Point } from '../../geometry/point.js';
import type { Arrangement } from './arrangement.js';
import type { CrossingLines } from './grids.js';
import { type Extent, type ShapeSet, searchHeight } from './shapes.js';

/** As far beyond the strip a position may be by rounding, in search units: 2e-7 of its height. */
const slack = 2e-4;

export class Lines {
  readonly #shapes: ShapeSet;
  /** Only the first `free` of them have lines. */
  readonly #itemTypes: Int32Array;
  readonly #free: number;

  constructor(
    shapes: ShapeSet,
    itemTypes: Int32Array,
    free: number,
    /** Between two lines; 0 on an axis that has none. */
    readonly stepX: number,
    readonly stepY: number,
    /** x and y of one crossing of lines, by item and orientation. */
    readonly crossings: Float64Array,
    /** Whether they are a lattice of all types, so coarse that a move looks at every place of it. */
    readonly isMapped = false,
  ) {
    this.#shapes = shapes;
    this.#itemTypes = itemTypes;
    this.#free = free;
  }

  #box(item: number, orientation: number): Extent {
    return this.#shapes.types[this.#itemTypes[item]!]!.extents[orientation]!;
  }

  /** Every item on the nearest lines on which it lies within a strip of a length, or as near as it comes to that. */
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
        const last = Math.floor((high + slack - line) / step);
        const first = Math.ceil((low - slack - line) / step);
        return line + Math.max(first, Math.min(last, Math.round((value - line) / step))) * step;
      });
    };
    return { x: axis(at.x, stepX, 0), y: axis(at.y, stepY, 1), orientation: at.orientation };
  }

  /** A way along the strip, up to where items on lines get to lines again. */
  upToLine(way: number): number {
    return this.stepX === 0 ? way : Math.ceil(way / this.stepX) * this.stepX;
  }
}

/** An orientation of a kind of item, in the order of the problem: its index, and its reference point in the problem's unit. */
export interface Choice {
  readonly orientation: number;
  readonly reference: Point;
}

/**
 * The lines of the items whose kinds (types or parts of the problem) are given, the first ones of `itemTypes`; `choicesOf` a
 * kind are its rotations in the order of `sent`.
 */
export function linesFor(
  shapes: ShapeSet,
  itemTypes: Int32Array,
  kinds: readonly number[],
  { x, y }: CrossingLines,
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
  return new Lines(shapes, itemTypes, kinds.length, ...steps, crossings);
}
