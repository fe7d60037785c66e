/**
 * Takes a hair off an outline: every corner moves inwards so that each side gives way by `amount`. No corner moves by
 * more than four times that. It tells a touch from an overlap, and opens the slits into which a part fits exactly.
 */

import type { Ring } from './ring.js';

const longestMove = 4;

/** `ring` is positive. Where the outline is thinner than the hair its sides may cross; the rest keeps its winding. */
export function eased(ring: Ring, amount: number): Ring {
  const n = ring.length;
  const out = new Float64Array(n);
  let px = ring[n - 2]!;
  let py = ring[n - 1]!;
  for (let i = 0; i < n; i += 2) {
    const x = ring[i]!;
    const y = ring[i + 1]!;
    const qx = ring[(i + 2) % n]!;
    const qy = ring[(i + 3) % n]!;
    const a = Math.hypot(x - px, y - py);
    const b = Math.hypot(qx - x, qy - y);
    // inward normals of both sides
    const ax = -(y - py) / a;
    const ay = (x - px) / a;
    const bx = -(qy - y) / b;
    const by = (qx - x) / b;
    const onePlusCos = Math.max(1 + ax * bx + ay * by, 1e-12);
    const move = Math.min(amount / onePlusCos, (amount * longestMove) / Math.hypot(ax + bx, ay + by));
    out[i] = x + (ax + bx) * move;
    out[i + 1] = y + (ay + by) * move;
    px = x;
    py = y;
  }
  return out;
}
