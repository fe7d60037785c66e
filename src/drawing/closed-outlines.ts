/** Closed outlines and the openings in them, out of whatever lines a drawing has. */
import { chainLines } from '../geometry/chain.js';
import { ringOf, signedArea } from '../geometry/ring.js';
import { boxOf, type PlaneBox, type Point } from './plane.js';

export interface NamedLine {
  readonly name: string;
  readonly points: readonly Point[];
  readonly closed: boolean;
}

export interface ClosedOutline {
  readonly name: string;
  readonly points: readonly Point[];
  /** Outlines that lie directly in this one. */
  readonly holes: readonly (readonly Point[])[];
}

/** Ends of lines this near, mm, meet: drawing programs split outlines. */
const jointTolerance = 0.5;
/** Smaller outlines are marks, mm². */
const leastArea = 1;

interface Loop {
  readonly name: string;
  readonly points: readonly Point[];
  readonly box: PlaneBox;
  readonly area: number;
}

/**
 * An outline in another one is an opening of it, an outline in an opening is a part of its own, and so on inwards.
 *
 * @returns the outlines in the order of their lines, and how many lines belong to none
 */
export function closedOutlines(lines: readonly NamedLine[]): { outlines: ClosedOutline[]; open: number } {
  const loops: Loop[] = [];
  const add = (name: string, points: readonly Point[]): boolean => {
    const area = Math.abs(signedArea(ringOf(points)));
    if (area < leastArea) return false;
    loops.push({ name, points: withoutRepeat(points), box: boxOf(points), area });
    return true;
  };
  for (const { name, points, closed } of lines) if (closed || endsMeet(points)) add(name, points);
  // lines of one name are joined among themselves first: neighbours may touch
  let open = 0;
  for (const [name, group] of byName(lines.filter(({ closed, points }) => !closed && !endsMeet(points)))) {
    for (const chain of chainLines(group, jointTolerance)) {
      if (chain.length < 4 || !endsMeet(chain) || !add(name, chain)) open += 1;
    }
  }
  return { outlines: nested(loops), open };
}

function byName(lines: readonly NamedLine[]): Map<string, (readonly Point[])[]> {
  const groups = new Map<string, (readonly Point[])[]>();
  for (const { name, points } of lines) {
    const group = groups.get(name);
    if (group) group.push(points);
    else groups.set(name, [points]);
  }
  return groups;
}

function nested(loops: readonly Loop[]): ClosedOutline[] {
  const parents = loops.map((loop) => {
    let parent: Loop | null = null;
    for (const other of loops) {
      if (other === loop || other.area <= loop.area || !boxWithin(loop.box, other.box)) continue;
      if ((parent === null || other.area < parent.area) && contains(other.points, loop.points)) parent = other;
    }
    return parent;
  });
  const parentOf = new Map(loops.map((loop, i) => [loop, parents[i]!]));
  const isOpening = (loop: Loop): boolean => {
    const parent = parentOf.get(loop) ?? null;
    return parent !== null && !isOpening(parent);
  };
  return loops
    .filter((loop) => !isOpening(loop))
    .map((loop) => ({
      name: loop.name,
      points: loop.points,
      holes: loops.filter((other) => parentOf.get(other) === loop).map(({ points }) => points),
    }));
}

const boxWithin = (a: PlaneBox, b: PlaneBox): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;

/** By most of its points: an outline may touch the one around it. */
function contains(outer: readonly Point[], inner: readonly Point[]): boolean {
  return inner.filter((point) => isInside(outer, point)).length * 2 > inner.length;
}

function isInside(loop: readonly Point[], [x, y]: Point): boolean {
  let odd = false;
  for (let i = 0, j = loop.length - 1; i < loop.length; j = i++) {
    const [ax, ay] = loop[i]!;
    const [bx, by] = loop[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const endsMeet = (points: readonly Point[]): boolean =>
  points.length > 3 && distance(points[0]!, points.at(-1)!) <= jointTolerance;

const withoutRepeat = (points: readonly Point[]): readonly Point[] =>
  endsMeet(points) && distance(points[0]!, points.at(-1)!) < 1e-9 ? points.slice(0, -1) : points;
