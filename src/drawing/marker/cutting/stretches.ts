/** Stretches of a closed line, by their places along it, and the rest of the line without them. */
import type { Point } from '../../../geometry/point.js';
import { distance, lengthOf } from './cut-line.js';

/** From where to where along a loop, mm. */
export type Stretch = [from: number, to: number];

/** Shorter remainders are cut with the stretches beside them, mm. */
const shortestRest = 0.2;
/** Places this near to each other along a loop are one, mm. */
const samePlace = 1e-6;

/** Overlapping and touching stretches as one. */
export function merged(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const [from, to] of [...stretches].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1] + shortestRest) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** The rest of a loop without the merged stretches, as open lines; one over the start of the loop is whole. */
export function remainders(points: readonly Point[], taken: readonly Stretch[]): Point[][] {
  const total = lengthOf({ points, closed: true });
  return taken.flatMap(([, end], i): Point[][] => {
    const next = taken[(i + 1) % taken.length]![0] + (i + 1 === taken.length ? total : 0);
    return next - end >= shortestRest ? [along(points, end, next)] : [];
  });
}

/** The line along a loop between two places; `to` may lie beyond the start of the loop. */
export function along(points: readonly Point[], from: number, to: number): Point[] {
  const line: Point[] = [];
  let start = 0;
  for (let i = 0; start < to && i < 2 * points.length; i++) {
    const [a, b] = [points[i % points.length]!, points[(i + 1) % points.length]!];
    const length = distance(a, b);
    const at = (place: number): Point => {
      const share = (place - start) / length;
      return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
    };
    const end = start + length;
    if (line.length === 0 && from < end - samePlace) line.push(at(from));
    if (line.length > 0) line.push(end <= to ? b : at(to));
    start = end;
  }
  return line;
}
