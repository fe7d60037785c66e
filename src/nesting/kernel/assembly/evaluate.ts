/**
 * The weighted overlap of one item with all others, tens of millions of times a minute, at two positions at a time. Those
 * whose boxes it meets are listed, and looked up four at a time: a branch that depends on where the item is, which nothing
 * predicts, costs more than the look-up of three that need none. What a loop needs lies in memory where the compiler of
 * the host would work it out again in each turn.
 */
import { depthByEdges, depthInCells, depthOf } from "./collision-table";
import { firstOf, front, highPairs, lanesUpTo, lowPairs, secondOf } from "./four";
import { itemHalfX, itemHalfY, items, itemType, itemX, itemY } from "./items";
import { fillMissing, meetingsAt, missing, OVERLAP_FLOOR } from "./meetings";
import { isGathered, met, nearEnd, nearHighX, nearHighY, nearLowX, nearLowY, nearMeeting } from "./neighbourhood";
import { period, perPeriod, theShortWay } from "./strip";
import { boxOf, halfHeight, halfWidth, tableOf, turnCos, turnSin, typeDiameter, typeWidth } from "./types";

/** Depths up to this count as touching. The exact clean-up removes them. */
export const TOUCHING: f32 = 1e-3;

export let evaluations: f64 = 0;

// Four lanes each. Added to a small number, 1.5 x 2^23 leaves the nearest whole number in the lowest bits of the sum.
const ROUND: usize = memory.data<f32>([12582912, 12582912, 12582912, 12582912], 16);
const ROUND_MASK: usize = memory.data<i32>([0x3fffff, 0x3fffff, 0x3fffff, 0x3fffff], 16);
const TOUCHING4: usize = memory.data<f32>([TOUCHING, TOUCHING, TOUCHING, TOUCHING], 16);

/** Of the moving item, four lanes each: low and high x, low and high y, and where its meetings begin. */
const box: usize = memory.data(80, 16);

// Weighted losses at the positions last evaluated.
export let lossOfFirst: f32 = 0;
export let lossOfSecond: f32 = 0;

/** Weighted loss of item m at (x, y) with a turn, against all others. m itself must be far away. */
export function evaluate(m: i32, x: f32, y: f32, turn: i32): f32 {
  evaluations += 1;
  const end = listMet(m, x, y, turn, met);
  sumLosses(m, end, end, x, y, x, y, Infinity);
  return lossOfFirst;
}

/** The same at two positions, which takes much less than twice as long; stops when neither is below `limit`. */
export function evaluateTwo(m: i32, x1: f32, y1: f32, turn1: i32, x2: f32, y2: f32, turn2: i32, limit: f32): void {
  evaluations += 2;
  const middle = listMet(m, x1, y1, turn1, met);
  const end = listMet(m, x2, y2, turn2, middle);
  sumLosses(m, middle, end, x1, y1, x2, y2, limit);
}

/** Lists the meetings with those whose boxes meet, from `to` on; returns the end of the list. */
@inline
function listMet(m: i32, x: f32, y: f32, turn: i32, to: usize): usize {
  const row = <i32>meetingsAt(m, turn);
  const extents = boxOf(load<i32>(itemType + (<usize>m << 2)), turn);
  const halfX = halfWidth(extents);
  const halfY = halfHeight(extents);
  if (!isGathered(x, y)) return listMetOfAll(x, y, halfX, halfY, row, to);
  v128.store(box, f32x4.splat(x - halfX));
  v128.store(box, f32x4.splat(x + halfX), 16);
  v128.store(box, f32x4.splat(y - halfY), 32);
  v128.store(box, f32x4.splat(y + halfY), 48);
  v128.store(box, i32x4.splat(row), 64);
  for (let k: usize = 0; k < nearEnd; k += 16) {
    const endsAfterX = f32x4.gt(v128.load(nearHighX + k), v128.load(box));
    const meetsX = v128.and(f32x4.lt(v128.load(nearLowX + k), v128.load(box, 16)), endsAfterX);
    const endsAfterY = f32x4.gt(v128.load(nearHighY + k), v128.load(box, 32));
    const meetsY = v128.and(f32x4.lt(v128.load(nearLowY + k), v128.load(box, 48)), endsAfterY);
    const mask = i32x4.bitmask(v128.and(meetsX, meetsY));
    v128.store(to, front(i32x4.add(v128.load(nearMeeting + k), v128.load(box, 64)), mask));
    to += <usize>popcnt(mask) << 2;
  }
  return to;
}

