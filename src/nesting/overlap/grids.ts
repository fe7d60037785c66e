/** The grids of a problem, in its own unit: required lines for the items, and optional points. */

import type { GridAxis } from '../../geometry/grid-axis.js';
import type { Point } from '../../geometry/point.js';

/** Lines for one coordinate of an item. */
export interface ParallelLines {
  readonly step: number;
  /**
   * One of the lines, by type and rotation: the coordinate in a layout is this plus a whole number of steps. NaN where the
   * coordinate is free.
   */
  readonly at: readonly (readonly number[])[];
}

/** The lines that the coordinates must lie on; null on a free axis. */
export interface CrossingLines {
  /** Whether parts that match each other have lines of their own. */
  readonly areOwn?: boolean;
  readonly x: ParallelLines | null;
  readonly y: ParallelLines | null;
}

/** The points of a grid on each axis, counted from a corner; null on an axis without a grid. */
export interface Grid {
  readonly x: GridAxis | null;
  readonly y: GridAxis | null;
}

/** Grids that items may lie on but need not. */
export interface OfferedGrids {
  /** The point of an item that goes onto the grid, relative to its place in a layout, by type and rotation. */
  readonly anchors: readonly (readonly Point[])[];
  /** One for each kind of sheet; a strip has one. */
  readonly grids: readonly Grid[];
}
