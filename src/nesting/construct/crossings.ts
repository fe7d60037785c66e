/** Crossings of the edges of two contact regions: positions at which a part touches two others. */

/** Indices of the edges of `b` that meet the box, of one call. */
let near = new Int32Array(256);

/**
 * Calls back with every proper crossing of the edges of `a` moved by (ax, ay) and of `b` moved by (bx, by). Edges are
 * x1, y1, x2, y2, ...; only edges that meet the box count. Returns how many edges and pairs of edges it looked at.
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
  let looked = a.length / 4;
  let count = -1;
  for (let i = 0; i < a.length; i += 4) {
    const px = a[i]! + ax;
    const py = a[i + 1]! + ay;
    const qx = a[i + 2]! + ax;
    const qy = a[i + 3]! + ay;
    const left = Math.min(px, qx);
    const right = Math.max(px, qx);
    const low = Math.min(py, qy);
    const high = Math.max(py, qy);
    if (right < minX || left > maxX || high < minY || low > maxY) continue;
    if (count < 0) {
      count = edgesInBox(b, minX - bx, minY - by, maxX - bx, maxY - by);
      looked += b.length / 4;
    }
    looked += count;
    const ux = qx - px;
    const uy = qy - py;
    for (let k = 0; k < count; k++) {
      const j = near[k]!;
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
  return looked;
}

/** Writes the indices of the edges that meet a box to `near`, and returns their number. */
function edgesInBox(edges: Float64Array, minX: number, minY: number, maxX: number, maxY: number): number {
  if (near.length < edges.length / 4) near = new Int32Array(edges.length / 2);
  let count = 0;
  for (let j = 0; j < edges.length; j += 4) {
    const [px, qx] = [edges[j]!, edges[j + 2]!];
    if ((px < minX && qx < minX) || (px > maxX && qx > maxX)) continue;
    const [py, qy] = [edges[j + 1]!, edges[j + 3]!];
    if ((py < minY && qy < minY) || (py > maxY && qy > maxY)) continue;
    near[count++] = j;
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
