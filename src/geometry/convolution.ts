/**
 * The convolution of two closed outlines (Guibas, Ramshaw and Stolfi 1983). Its winding number around p is the Euler
 * characteristic of the intersection of the first outline with the second mirrored and moved to p. For outlines without
 * holes that is the number of pieces of the intersection: nonzero is the Minkowski sum.
 */

import { orient2d } from './orient2d.js';
import type { Ring } from './ring.js';

/** Paths of the convolution of `a` and `b`, rings without redundant points, of either sense. */
export function convolution(a: Ring, b: Ring): Ring[] {
  const n = a.length / 2;
  const m = b.length / 2;
  const { rankA, rankB, edgesA, edgesB } = ranks(a, b);
  // a node (i, j) is the point a[i] + b[j]; segments leave it in chains
  const heads: number[] = [];
  const nextOfNode: number[] = [];
  const first = new Map<number, number>();
  const segment = (from: number, to: number): void => {
    const id = heads.length;
    heads.push(to);
    nextOfNode.push(first.get(from) ?? -1);
    first.set(from, id);
  };
  for (let j = 0; j < m; j++) {
    forEachEdgeInTurn(b, j, rankB, edgesA, rankA, (i, forward) => {
      const start = i * m + j;
      const end = ((i + 1) % n) * m + j;
      if (forward) segment(start, end);
      else segment(end, start);
    });
  }
  for (let i = 0; i < n; i++) {
    forEachEdgeInTurn(a, i, rankA, edgesB, rankB, (j, forward) => {
      const start = i * m + j;
      const end = i * m + ((j + 1) % m);
      if (forward) segment(start, end);
      else segment(end, start);
    });
  }
  const paths: Ring[] = [];
  for (const start of first.keys()) {
    for (;;) {
      let id = first.get(start)!;
      if (id === -1) break;
      const path: number[] = [];
      let node = start;
      while (id !== -1) {
        path.push(
          a[2 * Math.floor(node / m)]! + b[2 * (node % m)]!,
          a[2 * Math.floor(node / m) + 1]! + b[2 * (node % m) + 1]!,
        );
        first.set(node, nextOfNode[id]!);
        node = heads[id]!;
        id = first.get(node) ?? -1;
      }
      paths.push(Float64Array.from(path));
    }
  }
  return paths;
}

/**
 * The place of every edge direction in one order of all directions of both rings, starting at the direction (-1, 0).
 * Parallel edges get different places, those of `a` first, which decides every tie alike.
 */
function ranks(a: Ring, b: Ring) {
  const n = a.length / 2;
  const m = b.length / 2;
  const dx = new Float64Array(n + m);
  const dy = new Float64Array(n + m);
  for (let i = 0; i < n; i++) {
    dx[i] = a[(2 * i + 2) % a.length]! - a[2 * i]!;
    dy[i] = a[(2 * i + 3) % a.length]! - a[2 * i + 1]!;
  }
  for (let j = 0; j < m; j++) {
    dx[n + j] = b[(2 * j + 2) % b.length]! - b[2 * j]!;
    dy[n + j] = b[(2 * j + 3) % b.length]! - b[2 * j + 1]!;
  }
  const lower = (e: number): boolean => dy[e]! < 0 || (dy[e] === 0 && dx[e]! < 0);
  const order = Array.from({ length: n + m }, (_, e) => e).sort((e, f) => {
    const half = lower(e);
    if (half !== lower(f)) return half ? -1 : 1;
    const side = orient2d(0, 0, dx[e]!, dy[e]!, dx[f]!, dy[f]!);
    return side === 0 ? e - f : -side;
  });
  const rankA = new Int32Array(n);
  const rankB = new Int32Array(m);
  const edgesA: number[] = [];
  const edgesB: number[] = [];
  order.forEach((e, rank) => {
    if (e < n) {
      rankA[e] = rank;
      edgesA.push(e);
    } else {
      rankB[e - n] = rank;
      edgesB.push(e - n);
    }
  });
  return { rankA, rankB, edgesA, edgesB };
}

/** Calls back with every edge of the other ring whose direction the turn at `corner` sweeps over. */
function forEachEdgeInTurn(
  ring: Ring,
  corner: number,
  rank: Int32Array,
  others: readonly number[],
  otherRank: Int32Array,
  found: (edge: number, forward: boolean) => void,
): void {
  const n = ring.length / 2;
  const before = (corner + n - 1) % n;
  const after = (corner + 1) % n;
  const bend = orient2d(
    ring[2 * before]!,
    ring[2 * before + 1]!,
    ring[2 * corner]!,
    ring[2 * corner + 1]!,
    ring[2 * after]!,
    ring[2 * after + 1]!,
  );
  const forward = bend >= 0;
  const from = forward ? rank[before]! : rank[corner]!;
  const to = forward ? rank[corner]! : rank[before]!;
  let low = 0;
  let high = others.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (otherRank[others[middle]!]! < from) low = middle + 1;
    else high = middle;
  }
  const within = (r: number): boolean => (from < to ? r > from && r < to : r > from || r < to);
  for (let k = 0; k < others.length; k++) {
    const edge = others[(low + k) % others.length]!;
    if (!within(otherRank[edge]!)) break;
    found(edge, forward);
  }
}
