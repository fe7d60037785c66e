/** The one predicate behind every exact decision of this folder. */

import { orient2d as withYDown } from 'robust-predicates';

/**
 * Which way the path a -> b -> c turns, with an exact sign: positive in the sense of a positive shoelace sum, zero when
 * the three points are on one line (Shewchuk 1997, doi:10.1007/PL00009321; his sign, where the library has the other).
 */
export function orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return -withYDown(ax, ay, bx, by, cx, cy);
}

/** Whether the closed segments a-b and c-d have a point in common. */
export function segmentsMeet(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;
  const c = orient2d(ax, ay, bx, by, cx, cy);
  const d = orient2d(ax, ay, bx, by, dx, dy);
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return false;
  const a = orient2d(cx, cy, dx, dy, ax, ay);
  const b = orient2d(cx, cy, dx, dy, bx, by);
  return !((a > 0 && b > 0) || (a < 0 && b < 0));
}
