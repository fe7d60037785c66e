/** Crossings of the edges of two contact regions: positions at which a part touches two others. */

/**
 * Calls back with every proper crossing of the edges of `a` moved by (ax, ay) and of `b` moved by (bx, by). Edges are
 * x1, y1, x2, y2, ...; only edges of `a` that meet the box count.
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
): void {
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
    const ux = qx - px;
    const uy = qy - py;
    for (let j = 0; j < b.length; j += 4) {
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
