import { orient2d } from './orient2d.js';
import type { Ring } from './ring.js';

/** Whether a simple ring never turns inwards; a negative one always does. */
export function isConvex(ring: Ring): boolean {
  const n = ring.length;
  for (let i = 0; i < n; i += 2) {
    const j = (i + 2) % n;
    const k = (i + 4) % n;
    if (orient2d(ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!, ring[k]!, ring[k + 1]!) < 0) return false;
  }
  return true;
}
