/** The places of a marker's sheets in one picture: each under the one before it, whatever coordinates they have. */
import type { Point } from '../../geometry/point.js';
import { boxOf, type PlaneBox } from '../plane.js';
import type { Marker, MarkerSheet } from './marker.js';

export interface StackedSheet {
  readonly sheet: MarkerSheet;
  /** Box of the sheet in its own coordinates. */
  readonly box: PlaneBox;
  /** From the sheet's coordinates to the picture's, whose top left corner is [0, 0]. */
  readonly move: (point: Point) => Point;
}

/** Free space under a sheet, as a share of its smaller side. */
const gap = 0.06;

export function stackedSheets({ sheets }: Marker): StackedSheet[] {
  let top = 0;
  return sheets.map((sheet) => {
    const box = boxOf(sheet.outline);
    const shift = top - box.top;
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    top += height + gap * Math.min(width, height);
    return { sheet, box, move: ([x, y]) => [x - box.left, y + shift] };
  });
}
