/** A layout in the form that the writers of `src/drawing/marker` take, in millimetres. */
import {
  GravityDirection,
  type NestSolution,
  type Polygon,
  type Polyline,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import { layMarker, type Marker, type MarkerOutline } from '../../../src/drawing/marker/marker.js';
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

/** Of each list of parts, which stays the same from layout to layout. */
const outlines = new WeakMap<readonly Polygon[], readonly MarkerOutline[]>();

function outlinesOf(polygons: readonly Polygon[]): readonly MarkerOutline[] {
  const known = outlines.get(polygons);
  if (known) return known;
  const made = polygons.map((polygon) => ({
    id: polygon.id,
    origin: polygon.origin ? ([polygon.origin.x, polygon.origin.y] as const) : null,
    points: pointsOf(polygon),
    holes: polygon.holes.map((hole) => ({ points: pointsOf(hole) })),
    quality: polygon.quality,
    zones: polygon.zones.map((zone) => ({ boundary: { points: pointsOf(zone.boundary!) }, quality: zone.quality! })),
    matchPoints: polygon.matchPoints.map(({ at }) => ({ at: [at!.x, at!.y] as const })),
    ...(polygon.foldLine.length > 0 && { foldLine: polygon.foldLine.map(({ x, y }) => [x, y] as const) }),
  }));
  outlines.set(polygons, made);
  return made;
}

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
    polygons: outlinesOf(polygons),
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
