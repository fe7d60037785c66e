/** The segments of a convolution, without joining them into paths. */

import { reusedBytes, reusedFloats } from './reused-array.js';
import type { Ring } from './ring.js';

/**
 * Segments of a convolution: each leads from node to node, and nodes with the same number are the same point. They last
 * until the next convolution is made, and the arrays may be longer.
 */
export interface Segments {
  readonly count: number;
  /** Four numbers a segment: x1, y1, x2, y2. */
  readonly ends: Float64Array;
  /** Two nodes a segment. */
  readonly nodes: Float64Array;
  /** Whether a segment belongs to a convex corner. */
  readonly isConvex: Uint8Array;
}

/** An outline, and its edges by direction; made once for many convolutions. */
export interface DirectedRing {
  readonly ring: Ring;
  readonly directions: Directions;
}

/**
 * The segments of the convolution of two positive outlines: an edge of one at each corner of the other that turns over
 * its direction. No edges of both may be parallel, unless one fixed order decides: here those of the second come first.
 */
export function convolutionSegments(first: DirectedRing, second: DirectedRing): Segments {
  const { ring: a, directions: byA } = first;
  const { ring: b, directions: byB } = second;
  const n = a.length / 2;
  const m = b.length / 2;
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
export class Directions {
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

const endsKept = reusedFloats();
const nodesKept = reusedFloats();
const convexKept = reusedBytes();

class SegmentList implements Segments {
  count = 0;
  #room = 256;
  ends = endsKept.unset(4 * this.#room);
  nodes = nodesKept.unset(2 * this.#room);
  isConvex = convexKept.unset(this.#room);

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
    if (this.count === this.#room) this.#grow();
    const s = this.count++;
    const dx = other[2 * corner]!;
    const dy = other[2 * corner + 1]!;
    const from = isConvex ? e : f;
    const to = isConvex ? f : e;
    this.ends[4 * s] = ring[2 * from]! + dx;
    this.ends[4 * s + 1] = ring[2 * from + 1]! + dy;
    this.ends[4 * s + 2] = ring[2 * to]! + dx;
    this.ends[4 * s + 3] = ring[2 * to + 1]! + dy;
    this.nodes[2 * s] = isConvex ? node : next;
    this.nodes[2 * s + 1] = isConvex ? next : node;
    this.isConvex[s] = isConvex ? 1 : 0;
  }

  #grow(): void {
    const room = 2 * this.#room;
    this.ends = endsKept.grown(this.ends, 4 * this.count, 4 * room);
    this.nodes = nodesKept.grown(this.nodes, 2 * this.count, 2 * room);
    this.isConvex = convexKept.grown(this.isConvex, this.count, room);
    this.#room = room;
  }
}
