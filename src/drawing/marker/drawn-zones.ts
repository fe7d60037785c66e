/** Zones of quality as far as they lie on their sheet or their part, and how they are drawn. */
import { intersection } from '../../geometry/boolean.js';
import type { Point } from '../../geometry/point.js';
import { type Ring, reversed } from '../../geometry/ring.js';
import { area, type DrawnShape } from '../drawing.js';
import { offGrid, onGrid } from './clipping-grid.js';
import type { MarkerPart, MarkerSheet, MarkerZone } from './marker.js';

export interface ClothLook {
  /** Width of thin lines, mm. */
  readonly pen: number;
  /** A thousandth of the smaller side of the sheet, mm: words and dots stay legible at every scale. */
  readonly unit: number;
  readonly filled: boolean;
}

export interface DrawnZone {
  readonly quality: number;
  /** On the grid. */
  readonly ring: Ring;
}

export const zonesOfSheet = ({ outline, zones }: Pick<MarkerSheet, 'outline' | 'zones'>): DrawnZone[] =>
  zonesOn(zones, outline, []);

export const zonesOfPart = ({ outline, holes, zones }: Pick<MarkerPart, 'outline' | 'holes' | 'zones'>): DrawnZone[] =>
  zonesOn(zones, outline, holes);

export const zoneAreas = (
  zones: readonly DrawnZone[],
  move: (point: Point) => Point,
  { unit, filled }: ClothLook,
  { layer, color, strokeWidth }: { readonly layer: string; readonly color: string; readonly strokeWidth: number },
): DrawnShape[] =>
  zones.map(({ ring }) =>
    area(offGrid(ring).map(move), layer, {
      ...(filled && { fill: color, fillOpacity: 0.14 }),
      stroke: color,
      strokeWidth,
      dash: [3 * unit, 5 * unit],
    }),
  );

function zonesOn(
  zones: readonly MarkerZone[],
  outline: readonly Point[],
  holes: readonly (readonly Point[])[],
): DrawnZone[] {
  const ground = [onGrid(outline), ...holes.map((hole) => reversed(onGrid(hole)))];
  // Clipping never ends where a coordinate is no number.
  if (zones.length === 0 || !ground.every((ring) => ring.every(Number.isFinite))) return [];
  return zones.flatMap(({ quality, outline: zone }) => {
    const ring = onGrid(zone);
    if (!ring.every(Number.isFinite)) return [];
    return intersection([ring], ground).map((each) => ({ quality, ring: each }));
  });
}
