/** Rotation by degrees, (x, y) -> (x cos a - y sin a, x sin a + y cos a), exact at multiples of 90. */

import type { Ring } from './ring.js';

const quarterTurns = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** Degrees in [0, 360). */
export function normalDegrees(degrees: number): number {
  const d = degrees % 360;
  return d < 0 ? (d + 360) % 360 : d === 0 ? 0 : d;
}

export function cosSin(degrees: number): readonly [cos: number, sin: number] {
  const d = normalDegrees(degrees);
  if (d % 90 === 0) return quarterTurns[d / 90]!;
  const radians = (d * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}

/** The ring rotated about the origin of coordinates. */
export function rotated(ring: Ring, degrees: number): Ring {
  const [c, s] = cosSin(degrees);
  const out = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i]!;
    const y = ring[i + 1]!;
    out[i] = x * c - y * s;
    out[i + 1] = x * s + y * c;
  }
  return out;
}

/** Turns a ring by quarter turns, exactly. */
export function quarterTurned(ring: Ring, quarterTurns: number): Ring {
  if (quarterTurns % 4 === 0) return ring;
  const [cos, sin] = cosSin(90 * quarterTurns);
  const out = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    out[i] = cos * ring[i]! - sin * ring[i + 1]! || 0;
    out[i + 1] = sin * ring[i]! + cos * ring[i + 1]! || 0;
  }
  return out;
}
