/** The marker of a ply: its cloth begins with the first part and ends with the last, since the spreader cuts no more of it. */
import type { Point } from '../../geometry/point.js';
import { boxOf } from '../plane.js';
import { type ClothPattern, stripesOf } from './cloth-pattern.js';
import type { Marker, MarkerSheet } from './marker.js';

/**
 * @param marker on open cloth that lies along x
 * @returns the offsets of its pattern count from the start of the ply and from its upper edge
 */
export function onPly(marker: Marker): Marker {
  const [sheet] = marker.sheets;
  if (!sheet) return marker;
  const { used } = sheet;
  const { left, top, bottom } = boxOf(sheet.outline);
  const outline: Point[] = [
    [used.left, top],
    [used.right, top],
    [used.right, bottom],
    [used.left, bottom],
  ];
  const pattern = marker.pattern && fromStart(marker.pattern, used.left - left);
  const ply: MarkerSheet = { ...sheet, outline, stripes: pattern ? stripesOf(pattern, outline, outline) : [] };
  return { ...marker, sheets: [ply], pattern };
}

function fromStart({ repeatX, repeatY, offsetX = 0, offsetY = 0 }: ClothPattern, start: number): ClothPattern {
  return { repeatX, repeatY, offsetX: inRepeat(offsetX - start, repeatX), offsetY: inRepeat(offsetY, repeatY) };
}

/** By so much a place may differ from the beginning of a repeat that it stands for, mm. */
const rounding = 1e-3;

/** The first beginning of a repeat from 0 on; 0 without a repeat. */
function inRepeat(offset: number, repeat: number | null | undefined): number {
  if (!repeat) return 0;
  const place = offset - Math.floor(offset / repeat) * repeat;
  return place < rounding || repeat - place < rounding ? 0 : place;
}
