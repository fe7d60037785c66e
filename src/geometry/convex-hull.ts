/** The convex hull of points, as a positive ring (Andrew's monotone chain, exact). */

import { orient2d } from './orient2d.js';
import type { Ring } from './ring.js';

export function convexHull(points: Ring): Ring {
  const n = points.length / 2;
  const order = new Uint32Array(n).map((_, i) => i);
  order.sort((a, b) => points[2 * a]! - points[2 * b]! || points[2 * a + 1]! - points[2 * b + 1]!);
  const lower = chain(points, order);
  const upper = chain(points, order.reverse());
  return Float64Array.from([...lower.slice(0, -2), ...upper.slice(0, -2)]);
}

function chain(points: Ring, order: Uint32Array): number[] {
  const out: number[] = [];
  for (const i of order) {
    const x = points[2 * i]!;
    const y = points[2 * i + 1]!;
    while (out.length >= 4) {
      const k = out.length;
      if (orient2d(out[k - 4]!, out[k - 3]!, out[k - 2]!, out[k - 1]!, x, y) > 0) break;
      out.length -= 2;
    }
    out.push(x, y);
  }
  return out;
}
