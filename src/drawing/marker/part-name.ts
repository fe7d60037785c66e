/** The name of a part in the files of a marker, and the quality of material that it needs. */
import type { Point } from '../../geometry/point.js';
import { type TextShape, text } from '../drawing.js';
import { namePlace } from '../name-place.js';
import { offGrid } from './clipping-grid.js';
import { zonesOfPart } from './drawn-zones.js';
import type { MarkerPart } from './marker.js';

/**
 * Null for a part without an id or a quality, or without room for the words. They lie beside the zones of the part where
 * that has half of the room at least.
 *
 * @param tallest height of a capital; smaller where the part lacks the room
 * @param move a shift from the marker to the place of the name
 */
export function partName(
  part: Named,
  tallest: number,
  move: (point: Point) => Point = (point) => point,
): TextShape | null {
  const { id, outline, holes, quality = null, zones = [] } = part;
  const name = quality === null ? id : `${id} needs quality ${quality}`.trim();
  const rings = [outline, ...holes].map((ring) => ring.map(move));
  const anywhere = namePlace(name, rings, tallest);
  if (!anywhere) return null;
  const own = zonesOfPart({ outline, holes, zones }).map(({ ring }) => offGrid(ring).map(move));
  const beside = own.length > 0 ? namePlace(name, [...rings, ...own], tallest) : null;
  const place = beside && beside.height >= anywhere.height / 2 ? beside : anywhere;
  const { center, height, upright } = place;
  const [x, y] = center;
  const at: Point = upright ? [x - height / 2, y] : [x, y + height / 2];
  return text(name, at, height, 'names', { anchor: 'middle', rotation: upright ? 90 : 0 });
}

type Named = Pick<MarkerPart, 'id' | 'outline' | 'holes'> & Partial<Pick<MarkerPart, 'quality' | 'zones'>>;
