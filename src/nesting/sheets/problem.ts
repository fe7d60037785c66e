/**
 * The problem of several sheets as the search sees it, free of requests: outlines with their allowed orientations, and
 * sheets with obstacles. A strip with keep-outs, a hide, or a strip with parts that already lie there is a problem of one sheet.
 */
import type { Orientation } from '../../geometry/orientation.js';
import type { Ring } from '../../geometry/ring.js';
import type { CrossingLines, OfferedGrids } from '../overlap/grids.js';

/** One outline in any unit and place. */
export interface SheetPart {
  /** Grown by half of the minimum distance: two of these must not overlap, nor stick out of a sheet's box. */
  readonly outline: Ring;
  /** The outline itself, which must not overlap an obstacle. */
  readonly bare: Ring;
  /** Openings in which others may lie (positive rings), shrunk by half of the minimum distance. */
  readonly holes: readonly Ring[];
  /** At least one. */
  readonly orientations: readonly Orientation[];
}

/** A sheet is 0 <= x <= length, 0 <= y <= height for grown outlines, without its obstacles for bare ones. */
export interface SheetKind {
  readonly length: number;
  readonly height: number;
  /** Simple outlines, which may reach beyond the sheet. */
  readonly obstacles: readonly Ring[];
}

export interface SheetProblem {
  readonly parts: readonly SheetPart[];
  /** The part of each item. */
  readonly items: readonly number[];
  /** What leaving an item out costs. */
  readonly values: readonly number[];
  /** Items that stay where the first layout has them. */
  readonly locked: readonly boolean[];
  readonly kinds: readonly SheetKind[];
  /** The kind of each sheet, in the order in which sheets are to be used. */
  readonly sheets: readonly number[];
  /** What items have to lie on, from the corner of the sheet, of which there is one then; null where they may lie anywhere. */
  readonly lines: CrossingLines | null;
  /** Of each kind of sheet what is tried beside the places that the search finds by itself; null where none has a grid. */
  readonly offers: OfferedGrids | null;
  /** What is minimised once all items lie on as few sheets as possible: the sum over the sheets of span or of area. */
  readonly goal: 'length' | 'area';
}

/**
 * In the problem's unit: item i is its part in the orientation `orientations[choice[i]]` of that, moved by (x[i], y[i])
 * from the corner of `sheet[i]`; on no sheet where that is -1.
 */
export interface SheetLayout {
  readonly sheet: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly choice: Int32Array;
}
