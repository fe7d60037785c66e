/** Tells whether two placed outlines overlap or come too near, for the exact check. */

import type { Point } from '../../geometry/point.js';
import { insidePoint, squaredDistanceToSegment, winding } from '../../geometry/region.js';
import { type Box, boxOf, type Ring } from '../../geometry/ring.js';

export interface Outline {
  readonly ring: Ring;
  /** Rings of the other sense, in which other parts may lie. */
  readonly openings: readonly Ring[];
  readonly box: Box;
  /** A point inside, not in an opening. It decides about outlines whose boundaries do not cross. */
  readonly inside: Point;
}

export function outlineOf(ring: Ring, openings: readonly Ring[] = []): Outline {
  return { ring, openings, box: boxOf(ring), inside: insidePoint(ring, openings) };
}

/** Whether the insides of two outlines meet: a pair of edges crosses, or one outline lies in the other. */
export function overlap(a: Outline, b: Outline): boolean {
  if (boxesApart(a.box, b.box, 0)) return false;
  return boundariesCloser(a, b, 0) || oneInsideOther(a, b);
}

/** Whether two outlines overlap or come nearer than `distance`. */
export function closerThan(a: Outline, b: Outline, distance: number): boolean {
  if (boxesApart(a.box, b.box, distance)) return false;
  return boundariesCloser(a, b, distance) || oneInsideOther(a, b);
}

/** Whether a point of one boundary lies within `distance` of the other; with 0, whether they cross. */
export function boundariesCloser(a: Outline, b: Outline, distance: number): boolean {
  if (a.openings.length + b.openings.length === 0) return ringsCloser(a.ring, b.ring, a.box, b.box, distance);
  const others = [b.ring, ...b.openings];
  return [a.ring, ...a.openings].some((p) => others.some((q) => ringsCloser(p, q, a.box, b.box, distance)));
}

/** Places in q of the edges of one call that may come near. */
let nearEdges = new Int32Array(256);

/** `around` and `near`: boxes around p and q. */
function ringsCloser(p: Ring, q: Ring, around: Box, near: Box, distance: number): boolean {
  const limit = distance * distance;
  const count = edgesNear(q, around, distance);
  if (count === 0) return false;
  for (let i = 0, h = p.length - 2; i < p.length; h = i, i += 2) {
    const ax = p[h]!;
    const ay = p[h + 1]!;
    const bx = p[i]!;
    const by = p[i + 1]!;
    const left = Math.min(ax, bx) - distance;
    const right = Math.max(ax, bx) + distance;
    const low = Math.min(ay, by) - distance;
    const high = Math.max(ay, by) + distance;
    if (right < near.minX || left > near.maxX || high < near.minY || low > near.maxY) continue;
    for (let n = 0; n < count; n++) {
      const j = nearEdges[n]!;
      const k = j === 0 ? q.length - 2 : j - 2;
      const cx = q[k]!;
      const dx = q[j]!;
      if ((cx < left && dx < left) || (cx > right && dx > right)) continue;
      const cy = q[k + 1]!;
      const dy = q[j + 1]!;
      if ((cy < low && dy < low) || (cy > high && dy > high)) continue;
      if (cross(ax, ay, bx, by, cx, cy, dx, dy)) return true;
      if (distance === 0) continue;
      if (
        squaredDistanceToSegment(ax, ay, cx, cy, dx, dy) < limit ||
        squaredDistanceToSegment(bx, by, cx, cy, dx, dy) < limit
      )
        return true;
      if (
        squaredDistanceToSegment(cx, cy, ax, ay, bx, by) < limit ||
        squaredDistanceToSegment(dx, dy, ax, ay, bx, by) < limit
      )
        return true;
    }
  }
  return false;
}

/** Keeps the places of the ends of the edges within `distance` of a box, along and across, and returns their number. */
function edgesNear(ring: Ring, { minX, minY, maxX, maxY }: Box, distance: number): number {
  if (nearEdges.length < ring.length / 2) nearEdges = new Int32Array(ring.length);
  const [left, low, right, high] = [minX - distance, minY - distance, maxX + distance, maxY + distance];
  let count = 0;
  for (let j = 0, k = ring.length - 2; j < ring.length; k = j, j += 2) {
    const cx = ring[k]!;
    const dx = ring[j]!;
    if ((cx < left && dx < left) || (cx > right && dx > right)) continue;
    const cy = ring[k + 1]!;
    const dy = ring[j + 1]!;
    if ((cy < low && dy < low) || (cy > high && dy > high)) continue;
    nearEdges[count++] = j;
  }
  return count;
}

function oneInsideOther(a: Outline, b: Outline): boolean {
  return isWithin(a, b) || isWithin(b, a);
}

/** Whether any of `a` lies inside `b`, given that their boundaries do not cross. */
function isWithin(a: Outline, { ring, openings }: Outline): boolean {
  const region = [ring, ...openings];
  if (winding(region, ...a.inside) !== 0) return true;
  if (a.openings.length + openings.length === 0) return false;
  // Where one covers an opening of the other, both inside points may be free.
  return [a.ring, ...a.openings].some((own) => winding(region, own[0]!, own[1]!) !== 0);
}

export function boxesApart(a: Box, b: Box, distance: number): boolean {
  return (
    a.maxX + distance <= b.minX ||
    b.maxX + distance <= a.minX ||
    a.maxY + distance <= b.minY ||
    b.maxY + distance <= a.minY
  );
}

function cross(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
  if (c > 0 === d > 0) return false;
  const a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx);
  const b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx);
  return a > 0 !== b > 0;
}
