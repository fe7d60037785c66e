/**
 * Rational B-splines (NURBS) as points. Blossoming cuts them at their knots into Bézier curves, which are halved until
 * their control polygons are flat. Piegl and Tiller, The NURBS Book, 2nd edition, chapters 4 and 5.
 */

import type { Point } from './point.js';

/** Weighted: (x w, y w, w). */
type Weighted = readonly [x: number, y: number, w: number];

export interface RationalSpline {
  readonly degree: number;
  /** The control points and degree + 1 more. */
  readonly knots: readonly number[];
  readonly controls: readonly Point[];
  /** One a control point, above 0; empty: all equal. */
  readonly weights: readonly number[];
}

const highestDegree = 25;
/** 4096 points for each span of knots: a hostile size must not fill the memory. */
const mostHalvings = 12;

/** Why the numbers give no curve, in a few words; null where they do. */
export function splineFault({ degree, knots, controls, weights }: RationalSpline): string | null {
  if (!(degree >= 1 && degree <= highestDegree)) return `of degree ${degree}`;
  if (controls.length <= degree) return 'with too few control points';
  if (knots.length !== controls.length + degree + 1) return 'whose knots do not fit its control points';
  if (knots.some((knot, i) => i > 0 && knot < knots[i - 1]!)) return 'whose knots fall';
  // a knot repeated more often than the degree tears the curve
  const inner = knots.slice(degree, controls.length + 1);
  if (inner.some((knot, i) => knot > inner[0]! && knot < inner.at(-1)! && knot === inner[i + degree]))
    return 'that is torn at a knot';
  if (!(knots[degree]! < knots[controls.length]!)) return 'whose knots are all the same';
  if (weights.length > 0 && weights.length !== controls.length) return 'whose weights do not fit its control points';
  if (weights.some((weight) => !(weight > 0))) return 'with a weight that is not above 0';
  return null;
}

/**
 * The curve between its first and last full knot, both ends included; it strays from the true one by at most
 * `tolerance`. The spline has no fault.
 */
export function splinePoints(spline: RationalSpline, tolerance: number): Point[] {
  const { degree, knots, controls } = spline;
  const points: Point[] = [];
  for (let span = degree; span < controls.length; span++) {
    const [from, to] = [knots[span]!, knots[span + 1]!];
    if (!(from < to)) continue;
    const bezier = Array.from({ length: degree + 1 }, (_, i) =>
      blossom(spline, span, [...Array<number>(degree - i).fill(from), ...Array<number>(i).fill(to)]),
    );
    if (points.length === 0) points.push(flat(bezier[0]!));
    halve(bezier, tolerance, mostHalvings, points);
  }
  return points;
}

/** de Boor's algorithm with a separate parameter in each round: the control points of the part between two knots. */
function blossom({ degree, knots, controls, weights }: RationalSpline, span: number, at: readonly number[]): Weighted {
  const row = Array.from({ length: degree + 1 }, (_, i): Weighted => {
    const [x, y] = controls[span - degree + i]!;
    const w = weights[span - degree + i] ?? 1;
    return [x * w, y * w, w];
  });
  for (let round = 1; round <= degree; round++) {
    for (let i = degree; i >= round; i--) {
      const [low, high] = [knots[i + span - degree]!, knots[i + 1 + span - round]!];
      row[i] = mix(row[i - 1]!, row[i]!, (at[round - 1]! - low) / (high - low));
    }
  }
  return row[degree]!;
}

/** Appends all points but the first. With weights above 0 a curve lies in the hull of its control points. */
function halve(bezier: readonly Weighted[], tolerance: number, left: number, into: Point[]): void {
  const controls = bezier.map(flat);
  const [start, end] = [controls[0]!, controls.at(-1)!];
  if (left === 0 || controls.every((control) => distanceToSegment(control, start, end) <= tolerance)) {
    into.push(end);
    return;
  }
  const [before, after]: [Weighted[], Weighted[]] = [[], []];
  for (let row = [...bezier]; row.length > 0; row = row.slice(1).map((point, i) => mix(row[i]!, point, 0.5))) {
    before.push(row[0]!);
    after.unshift(row.at(-1)!);
  }
  halve(before, tolerance, left - 1, into);
  halve(after, tolerance, left - 1, into);
}

const mix = (a: Weighted, b: Weighted, t: number): Weighted => [
  a[0] + t * (b[0] - a[0]),
  a[1] + t * (b[1] - a[1]),
  a[2] + t * (b[2] - a[2]),
];

const flat = ([x, y, w]: Weighted): Point => [x / w, y / w];

function distanceToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
