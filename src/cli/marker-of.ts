/** The marker that a layout of a nest request is, for the writers of `src/drawing/marker`. */
import type { NestRequest, NestSolution } from '../../gen/selvage/nest/v1/nest_pb.js';
import { layMarker, type Marker } from '../drawing/marker/marker.js';
import { nestRequestOf, placementOf, polygonOf } from '../services/nest/request.js';

/** What the request does not say of its sheets. */
export interface MarkerGround {
  /** Millimetres in one unit of the request; default 1. */
  readonly unitMm?: number;
  /** Whether they come off a roll; default by their shape. */
  readonly roll?: boolean | undefined;
}

export function markerOf(
  request: NestRequest,
  { placements, unplaced }: NestSolution,
  { unitMm = 1, roll }: MarkerGround = {},
): Marker {
  return layMarker({
    ...nestRequestOf(request, request.polygons.map(polygonOf)),
    placements: placements.map(placementOf),
    unplaced,
    unitMm,
    roll,
  });
}
