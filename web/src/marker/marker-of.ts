/** A layout in the form that the writers of `src/drawing/marker` take, in millimetres. */
import {
  GravityDirection,
  type NestSolution,
  type Polygon,
  type Polyline,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import { layMarker, type Marker } from '../../../src/drawing/marker/marker.js';
import { formOf } from './cloth.js';
import type { Ground } from './run.js';

const sides = {
  [GravityDirection.UNSPECIFIED]: 'top',
  [GravityDirection.TOP]: 'top',
  [GravityDirection.RIGHT]: 'right',
  [GravityDirection.BOTTOM]: 'bottom',
  [GravityDirection.LEFT]: 'left',
} as const;

const pointsOf = ({ points }: Polygon | Polyline): (readonly [number, number])[] => points.map(({ x, y }) => [x, y]);

export function markerOf(
  {
    polygons,
    bins,
    gravity,
    unitMm,
    roll,
    fabric,
  }: Pick<Ground, 'polygons' | 'bins' | 'gravity' | 'unitMm' | 'roll' | 'fabric'>,
  { placements, unplaced, usage, matches }: NestSolution,
  plain?: NestSolution | null,
): Marker {
  return layMarker({
    polygons: polygons.map((polygon) => ({
      id: polygon.id,
      origin: polygon.origin ? [polygon.origin.x, polygon.origin.y] : null,
      points: pointsOf(polygon),
      holes: polygon.holes.map((hole) => ({ points: pointsOf(hole) })),
      quality: polygon.quality,
      zones: polygon.zones.map((zone) => ({ boundary: { points: pointsOf(zone.boundary!) }, quality: zone.quality! })),
      matchPoints: polygon.matchPoints.map(({ at }) => ({ at: [at!.x, at!.y] as const })),
      ...(polygon.foldLine.length > 0 && { foldLine: polygon.foldLine.map(({ x, y }) => [x, y] as const) }),
    })),
    bins: bins.map(({ boundary, holes, open, zones }) => ({
      open,
      boundary: { points: pointsOf(boundary!) },
      zones: zones.map((zone) => ({ boundary: { points: pointsOf(zone.boundary!) }, quality: zone.quality! })),
      holes: holes.map((hole) => ({ points: pointsOf(hole) })),
    })),
    placements: placements.map(({ index, bin, position, rotation, mirrored }) => ({
      index: index!,
      bin: bin!,
      rotation: rotation!,
      mirrored,
      position: [position!.x, position!.y],
    })),
    unplaced,
    gravityDirection: sides[gravity],
    unitMm,
    roll,
    clothForm: formOf(fabric),
    fabric,
    matches,
    plainUtilisation: plain?.utilisation,
    remnants: new Map(
      usage?.sheets.map(({ bin, remnants }) => [
        bin,
        remnants.map(({ boundary, holes }) => ({
          boundary: { points: pointsOf(boundary!) },
          holes: holes.map((hole) => ({ points: pointsOf(hole) })),
        })),
      ]),
    ),
  });
}
