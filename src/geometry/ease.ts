/**
 * Takes a hair off an outline: every corner moves inwards so that each side gives way by `amount`. No corner moves by
 * more than four times that. It tells a touch from an overlap, and opens the slits into which a part fits exactly.
 */

import type { Ring } from './ring.js';

const longestMove = 4;

/**
 * `ring` is positive. Where the outline is thinner than the hair its sides may cross; the rest keeps its winding. A side too
 * short to stay is left out with its end.
 */
export function eased(ring: Ring, amount: number): Ring {
  let sent = ring;
  for (;;) {
    const moved = inwards(sent, amount);
    const kept = withoutTurned(sent, moved);
    if (kept === sent) return moved;
    sent = kept;
  }
}

/** The corners of a ring, less the ends of the sides that have turned round by moving inwards. */
function withoutTurned(ring: Ring, moved: Ring): Ring {
  const n = ring.length;
  const turned: number[] = [];
  for (let i = 0; i < n; i += 2) {
    const next = (i + 2) % n;
    const dot =
      (ring[next]! - ring[i]!) * (moved[next]! - moved[i]!) +
      (ring[next + 1]! - ring[i + 1]!) * (moved[next + 1]! - moved[i + 1]!);
    if (dot < 0) turned.push(next);
  }
  if (turned.length === 0 || n - 2 * turned.length < 6) return ring;
  const gone = new Set(turned);
  return ring.filter((_, at) => !gone.has(at - (at % 2)));
}

function inwards(ring: Ring, amount: number): Ring {
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
