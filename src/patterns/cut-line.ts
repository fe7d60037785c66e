/** The cut line round a seam line whose edges have seam allowances of their own. */
import type { Point } from '../geometry/point.js';
import { type CornerKind, type CornerSide, cornerPoints } from './allowance-corner.js';
import { type Loop, unite } from './region.js';

/** Corners reach at most this many times the wider of their two allowances. */
const miterLimit = 3;

/** Turns below this sine count as straight on. */
const straight = 1e-6;

/** An edge of the seam line, flattened, both ends included, and the width outside it, mm. */
export interface SeamEdge {
  readonly points: readonly Point[];
  /** At its start, and everywhere unless it changes. */
  readonly allowance: number;
  /** At its end; between them the width grows evenly by length. */
  readonly allowanceEnd?: number;
  /** How the cut line turns the corner at its end; without it mitred up to the limit, else bevelled. */
  readonly corner?: CornerKind | null;
}

interface Segment {
  readonly from: Point;
  readonly to: Point;
  readonly normal: Point;
  /** Width at both ends. */
  readonly start: number;
  readonly end: number;
  /** Of the corner at the end. */
  readonly corner: CornerKind | null;
}

/**
 * Moves every edge outwards by its allowance, joins neighbours at corners (as the edge says, else by mitres up to the
 * limit, else bevels; inner corners run through the seam's own corner and leave backward loops that the union drops), and
 * unites the result with the seam itself: the cut line contains the seam line whatever the shape.
 *
 * @param edges of a loop with positive shoelace sum, end to start
 */
export function cutLine(edges: readonly SeamEdge[]): ReturnType<typeof unite> {
  const segments = edges.flatMap(segmentsOf);
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
      const miter = meeting(corner, m, b, n, a, sine);
      if (Math.hypot(miter[0] - corner[0], miter[1] - corner[1]) <= miterLimit * Math.max(a, b)) raw.push(miter);
      else raw.push(before, after);
    }
  });
  const seam: Loop = segments.map(({ from }) => from);
  return unite([raw, seam]);
}

/** The straight pieces of an edge; inside it, cut lines of a width that changes meet in mitres. */
function segmentsOf({ points, allowance, allowanceEnd = allowance, corner = null }: SeamEdge): Segment[] {
  const lengths = points.slice(1).map((to, i) => Math.hypot(to[0] - points[i]![0], to[1] - points[i]![1]));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const widthAt = (length: number): number =>
    allowance === allowanceEnd ? allowance : allowance + (allowanceEnd - allowance) * (length / whole);
  const segments: Segment[] = [];
  let at = 0;
  lengths.forEach((length, i) => {
    const [from, to] = [points[i]!, points[i + 1]!];
    const start = widthAt(at);
    at += length;
    if (length <= 1e-6) return;
    const normal: Point = [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
    segments.push({ from, to, normal, start, end: widthAt(at), corner: allowance === allowanceEnd ? null : 'mitre' });
  });
  const last = segments.at(-1);
  if (last) segments[segments.length - 1] = { ...last, corner };
  return segments;
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

/** Where the lines moved outwards by b along m and by a along n meet. */
function meeting(corner: Point, m: Point, b: number, n: Point, a: number, sine: number): Point {
  const x = (b * n[1] - a * m[1]) / sine;
  const y = (a * m[0] - b * n[0]) / sine;
  return [corner[0] + x, corner[1] + y];
}
