/** The zones of parts that need another quality of material than the rest of their part, in the picture of a marker. */
import type { Point } from '../../geometry/point.js';
import { type DrawnShape, type TextShape, text } from '../drawing.js';
import { namePlace } from '../name-place.js';
import { offGrid } from './clipping-grid.js';
import { type ClothLook, zoneAreas, zonesOfPart } from './drawn-zones.js';
import type { MarkerPart } from './marker.js';
import { partName } from './part-name.js';

const needColor = '#24221d';

export const needShapes = (part: MarkerPart, move: (point: Point) => Point, look: ClothLook): DrawnShape[] =>
  zoneAreas(zonesOfPart(part), move, look, { layer: 'needs', color: needColor, strokeWidth: look.pen });

/** Outlines of the zones as far as they lie on their part, in the coordinates of the marker. */
export const needRings = (part: MarkerPart): Point[][] => zonesOfPart(part).map(({ ring }) => offGrid(ring));

/** The name of a part, and the qualities in its zones. */
export function partWords(part: MarkerPart, tallest: number, move?: (point: Point) => Point): TextShape[] {
  const name = partName(part, tallest, move);
  return [...(name ? [name] : []), ...needNames(part, tallest, move)];
}

/** The quality in each zone with room for the words. */
const needNames = (part: MarkerPart, tallest: number, move: (point: Point) => Point = (point) => point): TextShape[] =>
  zonesOfPart(part).flatMap(({ quality, ring }) => {
    const name = `needs quality ${quality}`;
    const place = namePlace(name, [offGrid(ring).map(move)], tallest);
    if (!place) return [];
    const { center, height, upright } = place;
    const at: Point = upright ? [center[0] - height / 2, center[1]] : [center[0], center[1] + height / 2];
    return [text(name, at, height, 'need-names', { anchor: 'middle', rotation: upright ? 90 : 0, color: needColor })];
  });
