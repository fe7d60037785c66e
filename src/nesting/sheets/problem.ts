/**
 * The problem of several sheets for the search, free of requests: outlines with their allowed orientations, and sheets
 * with obstacles. A hide, or a strip with keep-outs or locked parts, is a problem of one sheet.
 */
import type { Orientation } from '../../geometry/orientation.js';
import type { Ring } from '../../geometry/ring.js';
import type { CrossingLines, OfferedGrids } from '../overlap/grids.js';
import type { EndGaps } from '../overlap/items.js';

/** One outline in any unit and place. */
export interface SheetPart {
  /** Grown by half of the minimum distance: two of them must not overlap, nor stick out of a sheet's box. */
  readonly outline: Ring;
  /** The bare outline, which must not overlap an obstacle. */
  readonly bare: Ring;
  /** Openings in which other parts may lie (positive rings), shrunk by half of the minimum distance. */
  readonly openings: readonly Ring[];
  /** By quality of a zone: regions (an outline, then its openings) that must not lie there. */
  readonly sensitive: ReadonlyMap<number, readonly (readonly Ring[])[]>;
  /** At least one. */
  readonly orientations: readonly Orientation[];
  /** By orientation: the end of the sheet's height at which it lies; null: anywhere. */
  readonly folds: readonly ('low' | 'high' | null)[];
  /** Distance to every other part, beyond the minimum distance; the larger one of a pair holds. Default: 0. */
  readonly spacing?: number;
  /** How far it keeps off the lower end of the height, and off the upper one of the highest sheet. Default: 0. */
  readonly gaps?: EndGaps;
}

/** A sheet is 0 <= x <= length, 0 <= y <= height for grown outlines; bare outlines also keep off its obstacles. */
export interface SheetKind {
  readonly length: number;
  readonly height: number;
  /** Simple outlines, which may reach beyond the sheet. */
  readonly obstacles: readonly Ring[];
  /** Simple outlines of zones, which only parts sensitive to their quality keep off. */
  readonly zones: readonly { readonly quality: number; readonly ring: Ring }[];
  /** Way along from the problem's lines to those of this kind, each counted from its own corner. */
  readonly linesShift: number;
}

export interface SheetProblem {
  readonly parts: readonly SheetPart[];
  /** The part of each item. */
  readonly items: readonly number[];
  /** The cost of leaving each item out. */
  readonly values: readonly number[];
  /** Whether each item keeps its place in the first layout. */
  readonly locked: readonly boolean[];
  readonly kinds: readonly SheetKind[];
  /** The kind of each sheet, in the order of use. */
  readonly sheets: readonly number[];
  /** The cloth of each sheet: parts that fit one cloth fit no other. Default: all are of one. */
  readonly cloths?: readonly number[];
  /** The lines that items must lie on, from the corner of a sheet without a shift; null where they may lie anywhere. */
  readonly lines: CrossingLines | null;
  /** Grid points of each kind of sheet, to try beside the search's own places; null where no sheet has a grid. */
  readonly offers: OfferedGrids | null;
  /**
   * The quantity to minimise once all items lie on as few sheets as possible: the sum of the spans or areas of the
   * sheets.
   */
  readonly goal: 'length' | 'area';
}

/**
 * In the problem's unit: item i is its part in that part's `orientations[choice[i]]`, moved by (x[i], y[i]) from the
 * corner of `sheet[i]`. A sheet of -1 stands for none.
 */
export interface SheetLayout {
  readonly sheet: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly choice: Int32Array;
}
