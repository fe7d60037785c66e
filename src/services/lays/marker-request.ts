/** The nest of a marker: its parts on a strip of cloth that is long enough for all of them. */
import { create } from '@bufbuild/protobuf';
import type { PlanLaysRequest } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { GravityDirection, NestRequestSchema } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { Fabric, GivenPlacement, NestRequest } from '../../nesting/request.js';
import { oneWayOf } from '../nest/marker.js';
import type { OneWay } from '../nest/parts.js';
import { fabricOf, nestRequestOf } from '../nest/request.js';
import type { MarkerParts } from './marker-parts.js';

/** Parts lie along their grain or against it, unless the request says otherwise. */
export const usualRotations: readonly number[] = [0, 180];

/** How parts lie on the cloth of an order, as plain data. */
export interface LayingRules {
  readonly minDistance?: number;
  readonly allowedRotations: readonly number[];
  readonly rotationTolerance?: number;
  /** Default: none. */
  readonly way?: OneWay;
  readonly fabric?: Fabric;
}

/** One way for all is the first rotation: a strip may be turned round as a whole. */
export function layingRulesOf(request: PlanLaysRequest): LayingRules {
  const { minDistance, allowedRotations, rotationTolerance, fabric } = request;
  const way = oneWayOf(request);
  const rotations = allowedRotations.length === 0 ? usualRotations : allowedRotations;
  return {
    allowedRotations: way === 'marker' ? rotations.slice(0, 1) : rotations,
    ...(minDistance !== undefined && { minDistance }),
    ...(rotationTolerance !== undefined && { rotationTolerance }),
    ...(way !== 'none' && { way }),
    ...(fabric && { fabric: fabricOf(fabric) }),
  };
}

export interface MarkerSettings extends LayingRules {
  readonly width: number;
  readonly seconds: number;
  /** A layout of the same parts to begin with. */
  readonly warmStart: readonly GivenPlacement[];
  /** Whether the search only goes on from that layout. */
  readonly refines: boolean;
}

/** A strip on which nothing is nested. */
export const onStrip = (rules: LayingRules): MarkerSettings => ({
  ...rules,
  width: 1,
  seconds: 1,
  warmStart: [],
  refines: false,
});

/** Milliseconds, longer than any nest. With periodic reports a nest ends in its time; without, only after a generation. */
const reportInterval = 3_600_000;

export function roomOf({ polygons, match }: MarkerParts, settings: MarkerSettings): NestRequest {
  const { width, seconds, minDistance, allowedRotations, rotationTolerance, fabric, warmStart, refines } = settings;
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
    allowedRotations: [...(allowedRotations.length === 0 ? usualRotations : allowedRotations)],
    ...(minDistance !== undefined && { minDistance }),
    ...(rotationTolerance !== undefined && { rotationTolerance }),
    maximumExecutionTime: seconds,
    reportInterval,
  });
  return { ...nestRequestOf(nest, polygons, match), ...(fabric && { fabric }), warmStart, refines };
}

/** The pattern of the cloth along it after which a row of parts may lie on, in either direction; null: anywhere. */
export const stepAlong = (fabric: Fabric | undefined): number | null =>
  fabric?.repeatX === null || fabric === undefined ? null : fabric.repeatX / 2;

function acrossAll(points: readonly (readonly [number, number])[]): number {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}
