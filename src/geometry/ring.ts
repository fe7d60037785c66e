/**
 * Closed outlines as flat coordinates [x0, y0, x1, y1, ...] without a repeated first point. A ring with a positive
 * shoelace sum encloses its inside; one with a negative sum is the hole of a region.
 */

import { orient2d } from './orient2d.js';
import type { Point } from './point.js';

export type Ring = Float64Array;

export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** The ring of a list of points, without a closing repeat of the first one. */
export function ringOf(points: readonly Point[]): Ring {
  let n = points.length;
  while (n > 1 && points[n - 1]![0] === points[0]![0] && points[n - 1]![1] === points[0]![1]) n--;
  const ring = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    ring[2 * i] = points[i]![0];
    ring[2 * i + 1] = points[i]![1];
  }
  return ring;
}

/** Twice the signed area: positive when x turns towards y. */
export function doubledArea(ring: Ring): number {
  return 2 * signedArea(ring);
}

/** Shoelace area, relative to the first point so that outlines far from zero keep their digits. */
export function signedArea(ring: Ring): number {
  const n = ring.length;
  if (n < 6) return 0;
  const ox = ring[0]!;
  const oy = ring[1]!;
  let sum = 0;
  let px = ring[n - 2]! - ox;
  let py = ring[n - 1]! - oy;
  for (let i = 0; i < n; i += 2) {
    const x = ring[i]! - ox;
    const y = ring[i + 1]! - oy;
    sum += px * y - x * py;
    px = x;
    py = y;
  }
  return sum / 2;
}

export function boxOf(ring: Ring): Box {
  return boxOfAll([ring]);
}

/** The box around all rings. */
export function boxOfAll(rings: readonly Ring[]): Box {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i]!;
      const y = ring[i + 1]!;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
  }
  return { minX, minY, maxX, maxY };
}

export function reversed(ring: Ring): Ring {
  const out = new Float64Array(ring.length);
  for (let i = 0, j = ring.length - 2; j >= 0; i += 2, j -= 2) {
    out[i] = ring[j]!;
    out[i + 1] = ring[j + 1]!;
  }
  return out;
}

/** The ring with the given sense. */
export function withSense(ring: Ring, isPositive: boolean): Ring {
  return signedArea(ring) > 0 === isPositive ? ring : reversed(ring);
}

/** The ring with a positive shoelace sum. */
export function positive(ring: Ring): Ring {
  return signedArea(ring) < 0 ? reversed(ring) : ring;
}

/** The ring without corners that repeat the one before. */
export function withoutRepeats(ring: Ring): Ring {
  const isRepeat = (i: number): boolean => {
    const before = (i - 2 + ring.length) % ring.length;
    return ring[i] === ring[before] && ring[i + 1] === ring[before + 1];
  };
  let repeats = 0;
  for (let i = 0; i < ring.length; i += 2) if (isRepeat(i)) repeats++;
  if (repeats === 0) return ring;
  const kept = new Float64Array(ring.length - 2 * repeats);
  for (let i = 0, to = 0; i < ring.length; i += 2) {
    if (isRepeat(i)) continue;
    kept[to++] = ring[i]!;
    kept[to++] = ring[i + 1]!;
  }
  return kept;
}

/**
 * Drops repeated points and points in the middle of a straight run (decided exactly). A spike that turns back on itself
 * stays: it is an error of the outline, not a redundancy.
 */
export function withoutRedundantPoints(ring: Ring): Ring {
  const kept = neededPoints(ring);
  const out = new Float64Array(2 * kept.length);
  kept.forEach((point, i) => {
    out[2 * i] = ring[2 * point]!;
    out[2 * i + 1] = ring[2 * point + 1]!;
  });
  return out;
}

/** The indices of the points that `withoutRedundantPoints` keeps. */
export function neededPoints(ring: Ring): number[] {
  const kept: number[] = [];
  for (let point = 0; 2 * point < ring.length; point++) pushUnlessRedundant(ring, kept, point);
  // the seam: the last points may lie between their predecessors and the first point, and the first between both
  while (kept.length >= 2 && isSame(ring, kept[0]!, kept.at(-1)!)) kept.pop();
  while (kept.length >= 3 && between(ring, kept.at(-2)!, kept.at(-1)!, kept[0]!)) kept.pop();
  let start = 0;
  while (kept.length - start >= 3 && between(ring, kept.at(-1)!, kept[start]!, kept[start + 1]!)) start++;
  return start === 0 ? kept : kept.slice(start);
}

function pushUnlessRedundant(ring: Ring, kept: number[], point: number): void {
  const n = kept.length;
  if (n >= 1 && isSame(ring, kept[n - 1]!, point)) return;
  kept.push(point);
  while (kept.length >= 3 && between(ring, kept.at(-3)!, kept.at(-2)!, kept.at(-1)!)) {
    kept.splice(kept.length - 2, 1);
  }
}

const isSame = (ring: Ring, a: number, b: number): boolean =>
  ring[2 * a] === ring[2 * b] && ring[2 * a + 1] === ring[2 * b + 1];

/** Whether point b lies on the straight way from a to c. */
function between(ring: Ring, a: number, b: number, c: number): boolean {
  const ax = ring[2 * a]!;
  const ay = ring[2 * a + 1]!;
  const bx = ring[2 * b]!;
  const by = ring[2 * b + 1]!;
  const cx = ring[2 * c]!;
  const cy = ring[2 * c + 1]!;
  if ((bx - ax) * (cx - bx) + (by - ay) * (cy - by) < 0) return false;
  return orient2d(ax, ay, bx, by, cx, cy) === 0;
}
