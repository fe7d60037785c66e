/**
 * The strip problem as the search sees it, free of requests and sheets: outlines with their allowed rotations, how many
 * of each, and a strip from x = 0 whose used length is to become as short as possible.
 */
import type { Ring } from '../../geometry/ring.js';

/** One outline in any unit and place; a minimum distance is already part of it (grown by half of it). */
export interface StripType {
  readonly outline: Ring;
  /** Degrees about the coordinates' origin; at least one. */
  readonly rotations: readonly number[];
}

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
  readonly x: { readonly origin: number; readonly step: number } | null;
  readonly y: { readonly origin: number; readonly step: number } | null;
}

/** Grids that items may lie on and need not. */
export interface OfferedGrids {
  /** The point of an item that goes onto the grid, from its place in a layout, by type and rotation. */
  readonly anchors: readonly (readonly (readonly [x: number, y: number])[])[];
  /** One for each kind of sheet; of a strip there is one. */
  readonly grids: readonly Grid[];
}

export interface StripProblem {
  readonly types: readonly StripType[];
  /** The type of each item. */
  readonly items: ArrayLike<number>;
  /** The strip is 0 <= y <= height, 0 <= x. */
  readonly height: number;
  /** What items have to lie on; null where they may lie anywhere. */
  readonly lines?: CrossingLines | null;
  /** What is tried beside the places that the search finds by itself; null where there is no grid. */
  readonly offers?: OfferedGrids | null;
}

/** Item i is its outline rotated by rotations[rotation[i]] about the origin, then moved by (x[i], y[i]). */
export interface StripLayout {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly rotation: Int32Array;
  /** The greatest x that any item reaches. */
  readonly length: number;
}