/** The same where no neighbourhood is gathered; on a closed strip an item may meet others around its end. */
function listMetOfAll(x: f32, y: f32, halfX: f32, halfY: f32, row: i32, to: usize): usize {
  const x4 = f32x4.splat(x);
  const y4 = f32x4.splat(y);
  const period4 = f32x4.splat(period);
  const halfX4 = f32x4.splat(halfX);
  const halfY4 = f32x4.splat(halfY);
  const end = <usize>items << 2;
  for (let k: usize = 0; k < end; k += 16) {
    const apart = f32x4.abs(f32x4.sub(v128.load(itemX + k), x4));
    const around = f32x4.pmin(apart, f32x4.abs(f32x4.sub(period4, apart)));
    const isNearX = f32x4.lt(around, f32x4.add(v128.load(itemHalfX + k), halfX4));
    const isNearY = f32x4.lt(f32x4.abs(f32x4.sub(v128.load(itemY + k), y4)), f32x4.add(v128.load(itemHalfY + k), halfY4));
    const mask = i32x4.bitmask(v128.and(isNearX, isNearY));
    v128.store(to, front(i32x4.add(i32x4.splat(row + <i32>(k << 4)), i32x4(0, 64, 128, 192)), mask));
    to += <usize>popcnt(mask) << 2;
  }
  return to;
}

/** Sums the losses of the meetings listed: up to `middle` those at (x1, y1), from there on those at (x2, y2). */
function sumLosses(m: i32, middle: usize, end: usize, x1: f32, y1: f32, x2: f32, y2: f32, limit: f32): void {
  lossOfFirst = 0;
  lossOfSecond = 0;
  let next = met;
  if (next == end) return;
  // The last four are filled up with any meeting.
  v128.store(end, i32x4.splat(load<i32>(next)));
  let sum1 = f32x4.splat(0);
  let sum2 = f32x4.splat(0);
  for (;;) {
    const m0 = <usize>load<u32>(next);
    const m1 = <usize>load<u32>(next, 4);
    const m2 = <usize>load<u32>(next, 8);
    const m3 = <usize>load<u32>(next, 12);
    const ofFirst = lanesUpTo(<i32>(middle - next));
    const x = v128.bitselect(f32x4.splat(x1), f32x4.splat(x2), ofFirst);
    const y = v128.bitselect(f32x4.splat(y1), f32x4.splat(y2), ofFirst);

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
    let plane1 = f32x4.add(f32x4.mul(firstOf(low01, low23), column), f32x4.mul(firstOf(high01, high23), row));
    let plane2 = f32x4.add(f32x4.mul(secondOf(low01, low23), column), f32x4.mul(secondOf(high01, high23), row));
    low01 = lowPairs(v128.load(r0, 16), v128.load(r1, 16));
    low23 = lowPairs(v128.load(r2, 16), v128.load(r3, 16));
    high01 = highPairs(v128.load(r0, 16), v128.load(r1, 16));
    high23 = highPairs(v128.load(r2, 16), v128.load(r3, 16));
    plane1 = f32x4.add(plane1, firstOf(low01, low23));
    plane2 = f32x4.add(plane2, secondOf(low01, low23));
    const sign = secondOf(high01, high23);
    let depth = f32x4.pmax(f32x4.mul(f32x4.pmin(plane1, plane2), sign), firstOf(high01, high23));
    const others = i32x4.bitmask(f32x4.eq(sign, f32x4.splat(0)));
    if (others) {
      v128.store(columns, column);
      v128.store(rows, row);
      v128.store(depths, depth);
      v128.store(xs, x);
      v128.store(ys, y);
      if (others & 1) findDepth(m, m0, r0, 0);
      if (others & 2) findDepth(m, m1, r1, 4);
      if (others & 4) findDepth(m, m2, r2, 8);
      if (others & 8) findDepth(m, m3, r3, 12);
      depth = v128.load(depths);
    }

    high01 = highPairs(v128.load(m0, 16), v128.load(m1, 16));
    high23 = highPairs(v128.load(m2, 16), v128.load(m3, 16));
    const loss = f32x4.mul(f32x4.add(depth, secondOf(high01, high23)), firstOf(high01, high23));
    const counts = v128.and(f32x4.gt(depth, v128.load(TOUCHING4)), lanesUpTo(<i32>(end - next)));
    const counted = v128.and(loss, counts);
    sum1 = f32x4.add(sum1, v128.and(counted, ofFirst));
    sum2 = f32x4.add(sum2, v128.andnot(counted, ofFirst));
    const halves = f32x4.add(lowPairs(sum1, sum2), highPairs(sum1, sum2));
    const sums = f32x4.add(halves, v128.shuffle<f32>(halves, halves, 2, 3, 2, 3));
    next += 16;
    if (next >= end || (i32x4.bitmask(f32x4.ge(sums, f32x4.splat(limit))) & 3) == 3) {
      lossOfFirst = f32x4.extract_lane(sums, 0);
      lossOfSecond = f32x4.extract_lane(sums, 1);
      return;
    }
  }
}

