/** The cut line round a seam line whose edges have seam allowances of their own. */
import type { Point } from './draft.js';
import { type Loop, unite } from './region.js';

/** Corners reach at most this many times the wider of their two allowances. */
const miterLimit = 3;

/** Turns below this sine count as straight on. */
const straight = 1e-6;

/** An edge of the seam line, flattened, both ends included, and the width outside it, mm. */
export interface SeamEdge {
  readonly points: readonly Point[];
  readonly allowance: number;
}

/**
 * Moves every edge outwards by its allowance, joins neighbours at corners (mitres up to the limit, else bevels; inner
 * corners run through the seam's own corner and leave backward loops that the union drops), and unites the result with
 * the seam itself: the cut line contains the seam line whatever the shape.
 *
 * @param edges of a loop with positive shoelace sum, end to start
 */
export function cutLine(edges: readonly SeamEdge[]): ReturnType<typeof unite> {
  const segments: { from: Point; to: Point; normal: Point; allowance: number }[] = [];
  for (const { points, allowance } of edges) {
    for (let i = 1; i < points.length; i++) {
      const [from, to] = [points[i - 1]!, points[i]!];
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const length = Math.hypot(dx, dy);
      if (length > 1e-6) segments.push({ from, to, normal: [dy / length, -dx / length], allowance });
    }
  }
  const raw: Point[] = [];
  segments.forEach((segment, i) => {
    const previous = segments[(i + segments.length - 1) % segments.length]!;
    const { from: corner, normal: n, allowance: a } = segment;
    const { normal: m, allowance: b } = previous;
    const before: Point = [corner[0] + b * m[0], corner[1] + b * m[1]];
    const after: Point = [corner[0] + a * n[0], corner[1] + a * n[1]];
    const sine = m[0] * n[1] - m[1] * n[0];
    const cosine = m[0] * n[0] + m[1] * n[1];
    if (Math.abs(sine) < straight && cosine > 0) {
      raw.push(before);
      if (a !== b) raw.push(after);
    } else if (sine < 0) {
      raw.push(before, corner, after);
    } else {
      const miter = meeting(corner, m, b, n, a, sine);
      if (Math.hypot(miter[0] - corner[0], miter[1] - corner[1]) <= miterLimit * Math.max(a, b)) raw.push(miter);
      else raw.push(before, after);
    }
  });
  const seam: Loop = segments.map(({ from }) => from);
  return unite([raw, seam]);
}

/** Where the lines moved outwards by b along m and by a along n meet. */
function meeting(corner: Point, m: Point, b: number, n: Point, a: number, sine: number): Point {
  const x = (b * n[1] - a * m[1]) / sine;
  const y = (a * m[0] - b * n[0]) / sine;
  return [corner[0] + x, corner[1] + y];
}
