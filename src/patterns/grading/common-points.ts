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
  const shares = [0, ...sharesOf(stretches), 1];
  const lines = stretches.map(({ ring, from, way }) => shares.map((share) => ring.at(from + share * way)));
  const kept = new Set([0, shares.length - 1]);
  const open: [number, number][] = [[0, shares.length - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [start, end] = range;
    let [farthest, far] = [-1, commonTolerance];
    for (const line of lines) {
      for (let i = start + 1; i < end; i++) {
        const away = distanceTo(line[i]!, line[start]!, line[end]!);
        if (away > far) [farthest, far] = [i, away];
      }
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    open.push([start, farthest], [farthest, end]);
  }
  const order = [...kept].sort((a, b) => a - b).slice(0, -1);
  return lines.map((line) => order.map((i) => line[i]!));
}

/** The shares of the way at which any of the lines has a point; nearly equal ones are one. */
function sharesOf(stretches: readonly Stretch[]): number[] {
  const all = stretches.flatMap(({ ring, from, way }) => ring.pointsBetween(from, way).map((on) => on / way));
  all.sort((a, b) => a - b);
  return all.filter((share, i) => share > 0 && share < 1 && (i === 0 || share - all[i - 1]! > 1e-9));
}

function distanceTo([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + share * dx - x, ay + share * dy - y);
}
