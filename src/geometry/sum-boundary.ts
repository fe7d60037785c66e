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

import { orient2d } from './orient2d.js';
import type { Ring } from './ring.js';
import { SegmentGrid } from './segment-grid.js';

/** Corners move by less than this, and than this share of their shorter edge, either way along each axis. */
const jitter = 1 / 5;
const jitterOfEdge = 1 / 2048;

/**
 * The outer rings (positive) and holes (negative) of the sum of two positive simple outlines without redundant points,
 * in whole units. Null where rounding leaves an open end.
 */
export function sumBoundary(a: Ring, b: Ring): Ring[] | null {
  const segments = convolutionSegments(jittered(a, 1), jittered(b, 2));
  const pieces = new SegmentGrid(segments).freePieces();
  return pieces && chained(pieces, segments.count);
}

/** Segments of a convolution: each leads from node to node, and nodes with the same number are the same point. */
export interface Segments {
  readonly count: number;
  /** Four numbers a segment: x1, y1, x2, y2. */
  readonly ends: Float64Array;
  /** Two nodes a segment. */
  readonly nodes: Float64Array;
  /** Whether a segment belongs to a convex corner. */
  readonly isConvex: Uint8Array;
}

/** Pieces of segments that bound the sum. */
export interface Pieces {
  /** Two keys a piece: the points where it begins and ends. */
  readonly keys: readonly number[];
  /** Where each piece begins: x, y. */
  readonly starts: readonly number[];
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

function convolutionSegments(a: Ring, b: Ring): Segments {
  const n = a.length / 2;
  const m = b.length / 2;
  const byA = new Directions(a);
  const byB = new Directions(b);
  const made = new SegmentList();
  for (let j = 0; j < m; j++) {
    const { from, to, isConvex } = byB.turn(j);
    const [first, count] = byA.between(from, to, false);
    for (let k = first; k < first + count; k++) {
      const i = byA.order[k % n]!;
      const next = i + 1 === n ? 0 : i + 1;
      made.add(a, i, next, b, j, i * m + j, next * m + j, isConvex);
    }
  }
  for (let i = 0; i < n; i++) {
    const { from, to, isConvex } = byA.turn(i);
    const [first, count] = byB.between(from, to, true);
    for (let k = first; k < first + count; k++) {
      const j = byB.order[k % m]!;
      const next = j + 1 === m ? 0 : j + 1;
      made.add(b, j, next, a, i, i * m + j, i * m + next, isConvex);
    }
  }
  return made;
}

/** The edges of an outline by direction. */
class Directions {
  /** Edges in the order of their directions. */
  readonly order: Int32Array;
  readonly #sorted: Float64Array;
  readonly #angles: Float64Array;

  constructor(ring: Ring) {
    const n = ring.length / 2;
    const angles = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const k = i + 1 === n ? 0 : i + 1;
      angles[i] = Math.atan2(ring[2 * k + 1]! - ring[2 * i + 1]!, ring[2 * k]! - ring[2 * i]!);
    }
    this.#angles = angles;
    this.order = Int32Array.from(angles.keys()).sort((e, f) => angles[e]! - angles[f]!);
    this.#sorted = Float64Array.from(this.order, (e) => angles[e]!);
  }

  /** The directions from `from` to `to`, counter-clockwise, that the outline turns over at a corner. */
  turn(corner: number): { from: number; to: number; isConvex: boolean } {
    const angles = this.#angles;
    const before = angles[corner === 0 ? angles.length - 1 : corner - 1]!;
    const after = angles[corner]!;
    const by = after - before;
    const isConvex = by > Math.PI ? false : by < -Math.PI ? true : by >= 0;
    return isConvex ? { from: before, to: after, isConvex } : { from: after, to: before, isConvex };
  }

  /** First place in `order`, and the count, of the edges between two directions; places go on past the end. */
  between(from: number, to: number, isAfterEqual: boolean): [first: number, count: number] {
    const first = this.#place(from, isAfterEqual);
    const end = this.#place(to, isAfterEqual);
    return [first, from <= to ? end - first : end + this.order.length - first];
  }

  /** The number of edges with a lower direction, or with an equal one. */
  #place(angle: number, isAfterEqual: boolean): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = this.#sorted[middle]!;
      if (at < angle || (isAfterEqual && at === angle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

class SegmentList implements Segments {
  count = 0;
  ends = new Float64Array(1024);
  nodes = new Float64Array(512);
  isConvex = new Uint8Array(256);

  /** The edge of `ring` from corner `e` to `f`, moved by a corner of `other`; the other way at a reflex corner. */
  add(
    ring: Ring,
    e: number,
    f: number,
    other: Ring,
    corner: number,
    node: number,
    next: number,
    isConvex: boolean,
  ): void {
    if (this.count === this.isConvex.length) this.#grow();
    const s = this.count++;
    const dx = other[2 * corner]!;
    const dy = other[2 * corner + 1]!;
    const [from, to] = isConvex ? [e, f] : [f, e];
    this.ends[4 * s] = ring[2 * from]! + dx;
    this.ends[4 * s + 1] = ring[2 * from + 1]! + dy;
    this.ends[4 * s + 2] = ring[2 * to]! + dx;
    this.ends[4 * s + 3] = ring[2 * to + 1]! + dy;
    this.nodes[2 * s] = isConvex ? node : next;
    this.nodes[2 * s + 1] = isConvex ? next : node;
    this.isConvex[s] = isConvex ? 1 : 0;
  }

  #grow(): void {
    const { ends, nodes, isConvex } = this;
    this.ends = new Float64Array(2 * ends.length);
    this.ends.set(ends);
    this.nodes = new Float64Array(2 * nodes.length);
    this.nodes.set(nodes);
    this.isConvex = new Uint8Array(2 * isConvex.length);
    this.isConvex.set(isConvex);
  }
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
