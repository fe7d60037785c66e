/** The part of a line that lies inside an outline. */
import type { Point } from '../geometry/point.js';
import { depthIn } from './on-loop.js';
import type { Loop } from './region.js';

/** A line may leave the outline by this much, mm: curves of both are flattened to 0.1 mm. */
const allowed = 0.25;

/**
 * The runs of a line inside a loop, in their order: the line itself where it stays inside. A closed line has one run through
 * its first point.
 */
export function runsInside(line: readonly Point[], loop: Loop): (readonly Point[])[] {
  const pieces = line.slice(1).map((to, i) => [line[i]!, ...crossings(line[i]!, to, loop), to]);
  const isInside = (a: Point, b: Point): boolean =>
    [middle(a, b), a, b].every((place) => depthIn(loop, place) >= -allowed);
  if (pieces.every(({ length }) => length === 2)) {
    // it crosses nothing, so all of it is on one side
    const half = Math.floor((line.length - 2) / 2);
    return isInside(line[half]!, line[half + 1]!) ? [line] : [];
  }
  const runs: Point[][] = [];
  let isOpen = false;
  let isWhole = true;
  for (const stops of pieces) {
    for (const [i, to] of stops.slice(1).entries()) {
      const from = stops[i]!;
      const goesOn = isInside(from, to);
      if (goesOn && !isOpen) runs.push([from]);
      if (goesOn) runs.at(-1)!.push(to);
      isOpen = goesOn;
      isWhole &&= goesOn;
    }
  }
  if (isWhole) return [line];
  const [first, last] = [runs[0], runs.at(-1)];
  if (runs.length > 1 && isOpen && same(first![0]!, line[0]!) && same(line[0]!, line.at(-1)!)) {
    return [[...last!, ...first!.slice(1)], ...runs.slice(1, -1)];
  }
  return runs;
}

const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const same = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];

/** Where a segment crosses a loop, from its start to its end, both left out. */
function crossings([ax, ay]: Point, [bx, by]: Point, loop: Loop): Point[] {
  const [dx, dy] = [bx - ax, by - ay];
  const aside = ([x, y]: Point): number => dx * (y - ay) - dy * (x - ax);
  const shares: number[] = [];
  let [p, was] = [loop.at(-1)!, aside(loop.at(-1)!)];
  for (const q of loop) {
    const is = aside(q);
    if (was > 0 !== is > 0) {
      const on = was / (was - is);
      const [x, y] = [p[0] + on * (q[0] - p[0]), p[1] + on * (q[1] - p[1])];
      const share = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
      if (share > 0 && share < 1) shares.push(share);
    }
    [p, was] = [q, is];
  }
  return shares.sort((a, b) => a - b).map((share): Point => [ax + share * dx, ay + share * dy]);
}
