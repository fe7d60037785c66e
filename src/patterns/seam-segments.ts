/** The straight pieces of a seam line, each with the width of the allowance outside it. */
import type { Point } from '../geometry/point.js';
import type { CornerKind } from './allowance-corner.js';

/** An edge of the seam line, flattened, both ends included, and the width outside it, mm. */
export interface SeamEdge {
  readonly points: readonly Point[];
  /** Width at its start, and everywhere unless it changes. */
  readonly allowance: number;
  /** Width at its end; between them it grows evenly by length. */
  readonly allowanceEnd?: number;
  /** The shape of the corner at its end; by default mitred up to the limit, else bevelled. */
  readonly corner?: CornerKind | null;
}

export interface Segment {
  readonly from: Point;
  readonly to: Point;
  /** Unit vector out of the piece. */
  readonly normal: Point;
  /** Width at both ends. */
  readonly start: number;
  readonly end: number;
  /** Shape of the corner at the end. */
  readonly corner: CornerKind | null;
}

/** Narrower than this, mm, a curve's way out and back encloses nothing: it is the tolerance of flattening. */
const spurWidth = 0.1;

/** Inside an edge, cut lines of changing width meet in mitres. */
export function segmentsOf({ points, allowance, allowanceEnd = allowance, corner = null }: SeamEdge): Segment[] {
  const line = withoutSpurs(points);
  const lengths = line.slice(1).map((to, i) => length(line[i]!, to));
  const whole = lengths.reduce((sum, one) => sum + one, 0);
  const widthAt = (at: number): number =>
    allowance === allowanceEnd ? allowance : allowance + (allowanceEnd - allowance) * (at / whole);
  const segments: Segment[] = [];
  let at = 0;
  lengths.forEach((one, i) => {
    const [from, to] = [line[i]!, line[i + 1]!];
    const start = widthAt(at);
    at += one;
    if (one <= 1e-6) return;
    const normal: Point = [(to[1] - from[1]) / one, (from[0] - to[0]) / one];
    segments.push({ from, to, normal, start, end: widthAt(at), corner: allowance === allowanceEnd ? null : 'mitre' });
  });
  const last = segments.at(-1);
  if (last) segments[segments.length - 1] = { ...last, corner };
  return segments;
}

/** A line without the places where it turns back along itself. */
function withoutSpurs(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    while (kept.length > 1 && isSpur(kept.at(-2)!, kept.at(-1)!, point)) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** Whether b is the tip of a way out and back that encloses nothing. */
function isSpur(a: Point, b: Point, c: Point): boolean {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]];
  if (ux * vx + uy * vy >= 0) return false;
  // the nearer of both neighbours lies beside the way to the other one
  return Math.abs(ux * vy - uy * vx) <= spurWidth * Math.max(Math.hypot(ux, uy), Math.hypot(vx, vy));
}

const length = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);
