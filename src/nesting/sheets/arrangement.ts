/** A layout on sheets as the search has it, in search units. */

/** Item i lies with its reference point at (x[i], y[i]) from the corner of `sheet[i]`; on no sheet where that is -1. */
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