/** The record of a cell of the table of a meeting. */
@inline
function recordOf(meeting: usize, cell: i32): usize {
  return <usize>load<u32>(meeting, 44) + (<usize>load<u16>(<usize>load<u32>(meeting, 40) + (<usize>cell << 1)) << 5);
}

// Four lanes each, for those of them that need more than their record's planes.
const columns: usize = memory.data(16, 16);
const rows: usize = memory.data(16, 16);
const depths: usize = memory.data(16, 16);
const xs: usize = memory.data(16, 16);
const ys: usize = memory.data(16, 16);

/** Finds one of four depths by its list of edges, or in a table that is made now. */
function findDepth(m: i32, meeting: usize, record: usize, lane: usize): void {
  if (record != missing) {
    store<f32>(depths + lane, depthByEdges(record, load<f32>(columns + lane), load<f32>(rows + lane)));
    return;
  }
  const table = fillMissing(m, meeting);
  const dx = theShortWay(load<f32>(meeting, 32) - load<f32>(xs + lane));
  const dy = load<f32>(meeting, 36) - load<f32>(ys + lane);
  const c = load<f32>(meeting);
  const s = load<f32>(meeting, 4);
  const column = c * dx + s * dy + load<f32>(meeting, 8);
  store<f32>(depths + lane, depthInCells(table, column, c * dy - s * dx + load<f32>(meeting, 12)));
}

/** Penetration depth of two placed shapes. */
export function pairDepth(ta: i32, ra: i32, xa: f32, ya: f32, tb: i32, rb: i32, xb: f32, yb: f32): f32 {
  let dx = theShortWay(xb - xa);
  let dy = yb - ya;
  const flipped = ta > tb;
  if (flipped) {
    dx = -dx;
    dy = -dy;
  }
  const from = flipped ? rb : ra;
  const c = load<f32>(turnCos + (<usize>from << 2));
  const s = load<f32>(turnSin + (<usize>from << 2));
  const table = flipped ? tableOf(tb, ta, rb, ra) : tableOf(ta, tb, ra, rb);
  return depthOf(table, dx * c + dy * s, dy * c - dx * s);
}

/**
 * Loss of two overlapping shapes before it is weighted: the depth times the width of the smaller one, which is about the
 * area that they share. A small shape costs no more for lying within a large one than within its like.
 */
@inline
export function pairLoss(ta: i32, tb: i32, depth: f32): f32 {
  const diameter = max<f32>(load<f32>(typeDiameter + (<usize>ta << 2)), load<f32>(typeDiameter + (<usize>tb << 2)));
  const width = min<f32>(load<f32>(typeWidth + (<usize>ta << 2)), load<f32>(typeWidth + (<usize>tb << 2)));
  return (depth + OVERLAP_FLOOR * diameter) * width;
}
