/** The Minkowski sum of two convex outlines: their edges merged by direction, O(n + m). */

import type { Ring } from './ring.js';

/** Both are positive and convex; parallel edges stay apart, so straight sides may carry extra points. */
export function convexSum(a: Ring, b: Ring): Ring {
  const n = a.length;
  const m = b.length;
  const out = new Float64Array(n + m);
  const startA = lowest(a);
  const startB = lowest(b);
  let i = 0;
  let j = 0;
  for (let k = 0; k < n + m; k += 2) {
    const p = (startA + i) % n;
    const q = (startB + j) % m;
    out[k] = a[p]! + b[q]!;
    out[k + 1] = a[p + 1]! + b[q + 1]!;
    if (i === n) j += 2;
    else if (j === m) i += 2;
    else {
      const ax = a[(p + 2) % n]! - a[p]!;
      const ay = a[(p + 3) % n]! - a[p + 1]!;
      const bx = b[(q + 2) % m]! - b[q]!;
      const by = b[(q + 3) % m]! - b[q + 1]!;
      if (ax * by - ay * bx >= 0) i += 2;
      else j += 2;
    }
  }
  return out;
}

/** The index of the lowest point, the leftmost of several. From there the directions of the edges only turn one way. */
function lowest(ring: Ring): number {
  let best = 0;
  for (let i = 2; i < ring.length; i += 2) {
    if (ring[i + 1]! < ring[best + 1]! || (ring[i + 1] === ring[best + 1] && ring[i]! < ring[best]!)) best = i;
  }
  return best;
}
