/**
 * Points that lines of all sizes have in common: the same number on each, at the same shares of its length. They keep every
 * line within the tolerance of its true course.
 */
import type { Point } from '../../geometry/point.js';
import type { Ring } from './ring.js';

/** No line goes farther from its true course than this, mm. */
export const commonTolerance = 0.02;

/** A part of a ring: from a place onwards. */
export interface Stretch {
  readonly ring: Ring;
  /** mm along the ring. */
  readonly from: number;
  /** mm. */
  readonly way: number;
}

/**
 * The points of each stretch from its start to before its end. All stretches give equally many, at equal shares of their
 * ways. The points to drop are chosen for all lines at once (Ramer 1972, Douglas and Peucker 1973).
 */
export function commonPoints(stretches: readonly Stretch[]): Point[][] {
  const shares = Float64Array.of(0, ...sharesOf(stretches), 1);
  const lines = stretches.map(({ ring, from, way }) => ring.along(from, way, shares));
  const kept = new Set([0, shares.length - 1]);
  const open: [number, number][] = [[0, shares.length - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [start, end] = range;
    let [farthest, far] = [-1, commonTolerance * commonTolerance];
    for (const line of lines) {
      const found = farthestFrom(line, start, end, far);
      if (found) [farthest, far] = found;
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    open.push([start, farthest], [farthest, end]);
  }
  const order = [...kept].sort((a, b) => a - b).slice(0, -1);
  return lines.map((line) => order.map((i): Point => [line[2 * i]!, line[2 * i + 1]!]));
}

/** The shares of the way at which any of the lines has a point; nearly equal ones are one. */
function sharesOf(stretches: readonly Stretch[]): Float64Array {
  const all = Float64Array.from(
    stretches.flatMap(({ ring, from, way }) => ring.pointsBetween(from, way).map((on) => on / way)),
  ).sort();
  return all.filter((share, i) => share > 0 && share < 1 && (i === 0 || share - all[i - 1]! > 1e-9));
}

/** The point between two others that lies farthest from their straight line, and the squared distance if above `least`. */
function farthestFrom(line: Float64Array, start: number, end: number, least: number): [number, number] | null {
  const ax = line[2 * start]!;
  const ay = line[2 * start + 1]!;
  const dx = line[2 * end]! - ax;
  const dy = line[2 * end + 1]! - ay;
  const square = dx * dx + dy * dy || 1;
  let farthest = -1;
  let far = least;
  for (let i = start + 1; i < end; i++) {
    const px = line[2 * i]! - ax;
    const py = line[2 * i + 1]! - ay;
    const t = Math.max(0, Math.min(1, (px * dx + py * dy) / square));
    const x = px - t * dx;
    const y = py - t * dy;
    const away = x * x + y * y;
    if (away > far) {
      farthest = i;
      far = away;
    }
  }
  return farthest < 0 ? null : [farthest, far];
}
