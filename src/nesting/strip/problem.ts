/**
 * The strip problem of the search, free of requests and sheets: outlines with their allowed rotations, and the number
 * of each. The search shortens the used length of a strip from x = 0.
 */
import type { CrossingLines, OfferedGrids } from '../overlap/grids.js';
import type { Items } from '../overlap/items.js';

export interface StripProblem extends Items {
  /** The strip is 0 <= y <= height, 0 <= x. */
  readonly height: number;
  /** Whether the search only goes on from its start: it makes no starts of its own. Default: false. */
  readonly refines?: boolean;
  /** The lines that items must lie on; null where they may lie anywhere. */
  readonly lines?: CrossingLines | null;
  /** Grid points to try beside the search's own places; null where there is no grid. */
  readonly offers?: OfferedGrids | null;
}

/**
 * Item i is its outline, turned over if flipped[choice[i]] and rotated by rotations[choice[i]] about the origin, then
 * moved by (x[i], y[i]).
 */
export interface StripLayout {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly choice: Int32Array;
  /** The greatest x that any item reaches. */
  readonly length: number;
}
