/**
 * The ways of a cut line around an outer corner of the seam line, as Seamly2D and Valentina know them. A corner is
 * mitred up to a limit, or shaped so that a turned hem lies on its piece. The shapes are symmetries, right angles, and
 * crossings with the seam's own edges.
 */

import type { Point } from '../geometry/point.js';

export const cornerKinds = [
  'mitre',
  'crossing',
  'firstSymmetry',
  'secondSymmetry',
  'firstRightAngle',
  'secondRightAngle',
] as const;

/**
 * `mitre`: both cut lines meet; beyond 3.5 times the wider allowance the tip is cut off square at that allowance.
 * `crossing`: each cut line ends where the other edge, prolonged, crosses it.
 * `firstSymmetry`: the second cut line is mirrored in the first edge, so that cloth folded back along that edge lies on
 * the piece; `secondSymmetry` the other way round.
 * `firstRightAngle`: the end is square to the first edge, from its crossing with the second cut line; `secondRightAngle`
 * the other way round.
 */
export type CornerKind = (typeof cornerKinds)[number];

/** In the opposite direction the first edge is the second. */
export const turnedCorner: Readonly<Record<CornerKind, CornerKind>> = {
  mitre: 'mitre',
  crossing: 'crossing',
  firstSymmetry: 'secondSymmetry',
  secondSymmetry: 'firstSymmetry',
  firstRightAngle: 'secondRightAngle',
  secondRightAngle: 'firstRightAngle',
};

/** Tips reach at most this many times the wider allowance. */
const reach = 3.5;

/** Edges with different allowances that turn by less than this, 5 degrees, are joined by a step. */
const leastTurn = Math.sin((5 * Math.PI) / 180);

/** One edge at the corner, flattened and straight, with its cut line. */
export interface CornerSide {
  /** Unit vector along the edge and, a quarter turn from it, out of the piece. */
  readonly along: Point;
  readonly normal: Point;
  /** Ends of the cut line of the edge; its side of the corner is the end of the first one, the start of the second. */
  readonly cutFrom: Point;
  readonly cutTo: Point;
  /** Allowance at the corner, mm. */
  readonly allowance: number;
}

/** Points of the cut line round an outer corner, from the cut line of the first edge to that of the second. */
export function cornerPoints(corner: Point, first: CornerSide, second: CornerSide, kind: CornerKind): Point[] {
  const turn = cross(first.along, second.along);
  if (Math.abs(turn) < leastTurn && dot(first.along, second.along) > 0 && first.allowance !== second.allowance) {
    return [first.cutTo, second.cutFrom];
  }
  return special(corner, first, second, kind) ?? mitred(corner, first, second);
}

/** Null where the corner cannot take this shape: it is mitred then. */
function special(corner: Point, first: CornerSide, second: CornerSide, kind: CornerKind): Point[] | null {
  const limit = reach * Math.max(first.allowance, second.allowance);
  switch (kind) {
    case 'mitre':
      return null;
    case 'crossing': {
      const a = meet(first.cutFrom, first.cutTo, corner, plus(corner, second.along));
      const b = meet(second.cutFrom, second.cutTo, corner, plus(corner, first.along));
      return a && b && length(a, corner) <= limit ? [a, b] : null;
    }
    case 'firstSymmetry': {
      const axis = [corner, plus(corner, first.along)] as const;
      return symmetric(mirrored(second.cutFrom, ...axis), mirrored(second.cutTo, ...axis), first, second);
    }
    case 'secondSymmetry': {
      const axis = [corner, plus(corner, second.along)] as const;
      return symmetric(mirrored(first.cutFrom, ...axis), mirrored(first.cutTo, ...axis), first, second);
    }
    case 'firstRightAngle': {
      const at = meet(corner, plus(corner, first.along), second.cutFrom, second.cutTo);
      if (!at || length(at, corner) > limit || dot(minus(at, corner), first.along) < 0) return null;
      return [end(at, first), at];
    }
    case 'secondRightAngle': {
      const at = meet(corner, plus(corner, second.along), first.cutFrom, first.cutTo);
      if (!at || length(at, corner) > limit || dot(minus(at, corner), second.along) > 0) return null;
      return [at, end(at, second)];
    }
  }
}

/** Where the cut line of an edge, prolonged, passes a place of that edge. */
function end(at: Point, { normal, cutFrom, cutTo, allowance }: CornerSide): Point {
  return meet(at, plus(at, normal), cutFrom, cutTo) ?? plus(at, normal, allowance);
}

/** The crossings of an edge's mirrored cut line with both cut lines. */
function symmetric(from: Point, to: Point, first: CornerSide, second: CornerSide): Point[] | null {
  const a = meet(from, to, first.cutFrom, first.cutTo);
  const b = meet(from, to, second.cutFrom, second.cutTo);
  return a && b && [a, b];
}

function mitred(corner: Point, first: CornerSide, second: CornerSide): Point[] {
  const tip = meet(first.cutFrom, first.cutTo, second.cutFrom, second.cutTo);
  if (!tip) return [first.cutTo, second.cutFrom];
  const wider = Math.max(first.allowance, second.allowance);
  const far = length(tip, corner);
  if (far <= reach * wider) return [tip];
  const middle = plus(corner, minus(tip, corner), wider / far);
  const across: Point = plus(middle, [corner[1] - tip[1], tip[0] - corner[0]]);
  const a = meet(middle, across, first.cutFrom, first.cutTo);
  const b = meet(middle, across, second.cutFrom, second.cutTo);
  return a && b ? [a, b] : [first.cutTo, second.cutFrom];
}

const plus = ([x, y]: Point, [dx, dy]: Point, factor = 1): Point => [x + dx * factor, y + dy * factor];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
const cross = (a: Point, b: Point): number => a[0] * b[1] - a[1] * b[0];
const length = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** The meeting point of the endless lines a-b and c-d; null where they run alongside. */
export function meet(a: Point, b: Point, c: Point, d: Point): Point | null {
  const [u, v] = [minus(b, a), minus(d, c)];
  const sine = cross(u, v);
  if (Math.abs(sine) < 1e-6 * Math.hypot(...u) * Math.hypot(...v) || sine === 0) return null;
  return plus(a, u, cross(minus(c, a), v) / sine);
}

function mirrored(point: Point, a: Point, b: Point): Point {
  const u = minus(b, a);
  const share = dot(minus(point, a), u) / dot(u, u);
  const foot = plus(a, u, share);
  return [2 * foot[0] - point[0], 2 * foot[1] - point[1]];
}
