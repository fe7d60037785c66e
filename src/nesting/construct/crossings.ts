/** Crossings of the edges of two contact regions: positions at which a part touches two others. */

import { bandAt, type EdgeBands } from '../../geometry/edge-bands.js';
import type { AskedEdges } from './asked-edges.js';

/** Indices of the edges of one call that may cross. */
let ofA = new Int32Array(256);
let ofB = new Int32Array(256);
/** Of a place (grid units). */
const rounding = 1e-6;
/** Edges that the latest call of `edgesInBox` looked at. */
let looked = 0;

/**
 * Calls back with every proper crossing of the edges of `a` moved by (ax, ay) and of `b` moved by (bx, by); only edges of
 * `a` that meet the box count. Returns how many edges and pairs of edges it looked at.
 */
export function crossings(
  a: AskedEdges,
  ax: number,
  ay: number,
  b: AskedEdges,
  bx: number,
  by: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  found: (x: number, y: number) => void,
): number {
  if (ofA.length < a.ends.length / 4) ofA = new Int32Array(a.ends.length / 2);
  if (ofB.length < b.ends.length / 4) ofB = new Int32Array(b.ends.length / 2);
  const countA = edgesInBox(a.ends, a.asked(), ax, ay, minX, minY, maxX, maxY, ofA);
  if (countA === 0) return looked;
  const bands = b.asked();
  if (bands) return looked + crossingsInBands(a.ends, ax, ay, countA, bands, bx, by, found);
  const lookedA = looked;
  // an edge of `b` may cross one of `a` outside of the box, so it is compared with them and not with the box
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let n = 0; n < countA; n++) {
    const i = ofA[n]!;
    left = Math.min(left, a.ends[i]! + ax, a.ends[i + 2]! + ax);
    right = Math.max(right, a.ends[i]! + ax, a.ends[i + 2]! + ax);
    low = Math.min(low, a.ends[i + 1]! + ay, a.ends[i + 3]! + ay);
    high = Math.max(high, a.ends[i + 1]! + ay, a.ends[i + 3]! + ay);
  }
  const countB = edgesInBox(b.ends, null, bx, by, left, low, right, high, ofB);
  for (let n = 0; n < countA; n++) cross(a.ends, ofA[n]!, ax, ay, b.ends, countB, bx, by, found);
  return lookedA + looked + countA * countB;
}

/** The crossings of the edges of `ofA` with those of `b` in the bands of each. */
function crossingsInBands(
  a: Float64Array,
  ax: number,
  ay: number,
  countA: number,
  bands: EdgeBands,
  bx: number,
  by: number,
  found: (x: number, y: number) => void,
): number {
  const b = bands.ends;
  let all = 0;
  for (let n = 0; n < countA; n++) {
    const i = ofA[n]!;
    const [px, py, qx, qy] = [a[i]! + ax, a[i + 1]! + ay, a[i + 2]! + ax, a[i + 3]! + ay];
    const [left, right] = [Math.min(px, qx), Math.max(px, qx)];
    const [low, high] = [Math.min(py, qy), Math.max(py, qy)];
    const countB = edgesInBox(b, bands, bx, by, left, low, right, high, ofB);
    all += looked;
    cross(a, i, ax, ay, b, countB, bx, by, found);
  }
  return all;
}

/** The crossings of one edge of `a` with the first `count` edges of `ofB`. */
function cross(
  a: Float64Array,
  i: number,
  ax: number,
  ay: number,
  b: Float64Array,
  count: number,
  bx: number,
  by: number,
  found: (x: number, y: number) => void,
): void {
  const px = a[i]! + ax;
  const py = a[i + 1]! + ay;
  const qx = a[i + 2]! + ax;
  const qy = a[i + 3]! + ay;
  const left = Math.min(px, qx);
  const right = Math.max(px, qx);
  const low = Math.min(py, qy);
  const high = Math.max(py, qy);
  const ux = qx - px;
  const uy = qy - py;
  for (let n = 0; n < count; n++) {
    const j = ofB[n]!;
    const rx = b[j]! + bx;
    const sx = b[j + 2]! + bx;
    if ((rx < left && sx < left) || (rx > right && sx > right)) continue;
    const ry = b[j + 1]! + by;
    const sy = b[j + 3]! + by;
    if ((ry < low && sy < low) || (ry > high && sy > high)) continue;
    const r = ux * (ry - py) - uy * (rx - px);
    const s = ux * (sy - py) - uy * (sx - px);
    if (r > 0 === s > 0 || r === s) continue;
    const t = r / (r - s);
    const x = rx + t * (sx - rx);
    const y = ry + t * (sy - ry);
    if (x >= left && x <= right && y >= low && y <= high) found(x, y);
  }
}

