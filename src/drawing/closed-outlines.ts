/** Closed outlines and their openings, from any lines of a drawing. */

import { chainLines } from '../geometry/chain.js';
import { outlineFault } from '../geometry/outline-fault.js';
import type { Point } from '../geometry/point.js';
import { type PointCover, pointCover } from '../geometry/point-cover.js';
import { ringOf, signedArea } from '../geometry/ring.js';
import { LeftOut } from './left-out.js';
import { boxOf, type PlaneBox } from './plane.js';

export interface NamedLine {
  readonly name: string;
  /** The drawing's group of the line: lines of one group are joined before those of several. */
  readonly group: string;
  readonly points: readonly Point[];
  readonly closed: boolean;
}

/** A closed line by itself; the first point is not repeated. */
export interface Loop {
  readonly name: string;
  readonly points: readonly Point[];
  readonly box: PlaneBox;
  /** mm², above 0. */
  readonly area: number;
  readonly covers: PointCover;
}

export interface ClosedOutline {
  readonly name: string;
  readonly points: readonly Point[];
  /** Outlines that lie directly in this one. */
  readonly holes: readonly (readonly Point[])[];
}

/** Ends of lines this near, mm, meet: drawing programs split outlines. */
const jointTolerance = 0.5;
/** No cutting table is longer, mm; curves of this size still keep the tolerance of the readers. */
const widestLine = 1e6;
/** Smaller outlines are marks, mm². */
const leastArea = 1;
/** Outlines nowhere farther apart than this, mm, are one outline drawn twice. */
const sameTolerance = 0.1;

/**
 * The closed lines of a drawing, and those that joined lines close, in the order of the file; and the lines that stay
 * open.
 */
export function closedLoops(lines: readonly NamedLine[]): { loops: Loop[]; open: Point[][]; leftOut: LeftOut } {
  const leftOut = new LeftOut();
  const loops: Loop[] = [];
  const add = (name: string, points: readonly Point[]): void => {
    const area = Math.abs(signedArea(ringOf(points)));
    const loop = { name, points: withoutRepeat(points), box: boxOf(points), area, covers: pointCover(points) };
    if (area < leastArea && crossesItself(points))
      leftOut.add(['line that crosses itself', 'lines that cross themselves']);
    else if (area < leastArea) leftOut.add(['closed line below 1 mm²', 'closed lines below 1 mm²']);
    else if (loops.some((other) => isSame(loop, other))) leftOut.add(['outline drawn twice', 'outlines drawn twice']);
    else loops.push(loop);
  };
  const isWhole = ({ closed, points }: NamedLine): boolean => closed || endsMeet(points);
  const fitting = lines.filter(({ points }) => !isTooWide(points));
  leftOut.add(['line over 1 km wide', 'lines over 1 km wide'], lines.length - fitting.length);
  for (const { name, points } of fitting.filter(isWhole)) add(name, points);
  const parts = fitting.filter((line) => !isWhole(line));
  let waiting = withoutDoubles(parts);
  leftOut.add(['line drawn twice', 'lines drawn twice'], parts.length - waiting.length);
  // neighbours may touch: first join the lines of one name, then those of a group, then all
  for (const key of [(line: NamedLine) => line.name, (line: NamedLine) => line.group, () => '']) {
    const open: NamedLine[] = [];
    for (const [, lot] of grouped(waiting, key)) {
      const chains = chainLines(
        lot.map(({ points }) => points),
        jointTolerance,
      );
      for (const points of chains) {
        const [first] = lot;
        const line = { name: key(first!) || first!.name, group: first!.group, points, closed: false };
        if (points.length > 3 && endsMeet(points)) add(line.name, withCleanJoints(points));
        else open.push(line);
      }
    }
    waiting = open;
  }
  return { loops, open: waiting.map(({ points }) => [...points]), leftOut };
}

