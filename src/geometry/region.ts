/** Regions bounded by several rings: where a point lies, and which rings are redundant. */

import type { Point } from './point.js';
import { boxOf, type Ring, signedArea } from './ring.js';

/** Winding number of the rings around a point; a point exactly on an edge counts for one of its sides. */
export function winding(rings: readonly Ring[], x: number, y: number): number {
  let count = 0;
  for (const ring of rings) {
    const n = ring.length;
    let px = ring[n - 2]!;
    let py = ring[n - 1]!;
    for (let i = 0; i < n; i += 2) {
      const qx = ring[i]!;
      const qy = ring[i + 1]!;
      if (py <= y !== qy <= y) {
        const side = (qx - px) * (y - py) - (qy - py) * (x - px);
        if (qy > py) {
          if (side > 0) count++;
        } else if (side < 0) count--;
      }
      px = qx;
      py = qy;
    }
  }
  return count;
}

/** Square of the distance of a point from the segment a-b. */
export function squaredDistanceToSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length2));
  const ex = x - ax - t * dx;
  const ey = y - ay - t * dy;
  return ex * ex + ey * ey;
}

/**
 * Drops the debris of rounding in a union: positive rings directly inside a positive one, and negative ones outside
 * all.
 */
export function withoutMisnestedRings(rings: readonly Ring[]): Ring[] {
  if (rings.length < 2) return [...rings];
  const boxes = rings.map(boxOf);
  return rings.filter((ring, i) => {
    const box = boxes[i]!;
    const around = rings.filter((_, j) => {
      const other = boxes[j]!;
      return (
        j !== i && other.minX <= box.minX && other.maxX >= box.maxX && other.minY <= box.minY && other.maxY >= box.maxY
      );
    });
    const [x, y] = insidePoint(ring);
    const depth = winding(around, x, y);
    return signedArea(ring) > 0 ? depth === 0 : depth === 1;
  });
}

/**
 * A point strictly inside one ring and outside its openings: beside the middle of its longest edge, halfway to the
 * opposite edge.
 */
export function insidePoint(ring: Ring, openings: readonly Ring[] = []): Point {
  const n = ring.length;
  const sense = signedArea(ring) > 0 ? 1 : -1;
  let best = 0;
  let longest = -1;
  for (let i = 0; i < n; i += 2) {
    const length = Math.hypot(ring[(i + 2) % n]! - ring[i]!, ring[(i + 3) % n]! - ring[i + 1]!);
    if (length > longest) {
      longest = length;
      best = i;
    }
  }
  const mx = (ring[best]! + ring[(best + 2) % n]!) / 2;
  const my = (ring[best + 1]! + ring[(best + 3) % n]!) / 2;
  const dx = (-sense * (ring[(best + 3) % n]! - ring[best + 1]!)) / longest;
  const dy = (sense * (ring[(best + 2) % n]! - ring[best]!)) / longest;
  let nearest = Infinity;
  for (const other of [ring, ...openings]) {
    const m = other.length;
    for (let i = 0; i < m; i += 2) {
      if (other === ring && i === best) continue;
      const ax = other[i]!;
      const ay = other[i + 1]!;
      const ex = other[(i + 2) % m]! - ax;
      const ey = other[(i + 3) % m]! - ay;
      const across = dx * ey - dy * ex;
      if (across === 0) continue;
      const along = ((ax - mx) * ey - (ay - my) * ex) / across;
      const at = ((ax - mx) * dy - (ay - my) * dx) / across;
      if (along > 0 && along < nearest && at >= 0 && at <= 1) nearest = along;
    }
  }
  const step = nearest === Infinity ? 0 : nearest / 2;
  return [mx + dx * step, my + dy * step];
}
