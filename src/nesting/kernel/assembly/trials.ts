/**
 * Trials: the weighted overlap of one item with all others at many positions at once, hundreds of millions of times a
 * minute. A branch that the processor cannot foresee costs more than several look-ups; so does the end of a short loop.
 * So the pairs whose boxes meet are listed first, for all positions. They are then looked up four at a time without a
 * branch, and summed up by position.
 */
import { depthByEdges, depthByPlanes, edgeSlopeX, edgeSlopeY, hasEdges, recordAt } from "./collision-table";
import { depthsOfFour, floorsOfFour, isUnfinished, slopesOfDepth, weightsOfFour } from "./depths";
import { front, lanesUpTo } from "./four";
import { itemEnds, itemHalfX, itemHalfY, items, itemType, itemX, itemY } from "./items";
import { depthWithoutTable, fillMissing, meetingsAt, missing } from "./meetings";
import { endOf, HIGH_X, HIGH_Y, isGathered, LOW_Y, MEETING, rowsOf } from "./neighbourhood";
import { outlineSlopeX, outlineSlopeY } from "./outline-overlap";
import { TOUCHING } from "./touching";
import { period, perPeriod, theShortWay } from "./strip";
import { boxOf, halfHeight, halfWidth, marginOf } from "./types";

const MOST_TRIALS: i32 = 48;
// Each trial has four bytes in each row; each row has room for four more.
export const trialX = memory.data(208, 16); // f32
export const trialY = memory.data(208, 16); // f32
export const trialOrientation = memory.data(208, 16); // i32
export const trialSlot = memory.data(208, 16); // i32: the slot of its neighbourhood
export const trialLoss = memory.data(208, 16); // f32: the result
export const trialSlopeX = memory.data(208, 16); // f32: the rise of the loss along both axes
export const trialSlopeY = memory.data(208, 16); // f32
const trialEnd = memory.data(208, 16); // u32: the end of its meetings in the list, in bytes

// The list: four bytes in each row for each meeting pair.
let room: i32 = 0;
let listed: usize = 0; // u32: the meeting
let listedX: usize = 0; // f32: the tried position
let listedY: usize = 0; // f32
let losses: usize = 0; // f32
let slopesX: usize = 0; // f32
let slopesY: usize = 0; // f32
let unfinished: usize = 0; // u32: places in the list whose record needs more than planes

export let evaluations: f64 = 0;

// Four lanes each.
const TOUCHING4: usize = memory.data<f32>([TOUCHING, TOUCHING, TOUCHING, TOUCHING], 16);
const steps: usize = memory.data<i32>([0, 4, 8, 12], 16);

/** The position being listed, four lanes each: low and high x, low and high y, begin of its meetings, x, y. */
const box: usize = memory.data(112, 16);

function makeRoom(): void {
  if (room > 0) heap.free(listed);
  room = items;
  const row = <usize>(MOST_TRIALS * room + 16) << 2;
  listed = heap.alloc(7 * row);
  listedX = listed + row;
  listedY = listedX + row;
  losses = listedY + row;
  slopesX = losses + row;
  slopesY = slopesX + row;
  unfinished = slopesY + row;
}

/**
 * Finds the losses of item m at the first `count` trials. Item m itself must be hidden. A loss of `limit` or more may be found too
 * small, but not below it.
 */
export function weighTrials(m: i32, count: i32, limit: f32): void {
  weigh(m, count, false, limit);
}

/** Finds their slopes as well. */
export function weighTrialsAndSlopes(m: i32, count: i32): void {
  weigh(m, count, true, Infinity);
}

@inline
function weigh(m: i32, count: i32, withSlopes: bool, limit: f32): void {
  if (items > room) makeRoom();
  evaluations += <f64>count;
  let end: usize = 0;
  for (let trial: usize = 0; trial < <usize>count << 2; trial += 4) {
    end = listMeetings(m, trial, end);
    store<u32>(trialEnd + trial, <u32>end);
  }
  // Any meeting fills up the last four.
  v128.store(listed + end, i32x4.splat(load<i32>(listed)));
  v128.store(listedX + end, f32x4.splat(0));
  v128.store(listedY + end, f32x4.splat(0));
  const left = lookUp(end, withSlopes);
  if (!withSlopes && left > unfinished && limit < Infinity) {
    finishBelow(m, count, left, limit);
  } else {
    for (let k: usize = unfinished; k < left; k += 4) finish(m, <usize>load<u32>(k), withSlopes);
  }
  sumUp(count, losses, trialLoss);
  if (withSlopes) {
    sumUp(count, slopesX, trialSlopeX);
    sumUp(count, slopesY, trialSlopeY);
  }
}

