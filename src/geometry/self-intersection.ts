/**
 * Finds a place where outlines cross, touch or turn back on themselves or each other. Shamos and Hoey's sweep
 * ("Geometric intersection problems", 1976) with exact predicates takes O(n log n), so that no outline can stall the
 * caller.
 */

import { orient2d, segmentsMeet } from './orient2d.js';
import type { Ring } from './ring.js';
import { SweepOrder } from './sweep-order.js';

/** Edges are named by the index of their first point, counted through all rings. */
export interface SelfIntersection {
  readonly edge: number;
  readonly otherEdge: number;
}

/** The ring must have at least three points and no two equal neighbours. */
export function selfIntersection(ring: Ring): SelfIntersection | null {
  return firstMeeting([ring]);
}

/** The same for several rings: no ring may meet itself or another. */
export function firstMeeting(rings: readonly Ring[]): SelfIntersection | null {
  const points = rings.length === 1 ? rings[0]! : joined(rings);
  const n = points.length / 2;
  const nextOf = new Uint32Array(n);
  const previousOf = new Uint32Array(n);
  let first = 0;
  for (const { length } of rings) {
    const count = length / 2;
    for (let i = 0; i < count; i++) {
      nextOf[first + i] = first + ((i + 1) % count);
      previousOf[first + i] = first + ((i + count - 1) % count);
    }
    first += count;
  }
  const x = (i: number): number => points[2 * i]!;
  const y = (i: number): number => points[2 * i + 1]!;
  const after = (i: number): number => nextOf[i]!;
  const before = (i: number): number => previousOf[i]!;
  const precedes = (a: number, b: number): boolean => x(a) < x(b) || (x(a) === x(b) && y(a) < y(b));

  // edge i runs from point i to the next one; its left end is the first that the sweep meets
  const leftEnd = (edge: number): number => (precedes(edge, after(edge)) ? edge : after(edge));
  const rightEnd = (edge: number): number => (precedes(edge, after(edge)) ? after(edge) : edge);
  const sideOfPoint = (edge: number, point: number): number => {
    const l = leftEnd(edge);
    const r = rightEnd(edge);
    return orient2d(x(l), y(l), x(r), y(r), x(point), y(point));
  };
  const meet = (a: number, b: number): SelfIntersection | null => {
    if (a === -1 || b === -1 || after(a) === b || after(b) === a) return null;
    const c = after(a);
    const d = after(b);
    return segmentsMeet(x(a), y(a), x(c), y(c), x(b), y(b), x(d), y(d)) ? { edge: a, otherEdge: b } : null;
  };

  const byPosition = new Uint32Array(n);
  for (let i = 0; i < n; i++) byPosition[i] = i;
  byPosition.sort((a, b) => x(a) - x(b) || y(a) - y(b));

  const order = new SweepOrder(n);
  for (let k = 0; k < n; k++) {
    const point = byPosition[k]!;
    if (k > 0) {
      const last = byPosition[k - 1]!;
      if (x(last) === x(point) && y(last) === y(point)) return { edge: last, otherEdge: point };
    }
    const incoming = before(point);
    const outgoing = point;
    const fromEarlier = precedes(before(point), point);
    const toEarlier = precedes(after(point), point);
    const bend = orient2d(x(before(point)), y(before(point)), x(point), y(point), x(after(point)), y(after(point)));
    if (bend === 0 && fromEarlier === toEarlier) return { edge: incoming, otherEdge: outgoing };

    let found: SelfIntersection | null;
    if (fromEarlier !== toEarlier) {
      const ending = fromEarlier ? incoming : outgoing;
      const starting = fromEarlier ? outgoing : incoming;
      order.replace(ending, starting);
      found = meet(order.previous[starting]!, starting) ?? meet(starting, order.next[starting]!);
    } else if (fromEarlier) {
      const outer = [
        order.previous[incoming]!,
        order.next[incoming]!,
        order.previous[outgoing]!,
        order.next[outgoing]!,
      ];
      const rest = outer.filter((edge) => edge !== incoming && edge !== outgoing);
      order.remove(incoming);
      order.remove(outgoing);
      found = rest.length === 2 ? meet(rest[0]!, rest[1]!) : null;
      // anything between two edges that end in one point passes through that point
      if (rest.length > 2) found = { edge: incoming, otherEdge: rest.find((edge) => edge !== -1) ?? outgoing };
    } else {
      const lower = bend > 0 ? outgoing : incoming;
      const upper = bend > 0 ? incoming : outgoing;
      let touched = -1;
      const inserted = order.insert(lower, (edge) => {
        const side = sideOfPoint(edge, point);
        if (side === 0) touched = edge;
        return side;
      });
      if (!inserted) return { edge: touched, otherEdge: point };
      order.insertAfter(upper, lower);
      found = meet(order.previous[lower]!, lower) ?? meet(upper, order.next[upper]!);
    }
    if (found) return found;
  }
  return null;
}

function joined(rings: readonly Ring[]): Ring {
  const all = new Float64Array(rings.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const ring of rings) {
    all.set(ring, at);
    at += ring.length;
  }
  return all;
}
