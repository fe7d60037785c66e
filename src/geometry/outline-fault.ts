/** The checks that a part, a sheet or a hole must pass to be an outline. */

import { orient2d } from './orient2d.js';
import type { Point } from './point.js';
import { neededPoints, type Ring, ringOf, signedArea, withoutRedundantPoints } from './ring.js';
import { selfIntersection } from './self-intersection.js';

export type OutlineFault =
  /** A coordinate is not a finite number, or too large to calculate with. */
  | { readonly kind: 'coordinate'; readonly point: number }
  | { readonly kind: 'too_few_points'; readonly distinct: number }
  | { readonly kind: 'zero_area' }
  /** Two edges (each named by its first point) cross, touch or lie on each other. */
  | {
      readonly kind: 'self_intersection';
      readonly points: readonly [number, number];
      readonly at: Point;
    };

/** Beyond this a product of two squares would leave the range of a double. */
export const largestCoordinate = 1e15;
/** The same number, spelt for messages. */
export const largestCoordinateText = '1e15';

/** The first fault of an outline as sent, or null. Near O(n log n) in the number of points. */
export function outlineFault(points: readonly Point[]): OutlineFault | null {
  for (let i = 0; i < points.length; i++) {
    const [x, y] = points[i]!;
    if (!(Math.abs(x) <= largestCoordinate && Math.abs(y) <= largestCoordinate))
      return { kind: 'coordinate', point: i };
  }
  const distinct = countDistinct(points);
  if (distinct < 3) return { kind: 'too_few_points', distinct };
  const sent = ringOf(points);
  const ring = withoutRedundantPoints(sent);
  if (ring.length < 6) return { kind: 'zero_area' };
  const crossing = selfIntersection(ring);
  if (crossing) {
    if (allOnOneLine(ring)) return { kind: 'zero_area' };
    const kept = neededPoints(sent);
    const at: [number, number] = [ring[2 * crossing.edge]!, ring[2 * crossing.edge + 1]!];
    return {
      kind: 'self_intersection',
      points: [kept[crossing.edge]!, kept[crossing.otherEdge]!],
      at,
    };
  }
  return signedArea(ring) === 0 ? { kind: 'zero_area' } : null;
}

/** 0, 1, 2 or 3 (three stands for three or more). */
function countDistinct(points: readonly Point[]): number {
  const seen: Point[] = [];
  for (const p of points) {
    if (!seen.some((q) => q[0] === p[0] && q[1] === p[1])) seen.push(p);
    if (seen.length === 3) break;
  }
  return seen.length;
}

/** A ring without redundant points lies on one line exactly when it only turns back on itself. */
function allOnOneLine(ring: Ring): boolean {
  const [ax, ay, bx, by] = [ring[0]!, ring[1]!, ring[2]!, ring[3]!];
  for (let i = 4; i < ring.length; i += 2) {
    if (orient2d(ax, ay, bx, by, ring[i]!, ring[i + 1]!) !== 0) return false;
  }
  return true;
}
