/** Penetration depths of four meetings at once, by the planes of their records. */
import { firstOf, highPairs, lowPairs, secondOf } from "./four";
import { period, perPeriod } from "./strip";

// Four lanes each. Added to a small number, 1.5 x 2^23 leaves the nearest whole number in the lowest bits of the sum.
const ROUND: usize = memory.data<f32>([12582912, 12582912, 12582912, 12582912], 16);
const ROUND_MASK: usize = memory.data<i32>([0x3fffff, 0x3fffff, 0x3fffff, 0x3fffff], 16);

// Of the last four depths, four lanes each.
export const isUnfinished = memory.data(16, 16); // whether the record needs more than planes
export const slopesOfDepth = memory.data(32, 16); // the rise of the depth as the item moves along x, along y

/** The depths of an item at four positions, each in one meeting. */
@inline
export function depthsOfFour(m0: usize, m1: usize, m2: usize, m3: usize, x: v128, y: v128, withSlopes: bool): v128 {
  let low01 = lowPairs(v128.load(m0, 32), v128.load(m1, 32));
  let low23 = lowPairs(v128.load(m2, 32), v128.load(m3, 32));
  let dx = f32x4.sub(firstOf(low01, low23), x);
  const dy = f32x4.sub(secondOf(low01, low23), y);
  if (perPeriod > 0) {
    dx = f32x4.sub(dx, f32x4.mul(f32x4.nearest(f32x4.mul(dx, f32x4.splat(perPeriod))), f32x4.splat(period)));
  }

  low01 = lowPairs(v128.load(m0), v128.load(m1));
  low23 = lowPairs(v128.load(m2), v128.load(m3));
  let high01 = highPairs(v128.load(m0), v128.load(m1));
  let high23 = highPairs(v128.load(m2), v128.load(m3));
  const c = firstOf(low01, low23);
  const s = secondOf(low01, low23);
  const foundColumn = f32x4.add(f32x4.add(f32x4.mul(c, dx), f32x4.mul(s, dy)), firstOf(high01, high23));
  const foundRow = f32x4.add(f32x4.sub(f32x4.mul(c, dy), f32x4.mul(s, dx)), secondOf(high01, high23));

  low01 = lowPairs(v128.load(m0, 16), v128.load(m1, 16));
  low23 = lowPairs(v128.load(m2, 16), v128.load(m3, 16));
  const lastColumn = firstOf(low01, low23);
  const column = f32x4.pmin(f32x4.pmax(foundColumn, f32x4.splat(0)), lastColumn);
  const row = f32x4.pmin(f32x4.pmax(foundRow, f32x4.splat(0)), secondOf(low01, low23));
  const nearestColumn = f32x4.sub(f32x4.add(column, v128.load(ROUND)), v128.load(ROUND));
  const nearestRow = f32x4.sub(f32x4.add(row, v128.load(ROUND)), v128.load(ROUND));
  // row x columns + column
  const place = f32x4.add(f32x4.add(f32x4.mul(nearestRow, lastColumn), nearestRow), nearestColumn);
  const cell = v128.and(f32x4.add(place, v128.load(ROUND)), v128.load(ROUND_MASK));
  const r0 = recordOf(m0, i32x4.extract_lane(cell, 0));
  const r1 = recordOf(m1, i32x4.extract_lane(cell, 1));
  const r2 = recordOf(m2, i32x4.extract_lane(cell, 2));
  const r3 = recordOf(m3, i32x4.extract_lane(cell, 3));

  low01 = lowPairs(v128.load(r0), v128.load(r1));
  low23 = lowPairs(v128.load(r2), v128.load(r3));
  high01 = highPairs(v128.load(r0), v128.load(r1));
  high23 = highPairs(v128.load(r2), v128.load(r3));
  const a1 = firstOf(low01, low23);
  const a2 = secondOf(low01, low23);
  const b1 = firstOf(high01, high23);
  const b2 = secondOf(high01, high23);
  low01 = lowPairs(v128.load(r0, 16), v128.load(r1, 16));
  low23 = lowPairs(v128.load(r2, 16), v128.load(r3, 16));
  high01 = highPairs(v128.load(r0, 16), v128.load(r1, 16));
  high23 = highPairs(v128.load(r2, 16), v128.load(r3, 16));
  const plane1 = f32x4.add(f32x4.add(f32x4.mul(a1, column), f32x4.mul(b1, row)), firstOf(low01, low23));
  const plane2 = f32x4.add(f32x4.add(f32x4.mul(a2, column), f32x4.mul(b2, row)), secondOf(low01, low23));
  const sign = secondOf(high01, high23);
  const depth = f32x4.pmax(f32x4.mul(f32x4.pmin(plane1, plane2), sign), firstOf(high01, high23));
  v128.store(isUnfinished, f32x4.eq(sign, f32x4.splat(0)));
  if (withSlopes) {
    const isFirst = f32x4.lt(plane1, plane2);
    const a = f32x4.mul(v128.bitselect(a1, a2, isFirst), sign);
    const b = f32x4.mul(v128.bitselect(b1, b2, isFirst), sign);
    v128.store(slopesOfDepth, f32x4.sub(f32x4.mul(b, s), f32x4.mul(a, c)));
    v128.store(slopesOfDepth, f32x4.neg(f32x4.add(f32x4.mul(a, s), f32x4.mul(b, c))), 16);
  }
  return depth;
}

/** The cost of a unit of depth in four meetings. */
@inline
export function weightsOfFour(m0: usize, m1: usize, m2: usize, m3: usize): v128 {
  return firstOf(highPairs(v128.load(m0, 16), v128.load(m1, 16)), highPairs(v128.load(m2, 16), v128.load(m3, 16)));
}

/** The extra depth that any overlap costs, in four meetings. */
@inline
export function floorsOfFour(m0: usize, m1: usize, m2: usize, m3: usize): v128 {
  return secondOf(highPairs(v128.load(m0, 16), v128.load(m1, 16)), highPairs(v128.load(m2, 16), v128.load(m3, 16)));
}

/** The record of a cell of the table of a meeting. */
@inline
function recordOf(meeting: usize, cell: i32): usize {
  return <usize>load<u32>(meeting, 44) + (<usize>load<u16>(<usize>load<u32>(meeting, 40) + (<usize>cell << 1)) << 5);
}
