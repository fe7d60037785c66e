/** How a point lies to a loop: inside or outside, how deep, and which place of the loop is the nearest. */
import type { Point } from '../geometry/point.js';
import type { Loop } from './region.js';

/** The seam line may leave the cut line by this much, mm: rounding of both. */
export const seamTolerance = 0.05;

/** Whether no corner of `inner` is outside `outer` by more than the tolerance. */
export function covers(outer: Loop, inner: Loop): boolean {
  const xs = Float64Array.from(outer, ([x]) => x);
  const ys = Float64Array.from(outer, ([, y]) => y);
  return inner.every((point) => isInside(xs, ys, point) || Math.sqrt(nearestOn(outer, point).square) <= seamTolerance);
}

/** How far a point lies inside a loop, mm; negative outside. */
export function depthIn(loop: Loop, point: Point): number {
  const far = Math.sqrt(nearestOn(loop, point).square);
  const xs = Float64Array.from(loop, ([x]) => x);
  const ys = Float64Array.from(loop, ([, y]) => y);
  return isInside(xs, ys, point) ? far : -far;
}

/** Whether the loop with these corners has the point inside. */
function isInside(xs: Float64Array, ys: Float64Array, [x, y]: Point): boolean {
  let inside = false;
  const n = xs.length;
  for (let i = 0, j = n - 1; i < n; j = i++) {
    const ay = ys[i]!;
    const by = ys[j]!;
    if (ay > y !== by > y && x < ((xs[j]! - xs[i]!) * (y - ay)) / (by - ay) + xs[i]!) inside = !inside;
  }
  return inside;
}

/** The nearest point of a loop to another, its edge, and the squared distance. */
export function nearestOn(loop: Loop, point: Point): { at: Point; edge: number; square: number } {
  const x = point[0];
  const y = point[1];
  let [atX, atY, edge, least] = [0, 0, 0, Infinity];
  for (let i = 0; i < loop.length; i++) {
    const a = loop[i]!;
    const b = loop[i + 1 === loop.length ? 0 : i + 1]!;
    const dx = b[0] - a[0];
    const dy = b[1] - a[1];
    const t = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)));
    const px = a[0] + t * dx;
    const py = a[1] + t * dy;
    const square = (px - x) * (px - x) + (py - y) * (py - y);
    if (square < least) [atX, atY, edge, least] = [px, py, i, square];
  }
  return { at: [atX, atY], edge, square: least };
}
