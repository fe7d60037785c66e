/** The region that an SVG clip leaves visible, and the part of a line that lies in it. */

import type { Point } from '../geometry/point.js';
import { boxOf, type PlaneBox } from './plane.js';

/** The part of a shape that a clip shows. */
export type Shown = 'whole' | 'partly' | 'none';

type Edge = readonly [from: Point, to: Point];

/** One shape of a clip, mm. */
export interface ClipShape {
  readonly edges: readonly Edge[];
  readonly box: PlaneBox;
  readonly rule: 'nonzero' | 'evenodd';
}

/** @param loops its outlines, all closed */
export const clipShape = (loops: readonly (readonly Point[])[], rule: ClipShape['rule']): ClipShape => ({
  edges: loops.flatMap((loop) => edgesOf(loop, true)),
  box: boxOf(loops.flat()),
  rule,
});

/** Chords of two equal curves lie at most this far apart, mm: a nearer point lies on the edge. */
const onEdgeMm = 0.1;

/** Pairs of edges that one file may compare; beyond it everything counts as partly shown. */
export class ClipWork {
  #pairs = 50_000_000;

  spend(pairs: number): boolean {
    if (pairs > this.#pairs) return false;
    this.#pairs -= pairs;
    return true;
  }
}

/**
 * @param shapes the shapes whose union is the clip
 * @param closed whether the line bounds an area that may hold the clip
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

function shownInShape(
  { edges: clip, box: clipBox, rule }: ClipShape,
  points: readonly Point[],
  closed: boolean,
  work: ClipWork,
): Shown {
  const box = boxOf(points);
  if (apart(clipBox, box, -onEdgeMm)) return 'none';
  if (!work.spend(clip.length)) return 'partly';
  const isIn = (point: Point): boolean => {
    const turns = windings(clip, point);
    return rule === 'evenodd' ? turns % 2 !== 0 : turns !== 0;
  };
  const near = clip.filter((edge) => !isApart(edge, box));
  if (near.length === 0) return points.length > 0 && isIn(points[0]!) ? 'whole' : 'none';
  if (!work.spend((clip.length + near.length) * points.length)) return 'partly';
  const sides = new Set<boolean>();
  const edges = edgesOf(points, closed);
  for (const [from, to] of edges) {
    for (const middle of betweenCrossings(from, to, near)) if (!isOnEdge(near, middle)) sides.add(isIn(middle));
    if (sides.size > 1) return 'partly';
  }
  // around the clip, or around an opening of it
  const surrounds = ([corner]: Edge): boolean => windings(edges, corner) !== 0 && !isOnEdge(edges, corner);
  if (closed && near.some(surrounds)) return 'partly';
  // the outline of the clip itself lies on its edge everywhere
  return sides.has(false) ? 'none' : 'whole';
}

/** Whether two boxes are farther apart than a distance; below 0: overlap by less. */
const apart = (a: PlaneBox, b: PlaneBox, by: number): boolean =>
  a.left > b.right + by || b.left > a.right + by || a.top > b.bottom + by || b.top > a.bottom + by;

const isApart = ([[ax, ay], [bx, by]]: Edge, { left, top, right, bottom }: PlaneBox): boolean =>
  Math.min(ax, bx) > right + onEdgeMm ||
  Math.max(ax, bx) < left - onEdgeMm ||
  Math.min(ay, by) > bottom + onEdgeMm ||
  Math.max(ay, by) < top - onEdgeMm;

const edgesOf = (points: readonly Point[], closed: boolean): Edge[] =>
  points.flatMap((to, i): Edge[] => (i > 0 || closed ? [[points.at(i - 1)!, to]] : []));

/** The middles of the pieces of an edge between its crossings with others. */
function betweenCrossings(from: Point, to: Point, others: readonly Edge[]): Point[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const cuts = [0, 1];
  for (const [a, b] of others) {
    const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
    const across = dx * ey - dy * ex;
    if (across === 0) continue;
    const [ox, oy] = [a[0] - from[0], a[1] - from[1]];
    const along = (ox * ey - oy * ex) / across;
    const there = (ox * dy - oy * dx) / across;
    if (along > 0 && along < 1 && there >= 0 && there <= 1) cuts.push(along);
  }
  cuts.sort((a, b) => a - b);
  return cuts.slice(1).flatMap((end, i): Point[] => {
    const start = cuts[i]!;
    if ((end - start) * length <= onEdgeMm) return [];
    const middle = (start + end) / 2;
    return [[from[0] + middle * dx, from[1] + middle * dy]];
  });
}

const isOnEdge = (edges: readonly Edge[], [x, y]: Point): boolean =>
  edges.some(([[ax, ay], [bx, by]]) => {
    const [ex, ey] = [bx - ax, by - ay];
    const squared = ex * ex + ey * ey;
    const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / squared));
    return Math.hypot(ax + along * ex - x, ay + along * ey - y) <= onEdgeMm;
  });

/** How often closed edges go around a point, with their direction. */
function windings(edges: readonly Edge[], [x, y]: Point): number {
  let turns = 0;
  for (const [[ax, ay], [bx, by]] of edges) {
    if (ay > y === by > y) continue;
    if (x < ((bx - ax) * (y - ay)) / (by - ay) + ax) turns += by > ay ? 1 : -1;
  }
  return turns;
}