/** Writes the indices of the edges whose boxes meet a box, in rising order, and returns their number. */
function edgesInBox(
  ends: Float64Array,
  bands: EdgeBands | null,
  moveX: number,
  moveY: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  indices: Int32Array,
): number {
  if (bands) return inBandsOfBox(bands, minX - moveX, minY - moveY, maxX - moveX, maxY - moveY, indices);
  let count = 0;
  for (let j = 0; j < ends.length; j += 4) {
    const px = ends[j]! + moveX;
    const qx = ends[j + 2]! + moveX;
    if ((px < minX && qx < minX) || (px > maxX && qx > maxX)) continue;
    const py = ends[j + 1]! + moveY;
    const qy = ends[j + 3]! + moveY;
    if ((py < minY && qy < minY) || (py > maxY && qy > maxY)) continue;
    indices[count++] = j;
  }
  looked = ends.length / 4;
  return count;
}

/** The same by bands, for a box moved to where the edges are. A rounding of it adds an edge at most. */
function inBandsOfBox(
  bands: EdgeBands,
  boxMinX: number,
  boxMinY: number,
  boxMaxX: number,
  boxMaxY: number,
  indices: Int32Array,
): number {
  const { ends, first, edges, from } = bands;
  const [minX, minY, maxX, maxY] = [boxMinX - rounding, boxMinY - rounding, boxMaxX + rounding, boxMaxY + rounding];
  const low = bandAt(bands, minY);
  const high = bandAt(bands, maxY);
  let count = 0;
  for (let band = low; band <= high; band++) {
    const end = first[band + 1]!;
    for (let p = first[band]!; p < end; p++) {
      const e = edges[p]!;
      // an edge of several bands counts in the first of them
      if (band > low && from[e]! < band) continue;
      const j = 4 * e;
      const px = ends[j]!;
      const qx = ends[j + 2]!;
      if ((px < minX && qx < minX) || (px > maxX && qx > maxX)) continue;
      const py = ends[j + 1]!;
      const qy = ends[j + 3]!;
      if ((py < minY && qy < minY) || (py > maxY && qy > maxY)) continue;
      indices[count++] = j;
    }
  }
  looked = first[high + 1]! - first[low]!;
  if (high > low) sort(indices, count);
  return count;
}

/** With more numbers than this the library's sort is faster. */
const fewNumbers = 40;

/** Sorts the first `count`, which are mostly a few. */
function sort(indices: Int32Array, count: number): void {
  if (count > fewNumbers) {
    indices.subarray(0, count).sort();
    return;
  }
  for (let k = 1; k < count; k++) {
    const index = indices[k]!;
    let at = k;
    for (; at > 0 && indices[at - 1]! > index; at--) indices[at] = indices[at - 1]!;
    indices[at] = index;
  }
}

/** Calls back with the place where each edge, moved by (ax, ay), crosses the line x = at (or y = at). */
export function lineCrossings(
  { ends: a }: AskedEdges,
  ax: number,
  ay: number,
  vertical: boolean,
  at: number,
  found: (x: number, y: number) => void,
): void {
  const k = vertical ? 0 : 1;
  const shift = vertical ? ax : ay;
  const other = vertical ? ay : ax;
  for (let i = 0; i < a.length; i += 4) {
    const p = a[i + k]! + shift - at;
    const q = a[i + 2 + k]! + shift - at;
    if (p > 0 === q > 0 || p === q) continue;
    const t = p / (p - q);
    const v = a[i + 1 - k]! + t * (a[i + 3 - k]! - a[i + 1 - k]!) + other;
    if (vertical) found(at, v);
    else found(v, at);
  }
}

/**
 * Calls back with the x at which each edge, moved by (ax, ay), crosses the line y = at. For many lines across one region, whose bands
 * reach beyond their edges by more than a rounding.
 */
export function levelCrossings(bands: EdgeBands, ax: number, ay: number, at: number, found: (x: number) => void): void {
  const { ends, first, edges } = bands;
  const band = bandAt(bands, at - ay);
  const end = first[band + 1]!;
  for (let k = first[band]!; k < end; k++) {
    const i = 4 * edges[k]!;
    const p = ends[i + 1]! + ay - at;
    const q = ends[i + 3]! + ay - at;
    if (p > 0 === q > 0) continue;
    found(ends[i]! + (p / (p - q)) * (ends[i + 2]! - ends[i]!) + ax);
  }
}
