/**
 * Edges by bands of y, so that a question about one point looks at the few edges beside it. No-fit polygons of
 * digitised curves have thousands of edges.
 */
import type { Ring } from './ring.js';

/** The edges of band k are `edges[first[k]]` to `edges[first[k + 1] - 1]`. */
export interface EdgeBands {
  /** Four numbers an edge: x1, y1, x2, y2. */
  readonly ends: Float64Array;
  readonly low: number;
  readonly perUnit: number;
  readonly first: Int32Array;
  readonly edges: Int32Array;
  /** The first band of each edge. */
  readonly from: Int32Array;
}

const edgesPerBand = 4;
const mostBands = 1024;

/** `margin`: a point finds all edges within this distance of its y. */
export function edgeBands(ends: Float64Array, margin = 0): EdgeBands {
  const count = ends.length / 4;
  let low = Infinity;
  let high = -Infinity;
  for (let at = 1; at < ends.length; at += 2) {
    low = Math.min(low, ends[at]!);
    high = Math.max(high, ends[at]!);
  }
  const bands = Math.max(1, Math.min(mostBands, Math.floor(count / edgesPerBand)));
  const perUnit = high > low ? bands / (high - low) : 0;
  const band = (y: number): number => Math.max(0, Math.min(bands - 1, Math.floor((y - low) * perUnit)));
  const from = new Int32Array(count);
  const to = new Int32Array(count);
  const first = new Int32Array(bands + 1);
  for (let e = 0; e < count; e++) {
    const y1 = ends[4 * e + 1]!;
    const y2 = ends[4 * e + 3]!;
    from[e] = band(Math.min(y1, y2) - margin);
    to[e] = band(Math.max(y1, y2) + margin);
    for (let k = from[e]!; k <= to[e]!; k++) first[k + 1]!++;
  }
  for (let k = 0; k < bands; k++) first[k + 1]! += first[k]!;
  const next = first.slice();
  const edges = new Int32Array(first[bands]!);
  for (let e = 0; e < count; e++) for (let k = from[e]!; k <= to[e]!; k++) edges[next[k]!++] = e;
  return { ends, low, perUnit, first, edges, from };
}

/** The edges of rings. */
export function ringBands(rings: readonly Ring[]): EdgeBands {
  const ends = new Float64Array(rings.reduce((sum, ring) => sum + 2 * ring.length, 0));
  let at = 0;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2, at += 4) {
      ends[at] = ring[j]!;
      ends[at + 1] = ring[j + 1]!;
      ends[at + 2] = ring[i]!;
      ends[at + 3] = ring[i + 1]!;
    }
  }
  return edgeBands(ends);
}

/** The band of a y; the outermost bands have no end. */
export function bandAt({ low, perUnit, first }: EdgeBands, y: number): number {
  return Math.max(0, Math.min(first.length - 2, Math.floor((y - low) * perUnit)));
}

/** How often closed paths go around (x, y). */
export function windingAt(bands: EdgeBands, x: number, y: number): number {
  const { ends, first, edges } = bands;
  if (edges.length === 0) return 0;
  const band = bandAt(bands, y);
  const end = first[band + 1]!;
  let winding = 0;
  for (let p = first[band]!; p < end; p++) {
    const at = 4 * edges[p]!;
    const y1 = ends[at + 1]!;
    const y2 = ends[at + 3]!;
    if (y1 > y === y2 > y) continue;
    if (ends[at]! + ((y - y1) * (ends[at + 2]! - ends[at]!)) / (y2 - y1) < x) winding += y2 > y1 ? -1 : 1;
  }
  return winding;
}
