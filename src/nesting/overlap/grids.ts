/** The grids of a problem, in its own unit: lines that items have to lie on, and points that they may lie on. */

import type { GridAxis } from '../../geometry/grid-axis.js';
import type { Point } from '../../geometry/point.js';

/** Lines that one coordinate of an item has to lie on. */
export interface ParallelLines {
  readonly step: number;
  /** One of them, by type and rotation: that coordinate of a layout is it and a whole number of steps. */
  readonly at: readonly (readonly number[])[];
}

/** What the coordinates have to lie on; null on an axis on which they may be anything. */
export interface CrossingLines {
  readonly x: ParallelLines | null;
  readonly y: ParallelLines | null;
}

/** Where points of a grid lie on each axis, from a corner on; null on an axis without one. */
export interface Grid {
  readonly x: GridAxis | null;
  readonly y: GridAxis | null;
}

/** Grids that items may lie on and need not. */
export interface OfferedGrids {
  /** The point of an item that goes onto the grid, from its place in a layout, by type and rotation. */
  readonly anchors: readonly (readonly Point[])[];
  /** One for each kind of sheet; of a strip there is one. */
  readonly grids: readonly Grid[];
}
