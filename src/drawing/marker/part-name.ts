/** The name of a part in the files of a marker. */
import type { Point } from '../../geometry/point.js';
import { type TextShape, text } from '../drawing.js';
import { namePlace } from '../name-place.js';
import type { MarkerPart } from './marker.js';

/**
 * Null for a part without an id, or without room for it.
 *
 * @param tallest height of a capital; smaller where the part lacks the room
 * @param move a shift from the marker to the place of the name
 */
export function partName(
  { id, outline, holes }: Pick<MarkerPart, 'id' | 'outline' | 'holes'>,
  tallest: number,
  move: (point: Point) => Point = (point) => point,
): TextShape | null {
  const place = namePlace(
    id,
    [outline, ...holes].map((ring) => ring.map(move)),
    tallest,
  );
  if (!place) return null;
  const { center, height, upright } = place;
  const [x, y] = center;
  const at: Point = upright ? [x - height / 2, y] : [x, y + height / 2];
  return text(id, at, height, 'names', { anchor: 'middle', rotation: upright ? 90 : 0 });
}
