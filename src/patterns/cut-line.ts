/** The cut line around a seam line with a separate allowance on each edge. */
import type { Point } from '../geometry/point.js';
import { type CornerSide, cornerPoints, meet } from './allowance-corner.js';
import { type Loop, unite } from './region.js';
import { type SeamEdge, type Segment, segmentsOf } from './seam-segments.js';
import { withoutTails } from './seam-tails.js';

/** Corners reach at most this many times the wider of their two allowances. */
const miterLimit = 3;

/** Turns below this sine count as straight on. */
const straight = 1e-6;

/**
 * Moves every edge outwards by its allowance, joins neighbours at corners, and unites the result with the seam. So the
 * cut line contains the seam line for any shape. The part beyond a crossing of the seam line has no allowance.
 *
 * A corner has the edge's shape, else a mitre up to the limit, else a bevel. Inner corners run through the seam's own
 * corner and leave backward loops that the union drops.
 *
 * @param edges of a loop with positive shoelace sum, end to start
 */
export function cutLine(edges: readonly SeamEdge[]): ReturnType<typeof unite> {
  const segments = withoutTails(edges.flatMap(segmentsOf));
  const raw: Point[] = [];
  segments.forEach((segment, i) => {
    const previous = segments[(i + segments.length - 1) % segments.length]!;
    const { from: corner, normal: n, start: a } = segment;
    const { normal: m, end: b } = previous;
    const before: Point = [corner[0] + b * m[0], corner[1] + b * m[1]];
    const after: Point = [corner[0] + a * n[0], corner[1] + a * n[1]];
    const sine = m[0] * n[1] - m[1] * n[0];
    const cosine = m[0] * n[0] + m[1] * n[1];
    if (Math.abs(sine) < straight && cosine > 0) {
      raw.push(before);
      if (a !== b) raw.push(after);
    } else if (sine < 0) {
      raw.push(before, corner, after);
    } else if (previous.corner !== null) {
      raw.push(...cornerPoints(corner, sideOf(previous, b), sideOf(segment, a), previous.corner));
    } else {
      raw.push(...limitedTip(corner, sideOf(previous, b), sideOf(segment, a)));
    }
  });
  const seam: Loop = segments.map(({ from }) => from);
  return unite([raw, seam]);
}

function sideOf({ from, to, normal, start, end }: Segment, allowance: number): CornerSide {
  return {
    along: [-normal[1], normal[0]],
    normal,
    cutFrom: [from[0] + start * normal[0], from[1] + start * normal[1]],
    cutTo: [to[0] + end * normal[0], to[1] + end * normal[1]],
    allowance,
  };
}

/** Where both cut lines meet, up to the limit; a bevel beyond it, and where cut lines of changing width turn inwards. */
function limitedTip(corner: Point, first: CornerSide, second: CornerSide): Point[] {
  const tip = turnsOutwards(first, second) ? meet(first.cutFrom, first.cutTo, second.cutFrom, second.cutTo) : null;
  const limit = miterLimit * Math.max(first.allowance, second.allowance);
  return tip && Math.hypot(tip[0] - corner[0], tip[1] - corner[1]) <= limit ? [tip] : [first.cutTo, second.cutFrom];
}

function turnsOutwards({ cutFrom: a, cutTo: b }: CornerSide, { cutFrom: c, cutTo: d }: CornerSide): boolean {
  return (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]) > 0;
}
