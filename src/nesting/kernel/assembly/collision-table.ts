/**
 * Collision tables: the penetration depth of a no-fit polygon in constant time, from a grid of cells.
 *
 * A table is a header of 32 bytes: f32 originX, originY, cells per unit, cell size; i32 columns, rows, u32 cells (u16
 * each), records. Positions are in cells from the origin, the middle of the first cell. The outermost cells are
 * outside.
 *
 * A record is 32 bytes: f32 a1, a2, b1, b2, c1, c2, least, sign. The depth at (x, y) is sign x the lesser of a x + b y
 * + c, but `least` at least. A sign of 0 stands for a list of edges: u32 frame, list, couples, parity. The frame is f64
 * cell size, originX, originY, padding; then the edges of the table. The list has u32 numbers of edges, in couples. The
 * parity tells whether a point is inside that has none of these edges to its left. An edge is f64 x1, y1, y2, x2 - x1,
 * y2 - y1, 1 / square of the length, (x2 - x1) / (y2 - y1). Cells share edges by number: copies would make tables of
 * detailed outlines five times as large.
 */

// 1.5 x 2^23: added to a small number, it leaves the nearest whole number in the lowest bits of the sum.
const ROUND: f32 = 12582912;
const ROUND_MASK: i32 = 0x3fffff;

/** The record of the cell of a position, given in the first two lanes and inside the grid. */
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

/** The depth by a record's planes, in the first lane. */
@inline
export function depthByPlanes(record: usize, position: v128): v128 {
  const rest = v128.load(record, 16);
  const product = f32x4.mul(v128.load(record), v128.shuffle<f32>(position, position, 0, 0, 1, 1));
  const planes = f32x4.add(f32x4.add(product, v128.shuffle<f32>(product, product, 2, 3, 2, 3)), rest);
  const lesser = f32x4.pmin(planes, v128.shuffle<f32>(planes, planes, 1, 1, 1, 1));
  const joined = f32x4.mul(lesser, v128.shuffle<f32>(rest, rest, 3, 3, 3, 3));
  return f32x4.pmax(joined, v128.shuffle<f32>(rest, rest, 2, 2, 2, 2));
}

/** Bytes of the frame of a table's edges, of an edge, and of a couple of numbers of edges. */
const FRAME: usize = 32;
const EDGE: usize = 56;
const COUPLE: usize = 8;

/** The lower of a pair of fields, of two edges side by side. */
@inline
function lower(first: v128, second: v128): v128 {
  return v128.shuffle<f64>(first, second, 0, 2);
}

@inline
function upper(first: v128, second: v128): v128 {
  return v128.shuffle<f64>(first, second, 1, 3);
}

// The rise of the last depth by edges, per column and per row.
export let edgeSlopeX: f32 = 0;
export let edgeSlopeY: f32 = 0;

/** The depth in a cell with a list of edges: parity of a ray to the left, and distance to the nearest edge. */
export function depthByEdges(record: usize, column: f32, row: f32): f32 {
  const frame = <usize>load<u32>(record);
  const x = f64x2.splat(load<f64>(frame, 8) + load<f64>(frame) * <f64>column);
  const y = f64x2.splat(load<f64>(frame, 16) + load<f64>(frame) * <f64>row);
  let at = <usize>load<u32>(record, 4);
  const end = at + <usize>load<u32>(record, 8) * COUPLE;
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  let crossed = i64x2.splat(0);
  let nearest = f64x2.splat(Infinity);
  let nearestX = zero;
  let nearestY = zero;
  const edges = frame + FRAME;
  for (; at < end; at += COUPLE) {
    const first = edges + <usize>load<u32>(at) * EDGE;
    const second = edges + <usize>load<u32>(at, 4) * EDGE;
    // The fields of both edges in pairs: x1 and y1, y2 and ux, uy and 1 / square; the slope comes last.
    const firstEnds = v128.load(first);
    const secondEnds = v128.load(second);
    const firstWays = v128.load(first, 16);
    const secondWays = v128.load(second, 16);
    const firstRest = v128.load(first, 32);
    const secondRest = v128.load(second, 32);
    const x1 = lower(firstEnds, secondEnds);
    const y1 = upper(firstEnds, secondEnds);
    const ux = upper(firstWays, secondWays);
    const uy = lower(firstRest, secondRest);
    const qx = f64x2.sub(x, x1);
    const qy = f64x2.sub(y, y1);
    const spans = v128.xor(f64x2.gt(y1, y), f64x2.gt(lower(firstWays, secondWays), y));
    const isLeft = f64x2.lt(f64x2.add(x1, f64x2.mul(qy, v128.load64_lane(second, v128.load64_zero(first, 48), 1, 48))), x);
    crossed = v128.xor(crossed, v128.and(spans, isLeft));
    const along = f64x2.mul(f64x2.add(f64x2.mul(qx, ux), f64x2.mul(qy, uy)), upper(firstRest, secondRest));
    const t = f64x2.pmin(one, f64x2.pmax(zero, along));
    const dx = f64x2.sub(qx, f64x2.mul(t, ux));
    const dy = f64x2.sub(qy, f64x2.mul(t, uy));
    const distance = f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy));
    const isNearer = f64x2.lt(distance, nearest);
    nearest = f64x2.pmin(nearest, distance);
    nearestX = v128.bitselect(dx, nearestX, isNearer);
    nearestY = v128.bitselect(dy, nearestY, isNearer);
  }
  const isOdd = (i64x2.extract_lane(crossed, 0) ^ i64x2.extract_lane(crossed, 1)) != 0;
  if (isOdd == (load<u32>(record, 12) != 0)) return 0;
  const isFirst = f64x2.extract_lane(nearest, 0) <= f64x2.extract_lane(nearest, 1);
  const depth = Math.sqrt(isFirst ? f64x2.extract_lane(nearest, 0) : f64x2.extract_lane(nearest, 1));
  const rise = load<f64>(frame) / max<f64>(depth, 1e-9);
  edgeSlopeX = <f32>(rise * (isFirst ? f64x2.extract_lane(nearestX, 0) : f64x2.extract_lane(nearestX, 1)));
  edgeSlopeY = <f32>(rise * (isFirst ? f64x2.extract_lane(nearestY, 0) : f64x2.extract_lane(nearestY, 1)));
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