/** Lists the meetings of a trial with items whose boxes it meets, from `to` on; returns the end of the list. */
@inline
function listMeetings(m: i32, trial: usize, to: usize): usize {
  const x = load<f32>(trialX + trial);
  const y = load<f32>(trialY + trial);
  const orientation = load<i32>(trialOrientation + trial);
  const slot = load<i32>(trialSlot + trial);
  const row = <i32>meetingsAt(m, orientation);
  const type = load<i32>(itemType + (<usize>m << 2));
  const extents = boxOf(type, orientation);
  const halfX = halfWidth(extents, marginOf(type));
  const halfY = halfHeight(extents, marginOf(type));
  if (perPeriod > 0) return listMeetingsAround(x, y, halfX, halfY, row, to);
  v128.store(box, f32x4.splat(x - halfX));
  v128.store(box, f32x4.splat(x + halfX), 16);
  v128.store(box, f32x4.splat(y - halfY), 32);
  v128.store(box, f32x4.splat(y + halfY), 48);
  v128.store(box, i32x4.splat(row), 64);
  v128.store(box, f32x4.splat(x), 80);
  v128.store(box, f32x4.splat(y), 96);
  if (!isGathered(slot, x, y)) return listMeetingsOfAll(to);
  const near = rowsOf(slot);
  const end = near + endOf(slot);
  for (let k = near; k < end; k += 16) {
    const endsAfterX = f32x4.gt(v128.load(k, HIGH_X), v128.load(box));
    const meetsX = v128.and(f32x4.lt(v128.load(k), v128.load(box, 16)), endsAfterX);
    const endsAfterY = f32x4.gt(v128.load(k, HIGH_Y), v128.load(box, 32));
    const meetsY = v128.and(f32x4.lt(v128.load(k, LOW_Y), v128.load(box, 48)), endsAfterY);
    const mask = i32x4.bitmask(v128.and(meetsX, meetsY));
    v128.store(listed + to, front(i32x4.add(v128.load(k, MEETING), v128.load(box, 64)), mask));
    v128.store(listedX + to, v128.load(box, 80));
    v128.store(listedY + to, v128.load(box, 96));
    to += <usize>popcnt(mask) << 2;
  }
  return to;
}

/** The same among all items. */
function listMeetingsOfAll(to: usize): usize {
  const row = <usize>items << 2;
  const highX = itemEnds + row;
  const lowY = highX + row;
  const highY = lowY + row;
  let meeting = i32x4.add(v128.load(box, 64), i32x4(0, 64, 128, 192));
  for (let k: usize = 0; k < row; k += 16) {
    const endsAfterX = f32x4.gt(v128.load(highX + k), v128.load(box));
    const meetsX = v128.and(f32x4.lt(v128.load(itemEnds + k), v128.load(box, 16)), endsAfterX);
    const endsAfterY = f32x4.gt(v128.load(highY + k), v128.load(box, 32));
    const meetsY = v128.and(f32x4.lt(v128.load(lowY + k), v128.load(box, 48)), endsAfterY);
    const mask = i32x4.bitmask(v128.and(meetsX, meetsY));
    v128.store(listed + to, front(meeting, mask));
    v128.store(listedX + to, v128.load(box, 80));
    v128.store(listedY + to, v128.load(box, 96));
    to += <usize>popcnt(mask) << 2;
    meeting = i32x4.add(meeting, i32x4.splat(256));
  }
  return to;
}

/** The same on a closed strip, where an item may meet others around its end. */
function listMeetingsAround(x: f32, y: f32, halfX: f32, halfY: f32, row: i32, to: usize): usize {
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
    v128.store(listed + to, front(i32x4.add(i32x4.splat(row + <i32>(k << 4)), i32x4(0, 64, 128, 192)), mask));
    v128.store(listedX + to, x4);
    v128.store(listedY + to, y4);
    to += <usize>popcnt(mask) << 2;
  }
  return to;
}

/** Looks up the losses (and slopes) of the list; returns the end of the list of unfinished places. */
@inline
function lookUp(end: usize, withSlopes: bool): usize {
  let left = unfinished;
  for (let at: usize = 0; at < end; at += 16) {
    const m0 = <usize>load<u32>(listed + at);
    const m1 = <usize>load<u32>(listed + at, 4);
    const m2 = <usize>load<u32>(listed + at, 8);
    const m3 = <usize>load<u32>(listed + at, 12);
    const depth = depthsOfFour(m0, m1, m2, m3, v128.load(listedX + at), v128.load(listedY + at), withSlopes);
    const others = i32x4.bitmask(v128.load(isUnfinished));
    v128.store(left, front(i32x4.add(i32x4.splat(<i32>at), v128.load(steps)), others));
    left += <usize>popcnt(others) << 2;
    const weight = v128.and(weightsOfFour(m0, m1, m2, m3), f32x4.gt(depth, v128.load(TOUCHING4)));
    v128.store(losses + at, f32x4.mul(f32x4.add(depth, floorsOfFour(m0, m1, m2, m3)), weight));
    if (withSlopes) {
      v128.store(slopesX + at, f32x4.mul(v128.load(slopesOfDepth), weight));
      v128.store(slopesY + at, f32x4.mul(v128.load(slopesOfDepth, 16), weight));
    }
  }
  // The meetings that only fill up the last four need no more work.
  while (left > unfinished && <usize>load<u32>(left - 4) >= end) left -= 4;
  return left;
}

