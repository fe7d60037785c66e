/** The cloth of a sheet in the picture of its marker: its zones under the parts, its stripes and the match points above them. */
import { intersection } from '../../geometry/boolean.js';
import type { Point } from '../../geometry/point.js';
import { positive, type Ring, ringOf } from '../../geometry/ring.js';
import { area, circle, type DrawnShape, polyline, text } from '../drawing.js';
import { boxOf } from '../plane.js';
import type { MarkerSheet } from './marker.js';

export interface ClothLook {
  /** Width of thin lines, mm. */
  readonly pen: number;
  /** A thousandth of the smaller side of the sheet, mm: words and dots stay legible at every scale. */
  readonly unit: number;
  readonly filled: boolean;
}

const stripeColor = '#7d8fa9';
const zoneColor = '#a16207';
const matchColor = '#b91c1c';
/** Units of the grid for zones in a millimetre. */
const gridPerMm = 1000;

export function zoneShapes(
  { outline, zones }: MarkerSheet,
  move: (point: Point) => Point,
  { pen, unit, filled }: ClothLook,
): DrawnShape[] {
  const sheet = onGrid(outline);
  // Clipping never ends where a coordinate is no number.
  const drawable = sheet.every(Number.isFinite)
    ? zones.filter((zone) => onGrid(zone.outline).every(Number.isFinite))
    : [];
  return drawable.flatMap((zone) =>
    intersection([onGrid(zone.outline)], [sheet]).flatMap((ring): DrawnShape[] => {
      const points = offGrid(ring).map(move);
      const { left, top, right, bottom } = boxOf(points);
      const height = Math.min(18 * unit, (right - left) / 8, (bottom - top) / 3);
      const at: Point = [left + height, top + 2 * height];
      return [
        area(points, 'zones', {
          ...(filled && { fill: zoneColor, fillOpacity: 0.14 }),
          stroke: zoneColor,
          strokeWidth: pen,
          dash: [3 * pen, 5 * pen],
        }),
        text(`quality ${zone.quality}`, at, height, 'zones', { color: zoneColor }),
      ];
    }),
  );
}

/** They run on across the parts, so they lie above the colours of these. */
export const stripeShapes = (
  { stripes }: MarkerSheet,
  move: (point: Point) => Point,
  { pen, filled }: ClothLook,
): DrawnShape[] => {
  const style = { stroke: stripeColor, strokeWidth: (filled ? 1.5 : 0.6) * pen };
  return stripes.map((stripe) => polyline(stripe.map(move), 'stripes', style));
};

/** A dot where a seam must meet another one in the pattern. */
export const matchShapes = (
  { parts }: MarkerSheet,
  move: (point: Point) => Point,
  { unit, filled }: ClothLook,
): DrawnShape[] =>
  parts.flatMap(({ matchPoints }) =>
    matchPoints.map((point) => circle(move(point), (filled ? 5 : 3) * unit, 'match-points', { fill: matchColor })),
  );

const onGrid = (points: readonly Point[]): Ring =>
  positive(ringOf(points).map((coordinate) => Math.round(coordinate * gridPerMm)));

const offGrid = (ring: Ring): Point[] =>
  Array.from({ length: ring.length / 2 }, (_, i): Point => [ring[2 * i]! / gridPerMm, ring[2 * i + 1]! / gridPerMm]);
