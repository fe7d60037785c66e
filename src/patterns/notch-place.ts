/**
 * The way of marks to the cut line. A mark on the seam line moves square to its edge, and becomes a notch half way through
 * the allowance there. A mark on neither line is no notch: it stays where it is, as a cross that is drawn but never cut.
 */
import type { Point } from '../geometry/point.js';
import type { InternalLine, Notch } from './draft.js';
import { depthIn, nearestOn } from './on-loop.js';
import type { Loop } from './region.js';

export interface NotchMark {
  readonly at: Point;
  readonly type: Notch['type'];
}

/** The lines of a piece to which its marks refer, mm. */
export interface NotchedLines {
  /** The cut line, with a positive shoelace sum. */
  readonly boundary: Loop;
  /** Wound alike; null where the piece is cut as drawn. */
  readonly seam: Loop | null;
  /** The piece's own allowance, for pieces without a seam line. */
  readonly allowance: number;
  /** An edge of a half that is no edge of the whole piece. */
  readonly isFold: (a: Point, b: Point) => boolean;
}

export interface PlacedNotches {
  readonly notches: readonly Notch[];
  /** Crosses at the marks that lie on no line. */
  readonly marks: readonly InternalLine[];
  /** Number of marks outside the piece. */
  readonly outside: number;
}

/** A mark this near to a line, mm, is on it: curves are flattened to 0.1 mm, and files round. */
const onLine = 0.5;
/** Two lines this near to each other, mm, are one. */
const sameLine = 0.05;
/** Half the width of a cross, mm. */
const arm = 3;
/** Depths of notches, mm: the least one hurts no seam, and shows where there is no allowance. */
const [leastDepth, mostDepth, depthAsDrawn] = [1, 6, 3];

export function placedNotches(marks: readonly NotchMark[], lines: NotchedLines): PlacedNotches {
  const { boundary, seam, allowance, isFold } = lines;
  if (marks.length === 0) return { notches: [], marks: [], outside: 0 };
  const cut = sidesOf(boundary, isFold);
  const sewn = seam && sidesOf(seam, isFold);
  const notches: Notch[] = [];
  const crosses: InternalLine[] = [];
  let outside = 0;
  for (const { at, type } of marks) {
    const place = placeOf(at, cut, sewn);
    if (place) notches.push({ ...place, type, depth: depthAt(place.at, sewn, allowance) });
    else if (depthIn(boundary, at) < 0) outside++;
    else crosses.push(...crossAt(at));
  }
  return { notches, marks: crosses, outside };
}

type Side = readonly [Point, Point];

const sidesOf = (loop: Loop, isFold: NotchedLines['isFold']): Side[] =>
  loop.map((from, i): Side => [from, loop[(i + 1) % loop.length]!]).filter(([from, to]) => !isFold(from, to));

interface NearSide {
  readonly at: Point;
  readonly side: Side;
  readonly far: number;
}

/** From the nearest side on. */
function nearSides(sides: readonly Side[], point: Point): NearSide[] {
  return sides
    .map((side): NearSide => {
      const { at, square } = nearestOn(side, point);
      return { at, side, far: Math.sqrt(square) };
    })
    .sort((a, b) => a.far - b.far);
}

type NotchAt = Pick<Notch, 'at' | 'angle'>;

/** Null: the mark lies on neither line, or no edge of the cloth lies beside the seam. */
function placeOf(mark: Point, cut: readonly Side[], sewn: readonly Side[] | null): NotchAt | null {
  const [onCut] = nearSides(cut, mark);
  if (onCut && onCut.far <= onLine) return notchOn(onCut.side, onCut.at);
  const near = nearSides(sewn ?? [], mark);
  const [onSeam] = near;
  if (!onSeam || onSeam.far > onLine) return null;
  // two sides meet at a corner
  const ways = near.filter(({ far }) => far <= onSeam.far + sameLine / 2).map(({ side }) => outwards(side));
  const [sumX, sumY] = [ways.reduce((sum, [x]) => sum + x, 0), ways.reduce((sum, [, y]) => sum + y, 0)];
  const sum = Math.hypot(sumX, sumY);
  // in a corner that turns inwards, the way out lies between both; the point of a dart has none
  if (ways.length > 1 && sum > ways.length / 2) ways.push([sumX / sum, sumY / sum]);
  const found = ways
    .map((way) => wayOut(onSeam.at, way, cut, sewn!))
    .filter((hit) => hit !== null)
    .sort((a, b) => a.far - b.far)[0];
  return found ? notchOn(found.side, found.at) : null;
}

/** The unit vector square to a side, out of the piece. */
function outwards([[ax, ay], [bx, by]]: Side): Point {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [(by - ay) / length, (ax - bx) / length];
}

/** Where the way from the seam line meets the cut line; null where it meets the seam line before. */
function wayOut(from: Point, way: Point, cut: readonly Side[], sewn: readonly Side[]): NearSide | null {
  const hit = cut
    .flatMap((side): NearSide[] => {
      const far = meeting(from, way, side);
      return far === null || far < -sameLine
        ? []
        : [{ at: [from[0] + far * way[0], from[1] + far * way[1]], side, far }];
    })
    .sort((a, b) => a.far - b.far)[0];
  const isBarred = sewn.some((side) => {
    const far = meeting(from, way, side);
    return far !== null && hit !== undefined && far > sameLine && far < hit.far - sameLine;
  });
  return hit && !isBarred ? hit : null;
}

/** How far along a way a side is met, to 0.01 mm beside its ends; null where it is not. */
function meeting([x, y]: Point, [ux, uy]: Point, [[ax, ay], [bx, by]]: Side): number | null {
  const [a, b] = [ux * (ay - y) - uy * (ax - x), ux * (by - y) - uy * (bx - x)];
  const slack = 0.01;
  if (a === b || Math.min(a, b) > slack || Math.max(a, b) < -slack) return null;
  const share = Math.max(0, Math.min(1, a / (a - b)));
  return ux * (ax + share * (bx - ax) - x) + uy * (ay + share * (by - ay) - y);
}

/** Square to the cut line, into the piece. */
function notchOn(side: Side, at: Point): NotchAt {
  const [[ax, ay], [bx, by]] = side;
  // the inside of a loop with positive shoelace sum is a quarter turn towards larger angles
  const angle = (Math.atan2(bx - ax, ay - by) * 180) / Math.PI;
  return { at, angle: Math.round(angle * 1000) / 1000 + 0 };
}

function depthAt(at: Point, sewn: readonly Side[] | null, allowance: number): number {
  if (!sewn && allowance === 0) return depthAsDrawn;
  const width = sewn ? (nearSides(sewn, at)[0]?.far ?? 0) : allowance;
  return Math.max(leastDepth, Math.min(mostDepth, Math.round(5 * width) / 10));
}

const crossAt = ([x, y]: Point): InternalLine[] => [
  {
    kind: 'mark',
    points: [
      [x - arm, y],
      [x + arm, y],
    ],
  },
  {
    kind: 'mark',
    points: [
      [x, y - arm],
      [x, y + arm],
    ],
  },
];
