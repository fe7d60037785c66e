/**
 * The boundary of the Minkowski sum of two outlines, taken from their convolution without uniting all of it.
 *
 * A point is in the sum where the convolution winds around it (Guibas, Ramshaw and Stolfi 1983). So the boundary is
 * made of the pieces of segments that have winding zero on their right. Segments of reflex corners have none of it
 * (Behar and Lien 2011, doi:10.1109/IROS.2011.6094940). A grid tells the winding at the middle of each cell, and a
 * segment is followed from there past the few segments of its cells. A union has to sort all crossings instead, and
 * zigzags have a hundred thousand.
 *
 * Every corner first moves by a random part of a unit. Then no three segments meet in a point, and none lie on each
 * other: there are no special cases, in which sweeps over integers go wrong.
 */

import { convolutionSegments, type DirectedRing, Directions } from './convolution-segments.js';
import { orient2d } from './orient2d.js';
import type { Ring } from './ring.js';
import { type Pieces, SegmentGrid } from './segment-grid.js';

/** Corners move by less than this, and than this share of their shorter edge, either way along each axis. */
const jitter = 1 / 5;
const jitterOfEdge = 1 / 2048;

/** A positive simple outline without redundant points as the first or the second summand of many sums. */
export function summand(ring: Ring, place: 1 | 2): DirectedRing {
  const moved = jittered(ring, place);
  return { ring: moved, directions: new Directions(moved) };
}

/**
 * The outer rings (positive) and holes (negative) of the sum of a first and a second summand, in whole units. Null where
 * rounding leaves an open end.
 */
export function sumBoundary(first: DirectedRing, second: DirectedRing): Ring[] | null {
  const segments = convolutionSegments(first, second);
  const pieces = new SegmentGrid(segments, first.ring, second.ring).freePieces();
  return pieces && chained(pieces, segments.count);
}

function jittered(ring: Ring, salt: number): Ring {
  const n = ring.length;
  const result = new Float64Array(n);
  let before = Math.hypot(ring[0]! - ring[n - 2]!, ring[1]! - ring[n - 1]!);
  for (let i = 0; i < n; i += 2) {
    const k = i + 2 === n ? 0 : i + 2;
    const after = Math.hypot(ring[k]! - ring[i]!, ring[k + 1]! - ring[i + 1]!);
    const reach = Math.min(jitter, jitterOfEdge * Math.min(before, after));
    for (const at of [i, i + 1]) {
      const random = fraction(Math.imul(at + 1, 0x9e3779b1) + Math.imul(salt, 0x85ebca6b));
      result[at] = ring[at]! + (2 * random - 1) * reach;
    }
    before = after;
  }
  return result;
}

/** An evenly spread number from 0 to 1 for each integer. */
function fraction(integer: number): number {
  let h = integer | 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

/** Joins pieces end to start; null where one has no follower, or several. */
function chained({ keys, starts }: Pieces, limit: number): Ring[] | null {
  const count = keys.length / 2;
  const byStart = new Map<number, number>();
  for (let p = 0; p < count; p++) byStart.set(keys[2 * p]!, p);
  if (byStart.size !== count) return null;
  const used = new Uint8Array(count);
  const rings: Ring[] = [];
  for (let first = 0; first < count; first++) {
    if (used[first]) continue;
    const points: number[] = [];
    for (let p = first; ; ) {
      used[p] = 1;
      points.push(starts[2 * p]!, starts[2 * p + 1]!);
      const next = byStart.get(keys[2 * p + 1]!);
      if (next === undefined) return null;
      if (next === first) break;
      if (used[next]) return null;
      p = next;
    }
    const ring = cleaned(points);
    if (ring.length >= 6) rings.push(ring);
  }
  return rings.length > 0 || limit === 0 ? rings : null;
}

/** Rounds corners, and drops repeated ones, those on a straight way, and spikes without width. */
function cleaned(points: readonly number[]): Ring {
  const kept: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const x = Math.round(points[i]!);
    const y = Math.round(points[i + 1]!);
    while (kept.length >= 2 && isRedundant(kept, kept.length - 4, kept.length - 2, x, y)) kept.length -= 2;
    kept.push(x, y);
  }
  let first = 0;
  for (let isChanged = true; isChanged && kept.length - first >= 6; ) {
    const last = kept.length - 2;
    isChanged = true;
    if (isRedundant(kept, last - 2, last, kept[first]!, kept[first + 1]!)) kept.length -= 2;
    else if (isRedundant(kept, last, first, kept[first + 2]!, kept[first + 3]!)) first += 2;
    else isChanged = false;
  }
  return Float64Array.from(first === 0 ? kept : kept.slice(first));
}

/** Whether corner b, after corner a (both indices) and before (x, y), is the latter or on the line of both. */
function isRedundant(kept: readonly number[], a: number, b: number, x: number, y: number): boolean {
  const bx = kept[b]!;
  const by = kept[b + 1]!;
  if (bx === x && by === y) return true;
  return a >= 0 && orient2d(kept[a]!, kept[a + 1]!, bx, by, x, y) === 0;
}