/** Finishes the places up to `left` of those trials alone whose losses by planes are below a limit. */
function finishBelow(m: i32, count: i32, left: usize, limit: f32): void {
  // Sums in another order must not come out below the limit.
  const enough = limit * <f32>1.0001;
  sumUp(count, losses, trialLoss);
  let trial: usize = 0;
  for (let k: usize = unfinished; k < left; k += 4) {
    const at = <usize>load<u32>(k);
    while (<usize>load<u32>(trialEnd + trial) <= at) trial += 4;
    const known = load<f32>(trialLoss + trial);
    if (known >= enough) continue;
    finish(m, at, false);
    store<f32>(trialLoss + trial, known + load<f32>(losses + at));
  }
}

/** Looks up a place in the list whose table is missing, or whose cell has a list of edges. */
function finish(m: i32, at: usize, withSlopes: bool): void {
  const meeting = <usize>load<u32>(listed + at);
  const dx = theShortWay(load<f32>(meeting, 32) - load<f32>(listedX + at));
  const dy = load<f32>(meeting, 36) - load<f32>(listedY + at);
  if (load<u32>(meeting, 44) == <u32>missing && !fillMissing(m, meeting)) {
    const found = depthWithoutTable(m, meeting, -dx, -dy);
    enter(at, meeting, found, outlineSlopeX, outlineSlopeY, withSlopes);
    return;
  }
  const c = load<f32>(meeting);
  const s = load<f32>(meeting, 4);
  const lastColumn = load<f32>(meeting, 16);
  const found = f32x4(c * dx + s * dy + load<f32>(meeting, 8), c * dy - s * dx + load<f32>(meeting, 12), 0, 0);
  const last = f32x4(lastColumn, load<f32>(meeting, 20), 0, 0);
  const position = f32x4.pmin(f32x4.pmax(found, f32x4.splat(0)), last);
  const record = recordAt(position, <i32>lastColumn + 1, <usize>load<u32>(meeting, 40), <usize>load<u32>(meeting, 44));
  let a: f32 = 0;
  let b: f32 = 0;
  let depth: f32;
  if (hasEdges(record)) {
    depth = depthByEdges(record, f32x4.extract_lane(position, 0), f32x4.extract_lane(position, 1));
    a = edgeSlopeX;
    b = edgeSlopeY;
  } else depth = f32x4.extract_lane(depthByPlanes(record, position), 0);
  enter(at, meeting, depth, b * s - a * c, -(a * s + b * c), withSlopes);
}

/** Enters the loss of a meeting, and its slopes, into a place of the list. */
@inline
function enter(at: usize, meeting: usize, depth: f32, slopeX: f32, slopeY: f32, withSlopes: bool): void {
  const weight: f32 = depth > TOUCHING ? load<f32>(meeting, 24) : 0;
  store<f32>(losses + at, (depth + load<f32>(meeting, 28)) * weight);
  if (withSlopes) {
    store<f32>(slopesX + at, slopeX * weight);
    store<f32>(slopesY + at, slopeY * weight);
  }
}

/** Sums up a row of the list by trial. */
@inline
function sumUp(count: i32, row: usize, sums: usize): void {
  let from: usize = 0;
  for (let trial: usize = 0; trial < <usize>count << 2; trial += 4) {
    const end = <usize>load<u32>(trialEnd + trial);
    // The first eight go without a branch: few positions meet more.
    const left = <i32>(end - from);
    let sum4 = v128.and(v128.load(row + from), lanesUpTo(left));
    sum4 = f32x4.add(sum4, v128.and(v128.load(row + from, 16), lanesUpTo(left - 16)));
    for (let at = from + 32; at < end; at += 16) {
      sum4 = f32x4.add(sum4, v128.and(v128.load(row + at), lanesUpTo(<i32>(end - at))));
    }
    const halves = f32x4.add(sum4, v128.shuffle<f32>(sum4, sum4, 2, 3, 2, 3));
    store<f32>(sums + trial, f32x4.extract_lane(halves, 0) + f32x4.extract_lane(halves, 1));
    from = end;
  }
}
