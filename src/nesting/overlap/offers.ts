/**
 * The points of grids that a search tries beside its own places, for each item in each orientation, in search units. No
 * item has to lie on them.
 */

import type { GridAxis } from '../../geometry/grid-axis.js';
import type { Grid, OfferedGrids } from './grids.js';
import type { Choice } from './lines.js';
import type { ShapeSet } from './shapes.js';

/** A stretch of the strip: its start, and its grid, counted from the corner at the start. */
export interface Stretch {
  readonly start: number;
  readonly grid: Grid;
}

export class Offers {
  /** In the problem's unit. */
  readonly #sent: OfferedGrids;
  readonly #scale: number;
  readonly #orientations: number;
  /** A closed layout has no fixed place along the strip, so it keeps to the grid across only. */
  readonly #closed: boolean;

  private constructor(
    sent: OfferedGrids,
    scale: number,
    orientations: number,
    /** The point that goes onto the grid, from the reference point: x and y by item and orientation. */
    readonly anchors: Float32Array,
    closed = false,
  ) {
    this.#sent = sent;
    this.#scale = scale;
    this.#orientations = orientations;
    this.#closed = closed;
  }

  /** For one item of each of `kinds`. `choicesOf` gives the rotations of a kind in the order of `offered`. */
  static of(
    shapes: ShapeSet,
    kinds: ArrayLike<number>,
    offered: OfferedGrids,
    choicesOf: (kind: number) => readonly Choice[],
  ): Offers {
    const orientations = shapes.angles.length;
    const anchors = new Float32Array(2 * kinds.length * orientations);
    const choices = new Map([...new Set(Array.from(kinds))].map((kind) => [kind, choicesOf(kind)]));
    Array.from(kinds).forEach((kind, i) => {
      choices.get(kind)!.forEach(({ orientation, reference }, r) => {
        const anchor = offered.anchors[kind]![r]!;
        for (const axis of [0, 1] as const) {
          anchors[2 * (i * orientations + orientation) + axis] = (anchor[axis] - reference[axis]) * shapes.scale;
        }
      });
    });
    return new Offers(offered, shapes.scale, orientations, anchors);
  }

  /** The same for some of the items. */
  ofItems(items: ArrayLike<number>): Offers {
    const width = 2 * this.#orientations;
    const anchors = new Float32Array(width * items.length);
    Array.from(items).forEach((item, i) => {
      anchors.set(this.anchors.subarray(width * item, width * (item + 1)), width * i);
    });
    return new Offers(this.#sent, this.#scale, this.#orientations, anchors, this.#closed);
  }

  onClosedStrip(): Offers {
    return new Offers(this.#sent, this.#scale, this.#orientations, this.anchors, true);
  }

  /** The grid of a sheet of a kind whose corner lies at `start` along the strip. */
  stretch(start: number, kind = 0): Stretch {
    const { x, y } = this.#sent.grids[kind]!;
    const scaled = (axis: GridAxis | null): GridAxis | null =>
      axis && { origin: axis.origin * this.#scale, step: axis.step * this.#scale };
    return { start, grid: { x: this.#closed ? null : scaled(x), y: scaled(y) } };
  }
}
