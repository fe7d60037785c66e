/**
 * Lines that two parts share are cut once: the later loop gives up every stretch that lies on an earlier one. The rest
 * of it are open lines.
 */
import type { Point } from '../../../geometry/point.js';
import { boxOf, type PlaneBox } from '../../plane.js';
import { stretchesAtFold } from './at-fold.js';
import { type CutLine, type CutLoop, distance, lengthOf } from './cut-line.js';
import { along, merged, remainders, type Stretch } from './stretches.js';

/** Lines this near to each other are one, mm: half of what a knife or a beam removes at least. */
export const sameLine = 0.05;
/** Shorter shared stretches are not worth another start, mm. */
const shortestShared = 5;

export interface SharedLines {
  readonly lines: readonly CutLine[];
  /** Length that was not cut a second time, mm. */
  readonly saved: number;
  /** The stretches that are cut once for two loops. */
  readonly common: readonly (readonly Point[])[];
}

/** One closed line a loop; an open one on a fold of the cloth. */
export function separateLines(loops: readonly CutLoop[]): CutLine[] {
  return loops.flatMap((own, loop) => linesWithout(own, loop, merged(stretchesAtFold(own))));
}

/** A loop without its merged stretches. */
function linesWithout({ points }: CutLoop, loop: number, taken: readonly Stretch[]): CutLine[] {
  if (taken.length === 0) return [{ points, closed: true, loop }];
  return remainders(points, taken).map((chain) => ({ points: chain, closed: false, loop }));
}

export function sharedLines(loops: readonly CutLoop[]): SharedLines {
  const boxes = loops.map(({ points }) => boxOf(points));
  const byLeft = loops.map((_, i) => i).sort((a, b) => boxes[a]!.left - boxes[b]!.left);
  const shared = loops.map((): Stretch[] => []);
  for (const [rank, i] of byLeft.entries()) {
    for (let next = rank + 1; next < byLeft.length; next++) {
      const j = byLeft[next]!;
      if (boxes[j]!.left > boxes[i]!.right + sameLine) break;
      if (boxes[j]!.top > boxes[i]!.bottom + sameLine || boxes[i]!.top > boxes[j]!.bottom + sameLine) continue;
      const [earlier, later] = [Math.min(i, j), Math.max(i, j)];
      const common = intersection(boxes[i]!, boxes[j]!);
      shared[later]!.push(...stretchesOn(loops[later]!.points, loops[earlier]!.points, common));
    }
  }
  let saved = 0;
  const common: Point[][] = [];
  const lines = loops.flatMap((own, loop): CutLine[] => {
    const uncut = stretchesAtFold(own);
    const taken = merged(shared[loop]!).filter(([from, to]) => to - from >= shortestShared);
    common.push(...taken.map(([from, to]) => along(own.points, from, to)));
    const alone = linesWithout(own, loop, merged(uncut));
    if (taken.length === 0) return alone;
    const rest = linesWithout(own, loop, merged([...uncut, ...taken]));
    saved += lengthOfAll(alone) - lengthOfAll(rest);
    return rest;
  });
  return { lines, saved, common };
}

const lengthOfAll = (lines: readonly CutLine[]): number => lines.reduce((sum, line) => sum + lengthOf(line), 0);

const intersection = (a: PlaneBox, b: PlaneBox): PlaneBox => ({
  left: Math.max(a.left, b.left) - sameLine,
  top: Math.max(a.top, b.top) - sameLine,
  right: Math.min(a.right, b.right) + sameLine,
  bottom: Math.min(a.bottom, b.bottom) + sameLine,
});

interface Side {
  readonly from: Point;
  readonly to: Point;
  /** Place of `from` along the loop, mm. */
  readonly start: number;
  readonly length: number;
}

/** The sides of a loop that reach into a box. */
function sidesIn(points: readonly Point[], box: PlaneBox): Side[] {
  const sides: Side[] = [];
  let start = 0;
  for (const [i, from] of points.entries()) {
    const to = points[(i + 1) % points.length]!;
    const length = distance(from, to);
    const isNear =
      Math.max(from[0], to[0]) >= box.left &&
      Math.min(from[0], to[0]) <= box.right &&
      Math.max(from[1], to[1]) >= box.top &&
      Math.min(from[1], to[1]) <= box.bottom;
    if (isNear && length > 0) sides.push({ from, to, start, length });
    start += length;
  }
  return sides;
}

/** The stretches of `line` that lie on `other`. */
function stretchesOn(line: readonly Point[], other: readonly Point[], box: PlaneBox): Stretch[] {
  const others = sidesIn(other, box);
  if (others.length === 0) return [];
  return sidesIn(line, box).flatMap((side) => others.flatMap((each) => stretchOn(side, each) ?? []));
}

function stretchOn(side: Side, other: Side): [Stretch] | null {
  const [ux, uy] = [(other.to[0] - other.from[0]) / other.length, (other.to[1] - other.from[1]) / other.length];
  const along = ([x, y]: Point): number => (x - other.from[0]) * ux + (y - other.from[1]) * uy;
  const beside = ([x, y]: Point): number => (y - other.from[1]) * ux - (x - other.from[0]) * uy;
  const [a0, a1, b0, b1] = [along(side.from), along(side.to), beside(side.from), beside(side.to)];
  const run = a1 - a0;
  // a side across the other one shares no more than a point with it
  if (Math.abs(run) < side.length / 2) return null;
  const [low, high] = [Math.max(0, Math.min(a0, a1)), Math.min(other.length, Math.max(a0, a1))];
  if (high <= low) return null;
  const share = (at: number): number => (at - a0) / run;
  const offset = (at: number): number => Math.abs(b0 + share(at) * (b1 - b0));
  if (offset(low) > sameLine || offset(high) > sameLine) return null;
  const [s, t] = [share(low), share(high)].sort((p, q) => p - q);
  return [[side.start + s! * side.length, side.start + t! * side.length]];
}
