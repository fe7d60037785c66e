/** A layout on sheets within the search, in search units. */
import type { SheetProblem } from './problem.js';

/** Item i has its reference point at (x[i], y[i]) from the corner of `sheet[i]`; -1 stands for no sheet. */
export interface SheetArrangement {
  readonly sheet: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Indices into `SheetShapes.orientations`. */
  readonly orientation: Int32Array;
}

export function copyOfSheets({ sheet, x, y, orientation }: SheetArrangement): SheetArrangement {
  return { sheet: sheet.slice(), x: x.slice(), y: y.slice(), orientation: orientation.slice() };
}

/** The items on the given sheets that are not locked. */
export function movableOn(
  { items, locked }: SheetProblem,
  { sheet }: SheetArrangement,
  sheets: readonly number[],
): number[] {
  return [...items.keys()].filter((item) => !locked[item] && sheets.includes(sheet[item]!));
}
