/**
 * Cuts tails off a seam line: where two edges run too far and cross, a small loop of the wrong sense lies beyond the
 * crossing. The piece ends at the crossing, so that its allowance has to begin there, too.
 */
import { orient2d, segmentsMeet } from '../geometry/orient2d.js';
import type { Point } from '../geometry/point.js';
import { ringOf, withoutRedundantPoints } from '../geometry/ring.js';
import { selfIntersection } from '../geometry/self-intersection.js';
import { loopArea } from './region.js';
import type { Segment } from './seam-segments.js';

/** @param segments of a loop with positive shoelace sum, end to start */
export function withoutTails(segments: readonly Segment[]): readonly Segment[] {
  let rest = segments;
  while (rest.length > 3) {
    const ring = withoutRedundantPoints(ringOf(rest.map(({ from }) => from)));
    if (ring.length < 8 || !selfIntersection(ring)) return rest;
    const tail = smallestTail(rest);
    if (!tail) return rest;
    rest = cutOff(rest, tail);
  }
  return rest;
}

interface Tail {
  /** Segments that cross; the tail lies between them, round the end of the list. */
  readonly first: number;
  readonly second: number;
  readonly at: Point;
  readonly area: number;
}

function smallestTail(segments: readonly Segment[]): Tail | null {
  let smallest: Tail | null = null;
  for (let i = 0; i < segments.length; i++) {
    for (let j = i + 2; j < segments.length; j++) {
      const at = crossing(segments[i]!, segments[j]!);
      if (!at) continue;
      for (const [first, second] of [
        [i, j],
        [j, i],
      ] as const) {
        const area = -loopArea([at, ...between(segments, first, second).map(({ to }) => to)]);
        if (area > 0 && (smallest === null || area < smallest.area)) smallest = { first, second, at, area };
      }
    }
  }
  return smallest;
}

/** From one segment to before another, round the end of the list. */
const between = (segments: readonly Segment[], first: number, second: number): readonly Segment[] =>
  first < second ? segments.slice(first, second) : [...segments.slice(first), ...segments.slice(0, second)];

function cutOff(segments: readonly Segment[], { first, second, at }: Tail): Segment[] {
  const [one, other] = [segments[first]!, segments[second]!];
  const corner = between(segments, first, second).findLast(({ corner: kind }) => kind !== null)?.corner ?? null;
  const ended: Segment = { ...one, to: at, end: widthAt(one, at), corner };
  const begun: Segment = { ...other, from: at, start: widthAt(other, at) };
  const kept = between(segments, second, first).slice(1);
  return [ended, begun, ...kept];
}

function widthAt({ from, to, start, end }: Segment, at: Point): number {
  const share = Math.hypot(at[0] - from[0], at[1] - from[1]) / Math.hypot(to[0] - from[0], to[1] - from[1]);
  return start + (end - start) * share;
}

/** Where two segments cross inside both; null where they only touch. */
function crossing({ from: a, to: b }: Segment, { from: c, to: d }: Segment): Point | null {
  if (!segmentsMeet(...a, ...b, ...c, ...d)) return null;
  const side = (p: Point, q: Point, r: Point): number => orient2d(...p, ...q, ...r);
  const [p, q] = [side(a, b, c), side(a, b, d)];
  if (p === 0 || q === 0 || side(c, d, a) === 0 || side(c, d, b) === 0) return null;
  const share = p / (p - q);
  return [c[0] + (d[0] - c[0]) * share, c[1] + (d[1] - c[1]) * share];
}
