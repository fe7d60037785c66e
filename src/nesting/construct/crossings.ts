/** Crossings of the edges of two contact regions: positions at which a part touches two others. */

/** Indices of edges of `a` and of `b` that may cross, of one call. */
let ofA = new Int32Array(256);
let ofB = new Int32Array(256);

/**
 * Calls back with every proper crossing of the edges of `a` moved by (ax, ay) and of `b` moved by (bx, by). Edges are
 * x1, y1, x2, y2, ...; only edges of `a` that meet the box count. Returns how many edges and pairs of edges it looked at.
 */
export function crossings(
  a: Float64Array,
  ax: number,
  ay: number,
  b: Float64Array,
  bx: number,
  by: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  found: (x: number, y: number) => void,
): number {
  if (ofA.length < a.length / 4) ofA = new Int32Array(a.length / 2);
  const countA = edgesInBox(a, ax, ay, minX, minY, maxX, maxY, ofA);
  if (countA === 0) return a.length / 4;
  // an edge of `b` may cross one of `a` outside of the box, so it is compared with them and not with the box
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let n = 0; n < countA; n++) {
    const i = ofA[n]!;
    left = Math.min(left, a[i]! + ax, a[i + 2]! + ax);
    right = Math.max(right, a[i]! + ax, a[i + 2]! + ax);
    low = Math.min(low, a[i + 1]! + ay, a[i + 3]! + ay);
    high = Math.max(high, a[i + 1]! + ay, a[i + 3]! + ay);
  }
  if (ofB.length < b.length / 4) ofB = new Int32Array(b.length / 2);
  const countB = edgesInBox(b, bx, by, left, low, right, high, ofB);
  for (let n = 0; n < countA; n++) cross(a, ofA[n]!, ax, ay, b, countB, bx, by, found);
  return (a.length + b.length) / 4 + countA * countB;
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

/** Writes the indices of the edges whose boxes meet a box, and returns their number. */
function edgesInBox(
  edges: Float64Array,
  moveX: number,
  moveY: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  indices: Int32Array,
): number {
  let count = 0;
  for (let j = 0; j < edges.length; j += 4) {
    const px = edges[j]! + moveX;
    const qx = edges[j + 2]! + moveX;
    if ((px < minX && qx < minX) || (px > maxX && qx > maxX)) continue;
    const py = edges[j + 1]! + moveY;
    const qy = edges[j + 3]! + moveY;
    if ((py < minY && qy < minY) || (py > maxY && qy > maxY)) continue;
    indices[count++] = j;
  }
  return count;
}

/** Calls back with the place where each edge of `a`, moved by (ax, ay), crosses the line x = at (or y = at). */
export function lineCrossings(
  a: Float64Array,
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
