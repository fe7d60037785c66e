/** The region that a clip of SVG leaves to be seen, and how much of a line lies in it. */

import type { Point } from '../geometry/point.js';
import { boxOf, type PlaneBox } from './plane.js';

/** How much of a shape a clip shows. */
export type Shown = 'whole' | 'partly' | 'none';

/** One shape of a clip: its outlines, each closed, mm. */
export interface ClipShape {
  readonly loops: readonly (readonly Point[])[];
  readonly rule: 'nonzero' | 'evenodd';
}

/** Chords of two curves that are the same are this far apart at most, mm: what is nearer to an edge lies on it. */
const onEdgeMm = 0.1;
/** Pairs of edges that are compared for one file; beyond it all is said to be partly shown. */
export class ClipWork {
  #pairs = 50_000_000;

  spend(pairs: number): boolean {
    if (pairs > this.#pairs) return false;
    this.#pairs -= pairs;
    return true;
  }
}

/**
 * @param shapes those that the clip is the union of
 * @param closed whether the line bounds an area, which the clip may lie in
 */
export function shownOf(
  shapes: readonly ClipShape[],
  points: readonly Point[],
  closed: boolean,
  work: ClipWork,
): Shown {
  const each = shapes.map((shape) => shownInShape(shape, points, closed, work));
  if (each.includes('whole')) return 'whole';
  return each.every((shown) => shown === 'none') ? 'none' : 'partly';
}

function shownInShape({ loops, rule }: ClipShape, points: readonly Point[], closed: boolean, work: ClipWork): Shown {
  const corners = loops.flat();
  if (apart(boxOf(corners), boxOf(points))) return 'none';
  if (!work.spend(corners.length * points.length)) return 'partly';
  const isIn = (point: Point): boolean => {
    const turns = loops.reduce((sum, loop) => sum + windings(loop, point), 0);
    return rule === 'evenodd' ? turns % 2 !== 0 : turns !== 0;
  };
  const sides = new Set<boolean>();
  for (const [from, to] of edgesOf(points, closed)) {
    for (const middle of betweenCrossings(from, to, loops)) if (!isOnEdge(loops, middle)) sides.add(isIn(middle));
    if (sides.size > 1) return 'partly';
  }
  // around the clip, or around an opening of it
  const surrounds = (corner: Point): boolean => windings(points, corner) !== 0 && !isOnEdge([points], corner);
  if (closed && corners.some(surrounds)) return 'partly';
  // the outline of the clip itself is on its edge everywhere
  return sides.has(false) ? 'none' : 'whole';
}

const apart = (a: PlaneBox, b: PlaneBox): boolean =>
  !(
    a.left < b.right - onEdgeMm &&
    b.left < a.right - onEdgeMm &&
    a.top < b.bottom - onEdgeMm &&
    b.top < a.bottom - onEdgeMm
  );

function* edgesOf(points: readonly Point[], closed: boolean): Generator<readonly [Point, Point]> {
  for (let i = closed ? 0 : 1; i < points.length; i++) yield [points.at(i - 1)!, points[i]!];
}

/** The middles of the pieces that the loops cut an edge into. */
function betweenCrossings(from: Point, to: Point, loops: readonly (readonly Point[])[]): Point[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const cuts = [0, 1];
  for (const loop of loops) {
    for (const [a, b] of edgesOf(loop, true)) {
      const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
      const across = dx * ey - dy * ex;
      if (across === 0) continue;
      const [ox, oy] = [a[0] - from[0], a[1] - from[1]];
      const along = (ox * ey - oy * ex) / across;
      const there = (ox * dy - oy * dx) / across;
      if (along > 0 && along < 1 && there >= 0 && there <= 1) cuts.push(along);
    }
  }
  cuts.sort((a, b) => a - b);
  return cuts.slice(1).flatMap((end, i): Point[] => {
    const start = cuts[i]!;
    if ((end - start) * length <= onEdgeMm) return [];
    const middle = (start + end) / 2;
    return [[from[0] + middle * dx, from[1] + middle * dy]];
  });
}

function isOnEdge(loops: readonly (readonly Point[])[], [x, y]: Point): boolean {
  for (const loop of loops) {
    for (const [[ax, ay], [bx, by]] of edgesOf(loop, true)) {
      const [ex, ey] = [bx - ax, by - ay];
      const squared = ex * ex + ey * ey;
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / squared));
      if (Math.hypot(ax + along * ex - x, ay + along * ey - y) <= onEdgeMm) return true;
    }
  }
  return false;
}

/** How often a loop goes around a point, with its direction. */
function windings(loop: readonly Point[], [x, y]: Point): number {
  let turns = 0;
  for (const [[ax, ay], [bx, by]] of edgesOf(loop, true)) {
    if (ay > y === by > y) continue;
    if (x < ((bx - ax) * (y - ay)) / (by - ay) + ax) turns += by > ay ? 1 : -1;
  }
  return turns;
}
