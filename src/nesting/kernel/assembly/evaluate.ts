/**
 * The weighted overlap of one item against all others, tens of millions of times a minute: no branch here depends on
 * where the item is, but for the boxes that it meets.
 */
import { depthByEdges, depthByPlanes, depthOf, hasEdges, recordAt } from "./collision-table";
import { itemHalfX, itemHalfY, items, itemTurn, itemType, itemX, itemY, meetings, meetingsOf, weights } from "./items";
import { begin, front, isGathered, met, nearEnd, nearHalfX, nearHalfY, nearItem, nearX, nearY } from "./neighbourhood";
import { period, perPeriod, theShortWay } from "./strip";
import { boxOf, halfHeight, halfWidth, slotOf, tableOf, turnCos, turnSin, typeDiameter, typeWidth } from "./types";

/** Depths up to this count as touching. The exact clean-up removes them. */
export const TOUCHING: f32 = 1e-3;
/** Share of the larger diameter that any overlap costs, however shallow, so that shallow ones are resolved too. */
const OVERLAP_FLOOR: f32 = 0.01;

export let evaluations: f64 = 0;
let moves: i32 = 0;

/** Announces that another item moves, or that weights have changed: meetings are made afresh. */
@inline
export function beginMove(): void {
  moves++;
  begin();
}

/**
 * The meeting of item m at a turn with another: the way from the vector between the two to a position in their table
 * (column and row per dx, the same per dy; offsets; greatest column and row), u32 cells, records, i32 columns; weight,
 * and floor of the loss. The cells of a table that is missing are 0 until it is needed.
 */
@inline
function fillTable(entry: usize, table: usize, flipped: bool, turn: i32): void {
  const scale = load<f32>(table, 8);
  const sign: f32 = flipped ? -scale : scale;
  const c = sign * load<f32>(turnCos + (<usize>turn << 2));
  const s = sign * load<f32>(turnSin + (<usize>turn << 2));
  v128.store(entry, f32x4(c, -s, s, c));
  const columns = load<i32>(table, 16);
  v128.store(
    entry,
    f32x4(-load<f32>(table) * scale, -load<f32>(table, 4) * scale, <f32>(columns - 1), <f32>(load<i32>(table, 20) - 1)),
    16,
  );
  store<u32>(entry, load<u32>(table, 24), 32);
  store<u32>(entry, load<u32>(table, 28), 36);
  store<i32>(entry, columns, 40);
}

/** Makes the meetings of item m at a turn with all others. */
function prepareMeetings(m: i32, turn: i32): void {
  store<i32>(meetingsOf + (<usize>turn << 2), moves);
  const type = load<i32>(itemType + (<usize>m << 2));
  const diameter = load<f32>(typeDiameter + (<usize>type << 2));
  const width = load<f32>(typeWidth + (<usize>type << 2));
  const row = weights + (<usize>(m * items) << 2);
  let entry = meetings + (<usize>(turn * items) << 6);
  for (let k: usize = 0; k < <usize>items << 2; k += 4) {
    const other = load<i32>(itemType + k);
    const otherTurn = load<i32>(itemTurn + k);
    const flipped = type > other;
    const from = flipped ? otherTurn : turn;
    const slot = flipped ? slotOf(other, type, otherTurn, turn) : slotOf(type, other, turn, otherTurn);
    const table = <usize>load<u32>(slot);
    if (table == 0) store<u32>(entry, 0, 32);
    else fillTable(entry, table, flipped, from);
    store<f32>(entry, load<f32>(row + k) * min<f32>(width, load<f32>(typeWidth + (<usize>other << 2))), 48);
    store<f32>(entry, OVERLAP_FLOOR * max<f32>(diameter, load<f32>(typeDiameter + (<usize>other << 2))), 52);
    entry += 64;
  }
}

/** Has the table of a meeting made. */
function fillMissing(m: i32, turn: i32, k: i32, entry: usize): void {
  const type = load<i32>(itemType + (<usize>m << 2));
  const other = load<i32>(itemType + (<usize>k << 2));
  const otherTurn = load<i32>(itemTurn + (<usize>k << 2));
  if (type > other) fillTable(entry, tableOf(other, type, otherTurn, turn), true, otherTurn);
  else fillTable(entry, tableOf(type, other, turn, otherTurn), false, turn);
}

