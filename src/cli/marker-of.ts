/** The marker for a layout of a nest request, for the writers of `src/drawing/marker`. */
import type { NestRequest, NestSolution } from '../../gen/selvage/nest/v1/nest_pb.js';
import { layMarker, type Marker } from '../drawing/marker/marker.js';
import { binOf, nestRequestOf, placementOf, polygonOf } from '../services/nest/request.js';

/** Facts about the sheets that the request does not hold. */
export interface MarkerGround {
  /** Millimetres in one unit of the request; default 1. */
  readonly unitMm?: number;
  /** Whether the sheets come off a roll; by default their shape decides. */
  readonly roll?: boolean | undefined;
  /** The best layout of the same parts on plain cloth. */
  readonly plain?: NestSolution | null | undefined;
}

export function markerOf(
  request: NestRequest,
  { placements, unplaced, usage, matches }: NestSolution,
  { unitMm = 1, roll, plain }: MarkerGround = {},
): Marker {
  return layMarker({
    ...nestRequestOf(request, request.polygons.map(polygonOf)),
    placements: placements.map(placementOf),
    unplaced,
    matches,
    remnants: new Map(usage?.sheets.map(({ bin, remnants }) => [bin, remnants.map(binOf)])),
    unitMm,
    roll,
    plainUtilisation: plain?.utilisation,
  });
}
