/**
 * Tilt: a part may turn from each of its allowed rotations by as much as its tolerance. The overlap searches try some
 * tilted rotations of each part, whose differences are multiples of one step, so that pairs share no-fit polygons.
 */

import { normalDegrees } from '../../geometry/rotation.js';
import type { NestRequest, Placement, Polygon } from '../request.js';
import { degreesBetween } from './directions.js';
import { matchingParts } from './matching.js';

/** A rotation may exceed its tolerance by this rounding, in degrees. */
export const tiltRounding = 1e-9;

/** Degrees to either side of each allowed rotation. */
export function toleranceOf(request: NestRequest, polygon: Polygon): number {
  const own = polygon.rotationTolerance ?? request.rotationTolerance ?? 0;
  // A half part lies along the fold, and a part that matches along the pattern of the cloth.
  return own > 0 && (polygon.foldLine || matchingParts(request).has(polygon)) ? 0 : own;
}

/** Whether a request has any tolerance, even of parts that must lie straight. */
export function hasTolerance({ rotationTolerance = 0, polygons }: NestRequest): boolean {
  return rotationTolerance > 0 || polygons.some((polygon) => (polygon.rotationTolerance ?? 0) > 0);
}

/** Whether any part may tilt. */
export function hasTilt(request: NestRequest): boolean {
  return request.polygons.some((polygon) => toleranceOf(request, polygon) > 0);
}

/** Whether a part may lie at a rotation. */
export function isAllowed(request: NestRequest, polygon: Polygon, degrees: number): boolean {
  const tolerance = toleranceOf(request, polygon) + tiltRounding;
  const rotations = polygon.allowedRotations ?? request.allowedRotations;
  return rotations.some((rotation) => degreesBetween(rotation, degrees) <= tolerance);
}

/** Multiples of an even step within a tolerance, on both sides and without zero: 2 `perSide` of them. */
export function tilts(tolerance: number, perSide: number): number[] {
  return Array.from({ length: perSide }, (_, k) => (tolerance * (k + 1)) / perSide).flatMap((tilt) => [tilt, -tilt]);
}

/** Parts with more rotations than this tilt only from the rotations that they have in a layout. */
const mostRotations = 4;

/**
 * A request whose parts have tilted rotations for the overlap searches, on a grid of `perSide` steps within the tolerance.
 * They lie within `reach` steps of the rotations that a part has in `placements`.
 */
export function tilted(
  request: NestRequest,
  placements: readonly Placement[],
  { perSide, reach }: { readonly perSide: number; readonly reach: number },
): NestRequest {
  const used = new Map<string, Set<number>>();
  const keys = request.polygons.map(({ points, holes }) => JSON.stringify([points, holes]));
  for (const { index, rotation } of placements) {
    const key = keys[index]!;
    const known = used.get(key);
    if (known) known.add(normalDegrees(rotation));
    else used.set(key, new Set([normalDegrees(rotation)]));
  }
  const locked = new Set(request.locked?.map(({ index }) => index));
  const polygons = request.polygons.map((polygon, index): Polygon => {
    const tolerance = toleranceOf(request, polygon);
    if (tolerance === 0 || locked.has(index)) return polygon;
    const rotations = polygon.allowedRotations ?? request.allowedRotations;
    const own = used.get(keys[index]!) ?? new Set<number>();
    const step = tolerance / perSide;
    const found = rotations.flatMap((rotation) => {
      const near = [...own].filter((degrees) => degreesBetween(degrees, rotation) <= tolerance + tiltRounding);
      if (rotations.length > mostRotations && near.length === 0) return [];
      const from = reach >= perSide ? [0] : near.map((degrees) => Math.round(signedBetween(degrees, rotation) / step));
      const steps = new Set<number>();
      for (const middle of from)
        for (let k = middle - reach; k <= middle + reach; k++) if (Math.abs(k) <= perSide) steps.add(k);
      steps.delete(0);
      return [...steps].map((k) => rotation + k * step);
    });
    return { ...polygon, tilts: found };
  });
  return { ...request, polygons };
}

/** Degrees from `b` to `a`, -180 to 180. */
export function signedBetween(a: number, b: number): number {
  const apart = normalDegrees(a - b);
  return apart > 180 ? apart - 360 : apart;
}
