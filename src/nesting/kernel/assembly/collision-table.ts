/**
 * Collision tables: the penetration depth of a no-fit polygon in constant time, from a grid of cells.
 *
 * A table is a header of 32 bytes: f32 originX, originY, cells per unit, cell size; i32 columns, rows, u32 cells (u16
 * each), records. Positions are in cells from the origin, the middle of the first cell; the outermost cells are outside.
 *
 * A record is 32 bytes: f32 a1, a2, b1, b2, c1, c2, least, sign. The depth at (x, y) is sign x the lesser of
 * a x + b y + c, but `least` at least. A sign of 0 stands for a list of edges: u32 frame (f64 cell size, originX,
 * originY), first edge (f64 x1, y1, x2, y2), their number, and whether a point is inside that has none of them to its left.
 */

// Added to a small number, it leaves the nearest whole number in the lowest bits of the sum.
const ROUND: f32 = 12582912;
const ROUND_MASK: i32 = 0x3fffff;

/** The record of the cell of a position (its first two lanes, not outside of the grid). */
@inline
export function recordAt(position: v128, columns: i32, cells: usize, records: usize): usize {
  const rounded = f32x4.add(position, f32x4.splat(ROUND));
  const column = i32x4.extract_lane(rounded, 0) & ROUND_MASK;
  const row = i32x4.extract_lane(rounded, 1) & ROUND_MASK;
  return records + (<usize>load<u16>(cells + (<usize>(row * columns + column) << 1)) << 5);
}

@inline
export function hasEdges(record: usize): bool {
  return load<i32>(record, 28) == 0;
}

/** Depth by a record's planes, in the first lane. */
@inline
export function depthByPlanes(record: usize, position: v128): v128 {
  const rest = v128.load(record, 16);
  const product = f32x4.mul(v128.load(record), v128.shuffle<f32>(position, position, 0, 0, 1, 1));
  const planes = f32x4.add(f32x4.add(product, v128.shuffle<f32>(product, product, 2, 3, 2, 3)), rest);
  const lesser = f32x4.pmin(planes, v128.shuffle<f32>(planes, planes, 1, 1, 1, 1));
  const joined = f32x4.mul(lesser, v128.shuffle<f32>(rest, rest, 3, 3, 3, 3));
  return f32x4.pmax(joined, v128.shuffle<f32>(rest, rest, 2, 2, 2, 2));
}

// How the depth last found by edges rises with the column and the row.
export let edgeSlopeX: f32 = 0;
export let edgeSlopeY: f32 = 0;

/** Depth in a cell that more than two edges shape: parity of a ray to the left, distance to the nearest edge. */
export function depthByEdges(record: usize, column: f32, row: f32): f32 {
  const frame = <usize>load<u32>(record);
  const x = load<f64>(frame, 8) + load<f64>(frame) * <f64>column;
  const y = load<f64>(frame, 16) + load<f64>(frame) * <f64>row;
  let at = <usize>load<u32>(record, 4);
  const end = at + <usize>load<u32>(record, 8) * 32;
  let inside = load<u32>(record, 12) != 0;
  let nearest: f64 = Infinity;
  let nearestX: f64 = 0;
  let nearestY: f64 = 0;
  for (; at < end; at += 32) {
    const x1 = load<f64>(at);
    const y1 = load<f64>(at, 8);
    const x2 = load<f64>(at, 16);
    const y2 = load<f64>(at, 24);
    const ux = x2 - x1;
    const uy = y2 - y1;
    if (y1 > y != y2 > y && x1 + ((y - y1) * ux) / uy < x) inside = !inside;
    const qx = x - x1;
    const qy = y - y1;
    const t = min<f64>(1.0, max<f64>(0.0, (qx * ux + qy * uy) / (ux * ux + uy * uy)));
    const dx = qx - t * ux;
    const dy = qy - t * uy;
    const distance = dx * dx + dy * dy;
    if (distance < nearest) {
      nearest = distance;
      nearestX = dx;
      nearestY = dy;
    }
  }
  if (!inside) return 0;
  const depth = Math.sqrt(nearest);
  const rise = load<f64>(frame) / max<f64>(depth, 1e-9);
  edgeSlopeX = <f32>(nearestX * rise);
  edgeSlopeY = <f32>(nearestY * rise);
  return <f32>depth;
}

/** Penetration depth at (x, y) of a table's no-fit polygon, 0 outside. */
export function depthOf(table: usize, x: f32, y: f32): f32 {
  const scale = load<f32>(table, 8);
  return depthInCells(table, (x - load<f32>(table)) * scale, (y - load<f32>(table, 4)) * scale);
}

/** The same at a column and row of the table. */
export function depthInCells(table: usize, column: f32, row: f32): f32 {
  const columns = load<i32>(table, 16);
  const found = f32x4.pmax(f32x4(column, row, 0, 0), f32x4.splat(0));
  const position = f32x4.pmin(found, f32x4(<f32>(columns - 1), <f32>(load<i32>(table, 20) - 1), 0, 0));
  const record = recordAt(position, columns, <usize>load<u32>(table, 24), <usize>load<u32>(table, 28));
  if (hasEdges(record)) return depthByEdges(record, f32x4.extract_lane(position, 0), f32x4.extract_lane(position, 1));
  return f32x4.extract_lane(depthByPlanes(record, position), 0);
}