/** An outline inside another is its opening, an outline inside an opening is a separate part, and so on inwards. */
export function nestedOutlines(loops: readonly Loop[]): ClosedOutline[] {
  const parents = loops.map((loop) => {
    let parent: Loop | null = null;
    for (const other of loops) {
      if ((parent === null || other.area < parent.area) && isInside(loop, other)) parent = other;
    }
    return parent;
  });
  const parentOf = new Map(loops.map((loop, i) => [loop, parents[i]!]));
  const isOpening = (loop: Loop): boolean => {
    const parent = parentOf.get(loop) ?? null;
    return parent !== null && !isOpening(parent);
  };
  const openings = grouped(loops.filter(isOpening), (loop) => parentOf.get(loop)!);
  return loops
    .filter((loop) => !isOpening(loop))
    .map((loop) => ({
      name: loop.name,
      points: loop.points,
      holes: (openings.get(loop) ?? []).map(({ points }) => points),
    }));
}

/** Decided by most of its points: an outline may touch the one around it. */
export function isInside(inner: Loop, outer: Loop): boolean {
  if (outer === inner || outer.area <= inner.area || !boxWithin(inner.box, outer.box)) return false;
  return inner.points.filter(outer.covers).length * 2 > inner.points.length;
}

export function isTooWide(points: readonly Point[]): boolean {
  const { left, top, right, bottom } = boxOf(points);
  return !(right - left <= widestLine && bottom - top <= widestLine);
}

const boxWithin = (a: PlaneBox, b: PlaneBox): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;

/** Compares outlines of any direction and beginning. */
function isSame(a: Loop, b: Loop): boolean {
  const sides = ['left', 'top', 'right', 'bottom'] as const;
  if (sides.some((side) => Math.abs(a.box[side] - b.box[side]) > sameTolerance)) return false;
  const [one, other] = a.points.length <= b.points.length ? [a.points, b.points] : [b.points, a.points];
  return one.every((point) => isNear(point, other)) && other.every((point) => isNear(point, one));
}

const isNear = ([x, y]: Point, loop: readonly Point[]): boolean =>
  loop.some(([ax, ay], i) => {
    const [bx, by] = loop[(i + 1) % loop.length]!;
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(x - ax - t * dx, y - ay - t * dy) <= sameTolerance;
  });

/**
 * Lines drawn a little too far cross at their joints. There each pair of ends becomes the point halfway between them;
 * an outline that crosses itself elsewhere stays as it is.
 */
function withCleanJoints(points: readonly Point[]): readonly Point[] {
  if (!crossesItself(points)) return points;
  const ring = distance(points[0]!, points.at(-1)!) === 0 ? points.slice(0, -1) : points;
  const clean: Point[] = [];
  for (let i = 0; i < ring.length; i++) {
    const [point, next] = [ring[i]!, ring[(i + 1) % ring.length]!];
    const isJoint = distance(point, next) <= jointTolerance;
    clean.push(isJoint ? [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2] : point);
    if (!isJoint) continue;
    // the first point closes the last pair
    if (i === ring.length - 1) clean.shift();
    i += 1;
  }
  return crossesItself(clean) ? points : clean;
}

const crossesItself = (points: readonly Point[]): boolean => outlineFault(points)?.kind === 'self_intersection';

/** Each line once, for either direction of drawing. */
function withoutDoubles(lines: readonly NamedLine[]): NamedLine[] {
  const seen = new Set<string>();
  return lines.filter(({ points }) => {
    const words = points.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`);
    const key = [words.join(), [...words].reverse().join()].sort()[0]!;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function grouped<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const endsMeet = (points: readonly Point[]): boolean =>
  points.length > 3 && distance(points[0]!, points.at(-1)!) <= jointTolerance;

const withoutRepeat = (points: readonly Point[]): readonly Point[] =>
  endsMeet(points) && distance(points[0]!, points.at(-1)!) < 1e-9 ? points.slice(0, -1) : points;
