/** Places where two curves cross or touch: chords of both first, then Newton's steps along both. */
import type { Curve } from './curve.js';
import type { Point } from './point.js';

/** Chords may be off their curves by this share of the size of both. */
const chordError = 1e-4;
/** Places this near, as a share of the size, count as one. */
const samePlace = 1e-6;
const newtonSteps = 12;

/** Sorted by the first curve's chords. Parts that lie on each other give places only where chords cross. */
export function curveCrossings(a: Curve, b: Curve): Point[] {
  const size = Math.max(a.length, b.length);
  if (!(size > 0)) return [];
  const [first, second] = [a.flatten(chordError * size), b.flatten(chordError * size)];
  const places: Point[] = [];
  for (let i = 0; i + 1 < first.length; i++) {
    for (let j = 0; j + 1 < second.length; j++) {
      const rough = chordsMeet(first[i]!, first[i + 1]!, second[j]!, second[j + 1]!);
      if (!rough) continue;
      const place = refined(a, b, rough, size);
      if (!places.some((other) => distance(other, place) <= samePlace * size)) places.push(place);
    }
  }
  return places;
}

const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

function chordsMeet(a: Point, b: Point, c: Point, d: Point): Point | null {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const cross = ux * vy - uy * vx;
  if (cross === 0) return null;
  const [wx, wy] = [c[0] - a[0], c[1] - a[1]];
  const [s, t] = [(wx * vy - wy * vx) / cross, (wx * uy - wy * ux) / cross];
  // a little beyond both ends, so that no crossing falls between two chords
  const within = (value: number): boolean => value >= -1e-9 && value <= 1 + 1e-9;
  return within(s) && within(t) ? [a[0] + s * ux, a[1] + s * uy] : null;
}

/** The rough place, where the steps lead to no better one. */
function refined(a: Curve, b: Curve, rough: Point, size: number): Point {
  let [s, t] = [a.nearestLength(rough), b.nearestLength(rough)];
  for (let i = 0; i < newtonSteps; i++) {
    const [p, q, u, v] = [a.pointAt(s), b.pointAt(t), a.tangentAt(s), b.tangentAt(t)];
    if (distance(p, q) <= 1e-12 * size) return p;
    const cross = u[0] * v[1] - u[1] * v[0];
    if (Math.abs(cross) < 1e-9) return rough;
    const [wx, wy] = [q[0] - p[0], q[1] - p[1]];
    s = Math.min(a.length, Math.max(0, s + (wx * v[1] - wy * v[0]) / cross));
    t = Math.min(b.length, Math.max(0, t + (wx * u[1] - wy * u[0]) / cross));
  }
  const place = a.pointAt(s);
  return distance(place, b.pointAt(t)) <= samePlace * size ? place : rough;
}
