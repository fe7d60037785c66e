/** The nest of a marker: its parts on a strip of cloth that is long enough for all of them. */
import { create } from '@bufbuild/protobuf';
import type { PlanLaysRequest } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { GravityDirection, NestRequestSchema } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { GivenPlacement, NestRequest, Polygon } from '../../nesting/request.js';
import { nestRequestOf } from '../nest/request.js';

/** Parts lie along their grain or against it, unless the request says otherwise. */
export const usualRotations: readonly number[] = [0, 180];

export interface MarkerSettings extends Pick<PlanLaysRequest, 'minDistance' | 'allowedRotations'> {
  readonly width: number;
  readonly seconds: number;
  /** A layout of the same parts to begin with. */
  readonly warmStart: readonly GivenPlacement[];
  /** Whether the search only goes on from that layout. */
  readonly refines: boolean;
}

/** Milliseconds, longer than any nest. With periodic reports a nest ends in its time; without, only after a generation. */
const reportInterval = 3_600_000;

export function roomOf(polygons: readonly Polygon[], settings: MarkerSettings): NestRequest {
  const { width, seconds, minDistance, allowedRotations, warmStart, refines } = settings;
  // long enough for all parts one behind the other, at any rotation
  const length = polygons.reduce(
    (sum, { points, quantity = 1 }) => sum + quantity * (acrossAll(points) + (minDistance ?? 1)),
    0,
  );
  const corners = [
    { x: 0, y: 0 },
    { x: length, y: 0 },
    { x: length, y: width },
    { x: 0, y: width },
  ];
  const nest = create(NestRequestSchema, {
    bins: [{ boundary: { points: corners } }],
    gravityDirection: GravityDirection.LEFT,
    allowedRotations: allowedRotations.length === 0 ? [...usualRotations] : allowedRotations,
    ...(minDistance !== undefined && { minDistance }),
    maximumExecutionTime: seconds,
    reportInterval,
  });
  return { ...nestRequestOf(nest, polygons), warmStart, refines };
}

function acrossAll(points: readonly (readonly [number, number])[]): number {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}
