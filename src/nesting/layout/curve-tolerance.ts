/** The limit of simplifying outlines, whatever the tolerance of the request, and the warning where it bites. */
import { boxOf, ringOf } from '../../geometry/ring.js';
import type { NestRequest, NestWarning, Polyline } from '../request.js';

/** Most simplification, as a share of the smaller side of an outline's box. */
export const gentleShare = 0.005;

/** Warns that some parts are simplified less than `curveTolerance` allows; null where none is. */
export function cappedTolerance({ polygons, curveTolerance }: NestRequest): NestWarning | null {
  const caps = polygons.map(({ points }) => gentleShare * smallerSide(points)).filter((cap) => cap < curveTolerance);
  if (caps.length === 0) return null;
  const least = Number(caps.reduce((a, b) => Math.min(a, b)).toPrecision(3));
  const parts = `${caps.length} of ${polygons.length} parts`;
  const message = `curveTolerance is ${curveTolerance}, which is more than ${100 * gentleShare} % of the smaller side of ${parts}; those are simplified by at most this share, the smallest by ${least}`;
  return { code: 'curve_tolerance_capped', path: 'curveTolerance', message };
}

function smallerSide(points: Polyline['points']): number {
  const { minX, minY, maxX, maxY } = boxOf(ringOf(points));
  return Math.min(maxX - minX, maxY - minY);
}