/** Weighted loss of item m at (x, y) with a turn, against all others; stops at `limit`. m itself must be far away. */
export function evaluate(m: i32, x: f32, y: f32, turn: i32, limit: f32): f32 {
  evaluations += 1;
  if (load<i32>(meetingsOf + (<usize>turn << 2)) != moves) prepareMeetings(m, turn);
  return isGathered(x, y)
    ? evaluateRows(m, x, y, turn, limit, nearX, nearY, nearHalfX, nearHalfY, nearEnd, true)
    : evaluateRows(m, x, y, turn, limit, itemX, itemY, itemHalfX, itemHalfY, <usize>items << 2, false);
}

/** The same against the items in rows of positions and half extents, all of them or those gathered. */
@inline
function evaluateRows(
  m: i32, x: f32, y: f32, turn: i32, limit: f32,
  rowX: usize, rowY: usize, rowHalfX: usize, rowHalfY: usize, end: usize, gathered: bool,
): f32 {
  const box = boxOf(load<i32>(itemType + (<usize>m << 2)), turn);
  const x4 = f32x4.splat(x);
  const y4 = f32x4.splat(y);
  const period4 = f32x4.splat(period);
  const halfX4 = f32x4.splat(halfWidth(box));
  const halfY4 = f32x4.splat(halfHeight(box));
  const zero = f32x4.splat(0);
  const touching = f32x4.splat(TOUCHING);
  const row = meetings + (<usize>(turn * items) << 6);
  // Those whose boxes meet are listed first, four lanes at a time: a branch for each, which nothing predicts, costs more.
  let metEnd: usize = met;
  for (let k: usize = 0; k < end; k += 16) {
    let apart = f32x4.abs(f32x4.sub(v128.load(rowX + k), x4));
    if (!gathered) apart = f32x4.pmin(apart, f32x4.abs(f32x4.sub(period4, apart)));
    const isNearX = f32x4.lt(apart, f32x4.add(v128.load(rowHalfX + k), halfX4));
    const isNearY = f32x4.lt(f32x4.abs(f32x4.sub(v128.load(rowY + k), y4)), f32x4.add(v128.load(rowHalfY + k), halfY4));
    const mask = i32x4.bitmask(v128.and(isNearX, isNearY));
    v128.store(metEnd, front(i32x4.add(i32x4.splat(<i32>k), i32x4(0, 4, 8, 12)), mask));
    metEnd += <usize>popcnt(mask) << 2;
  }
  let loss = zero;
  for (let next = met; next < metEnd; next += 4) {
    const at = <usize>load<u32>(next);
    const item = gathered ? <usize>load<u32>(nearItem + at) : at;
    const entry = row + (item << 4);
    if (load<u32>(entry, 32) == 0) fillMissing(m, turn, <i32>(item >> 2), entry);
    const dx = load<f32>(rowX + at) - x;
    const dx4 = f32x4.splat(gathered ? dx : theShortWay(dx));
    const dy4 = f32x4.splat(load<f32>(rowY + at) - y);
    const product = f32x4.mul(v128.shuffle<f32>(dx4, dy4, 0, 0, 4, 4), v128.load(entry));
    const frame = v128.load(entry, 16);
    const found = f32x4.add(f32x4.add(product, v128.shuffle<f32>(product, product, 2, 3, 2, 3)), frame);
    const position = f32x4.pmin(f32x4.pmax(found, zero), v128.shuffle<f32>(frame, frame, 2, 3, 2, 3));
    const record = recordAt(position, load<i32>(entry, 40), <usize>load<u32>(entry, 32), <usize>load<u32>(entry, 36));
    const depth = hasEdges(record)
      ? f32x4.splat(depthByEdges(record, f32x4.extract_lane(position, 0), f32x4.extract_lane(position, 1)))
      : depthByPlanes(record, position);
    const price = v128.load(entry, 48);
    const cost = f32x4.mul(f32x4.add(depth, v128.shuffle<f32>(price, price, 1, 1, 1, 1)), price);
    loss = f32x4.add(loss, v128.and(f32x4.gt(depth, touching), cost));
    if (f32x4.extract_lane(loss, 0) >= limit) return f32x4.extract_lane(loss, 0);
  }
  return f32x4.extract_lane(loss, 0);
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
