/** Ways to lay an outline: flipped or not (x to -x), then rotated, both about the origin of coordinates. */

import type { Point } from './point.js';
import type { Ring } from './ring.js';
import { cosSin, rotated } from './rotation.js';

export interface Orientation {
  /** From x towards y. */
  readonly degrees: number;
  readonly flipped: boolean;
}

export function unflipped(degrees: number): Orientation {
  return { degrees, flipped: false };
}

/** Where an orientation takes a point. */
export function oriented([x, y]: Point, { degrees, flipped }: Orientation): Point {
  const [cos, sin] = cosSin(degrees);
  const over = flipped ? -x : x;
  return [over * cos - y * sin, over * sin + y * cos];
}

/** The ring with x to -x and its corners in the same order, so that its sense is reversed. */
export function flippedRing(ring: Ring): Ring {
  return ring.map((v, i) => (i % 2 ? v : -v || 0));
}

/** Where an orientation takes a ring; a flip reverses its sense. */
export function orientedRing(ring: Ring, { degrees, flipped }: Orientation): Ring {
  return rotated(flipped ? flippedRing(ring) : ring, degrees);
}
