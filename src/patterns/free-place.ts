/** Whether words fit somewhere: boxes at any angle against the lines already drawn. */

import type { Point } from '../geometry/point.js';

export type Segment = readonly [ax: number, ay: number, bx: number, by: number];

/** A box of words: its middle, half of its width and height, and its reading direction in degrees from x towards y. */
export interface WordBox {
  readonly center: Point;
  readonly reach: Point;
  readonly angle: number;
}

export const segmentsOf = (line: readonly Point[]): Segment[] =>
  line.slice(1).map(([bx, by], i): Segment => [line[i]![0], line[i]![1], bx, by]);

/** The sides and diagonals of a box: a line that meets none of them lies beside the box. */
export function boxSegments({ center, reach, angle }: WordBox): Segment[] {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const corner = (x: number, y: number): Point => [
    center[0] + x * reach[0] * cos - y * reach[1] * sin,
    center[1] + x * reach[0] * sin + y * reach[1] * cos,
  ];
  const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  return [...segmentsOf([a, b, c, d, a]), ...segmentsOf([a, c]), ...segmentsOf([b, d])];
}

/**
 * A budget for placing the words of one drawing, counted in segments: a pattern may have thousands of words on
 * thousands of lines. Once it is spent, no place counts as free.
 */
export class Effort {
  #left = 40_000_000;

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  spend(segments: number): void {
    this.#left -= segments + 1;
  }
}

/** Whether no segment meets the box. */
export function isFree({ center, reach, angle }: WordBox, segments: readonly Segment[], effort: Effort): boolean {
  if (effort.isSpent) return false;
  effort.spend(segments.length);
  const [x, y] = center;
  const radius = Math.hypot(reach[0], reach[1]);
  const [left, right, top, bottom] = [x - radius, x + radius, y - radius, y + radius];
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  for (const [ax, ay, bx, by] of segments) {
    // most lie far away
    if ((ax < left && bx < left) || (ax > right && bx > right)) continue;
    if ((ay < top && by < top) || (ay > bottom && by > bottom)) continue;
    // into the frame of the box
    const px = (ax - x) * cos + (ay - y) * sin;
    const py = (ay - y) * cos - (ax - x) * sin;
    const qx = (bx - x) * cos + (by - y) * sin;
    const qy = (by - y) * cos - (bx - x) * sin;
    if (meets(px, py, qx - px, qy - py, reach)) return false;
  }
  return true;
}

/** Whether a segment from p by a step meets the box of a reach around the origin: its part inside both slabs. */
function meets(px: number, py: number, stepX: number, stepY: number, [reachX, reachY]: Point): boolean {
  if (stepX === 0 && Math.abs(px) > reachX) return false;
  if (stepY === 0 && Math.abs(py) > reachY) return false;
  let from = 0;
  let to = 1;
  if (stepX !== 0) {
    const middle = -px / stepX;
    const half = Math.abs(reachX / stepX);
    from = Math.max(from, middle - half);
    to = Math.min(to, middle + half);
  }
  if (stepY !== 0) {
    const middle = -py / stepY;
    const half = Math.abs(reachY / stepY);
    from = Math.max(from, middle - half);
    to = Math.min(to, middle + half);
  }
  return from <= to;
}

/** Whether the straight way between two points crosses a segment. */
export function isSeparated([ax, ay]: Point, [bx, by]: Point, segments: readonly Segment[], effort: Effort): boolean {
  effort.spend(segments.length);
  const side = (px: number, py: number, qx: number, qy: number, x: number, y: number): number =>
    (qx - px) * (y - py) - (qy - py) * (x - px);
  return segments.some(
    ([cx, cy, dx, dy]) =>
      side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0 &&
      side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0,
  );
}
