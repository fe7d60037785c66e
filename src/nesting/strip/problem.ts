/**
 * The strip problem as the search sees it, free of requests and sheets: outlines with their allowed rotations, how many
 * of each, and a strip from x = 0 whose used length is to become as short as possible.
 */
import type { CrossingLines, OfferedGrids } from '../overlap/grids.js';
import type { Items } from '../overlap/items.js';

export interface StripProblem extends Items {
  /** The strip is 0 <= y <= height, 0 <= x. */
  readonly height: number;
  /** What items have to lie on; null where they may lie anywhere. */
  readonly lines?: CrossingLines | null;
  /** What is tried beside the places that the search finds by itself; null where there is no grid. */
  readonly offers?: OfferedGrids | null;
}

/** Item i is its outline rotated by rotations[choice[i]] about the origin, then moved by (x[i], y[i]). */
export interface StripLayout {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly choice: Int32Array;
  /** The greatest x that any item reaches. */
  readonly length: number;
}
