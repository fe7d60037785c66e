/**
 * The neighbourhood of a moving item: those that it can meet around a place, gathered side by side. Most of a move's
 * positions lie around a few places, and of a hundred items some ten lie around each.
 */
import { itemHalfX, itemHalfY, items, itemX, itemY } from "./items";
import { perPeriod } from "./strip";

// Per gathered item; the last row of four is filled up with items that nothing meets.
export let nearX: usize = 0; // f32
export let nearY: usize = 0;
export let nearHalfX: usize = 0;
export let nearHalfY: usize = 0;
export let nearItem: usize = 0; // u32: where the item is in the rows of all items, in bytes
export let met: usize = 0; // u32: room for a list of as many
export let nearEnd: usize = 0; // bytes of a row that are in use

const FAR: f32 = 1e9;

// For each set of four lanes, the bytes that bring them to the front; zeros follow.
const frontLanes = memory.data(256, 16);
let hasLanes = false;

function makeLanes(): void {
  hasLanes = true;
  memory.fill(frontLanes, 0xff, 256);
  for (let mask = 0; mask < 16; mask++) {
    let to = 0;
    for (let lane = 0; lane < 4; lane++) {
      if (!(mask & (1 << lane))) continue;
      for (let byte = 0; byte < 4; byte++) store<u8>(frontLanes + (mask << 4) + 4 * to + byte, <u8>(4 * lane + byte));
      to++;
    }
  }
}

/** Of four lanes those in a mask, at the front. */
@inline
export function front(lanes: v128, mask: i32): v128 {
  return v128.swizzle(lanes, v128.load(frontLanes + (<usize>mask << 4)));
}

let room: i32 = 0;
let middleX: f32 = 0;
let middleY: f32 = 0;
let reachX: f32 = -1;
let reachY: f32 = -1;

function makeRoom(): void {
  if (!hasLanes) makeLanes();
  if (room > 0) heap.free(nearX);
  room = items;
  const row = <usize>(room + 4) << 2;
  nearX = heap.alloc(6 * row);
  nearY = nearX + row;
  nearHalfX = nearY + row;
  nearHalfY = nearHalfX + row;
  nearItem = nearHalfY + row;
  met = nearItem + row;
}

/** Another item moves: there is room for its neighbourhood, and nothing in it. */
@inline
export function begin(): void {
  if (items > room) makeRoom();
  forget();
}

/** Nothing is gathered. */
@inline
function forget(): void {
  reachX = -1;
}

/** Whether what is gathered is all that can be met at (x, y). */
@inline
export function isGathered(x: f32, y: f32): bool {
  return abs(x - middleX) <= reachX && abs(y - middleY) <= reachY;
}

/**
 * Gathers what an item with half extents of these at most meets within a reach of (x, y). Nothing on a closed strip,
 * where an item lies on both sides.
 */
export function gather(x: f32, y: f32, halfX: f32, halfY: f32, alongX: f32, alongY: f32): void {
  forget();
  if (perPeriod > 0) return;
  middleX = x;
  middleY = y;
  reachX = alongX;
  reachY = alongY;
  const x4 = f32x4.splat(x);
  const y4 = f32x4.splat(y);
  const halfX4 = f32x4.splat(halfX + alongX);
  const halfY4 = f32x4.splat(halfY + alongY);
  const end = <usize>items << 2;
  let to: usize = 0;
  for (let k: usize = 0; k < end; k += 16) {
    const isNearX = f32x4.lt(f32x4.abs(f32x4.sub(v128.load(itemX + k), x4)), f32x4.add(v128.load(itemHalfX + k), halfX4));
    const isNearY = f32x4.lt(f32x4.abs(f32x4.sub(v128.load(itemY + k), y4)), f32x4.add(v128.load(itemHalfY + k), halfY4));
    const mask = i32x4.bitmask(v128.and(isNearX, isNearY));
    if (mask == 0) continue;
    v128.store(nearX + to, front(v128.load(itemX + k), mask));
    v128.store(nearY + to, front(v128.load(itemY + k), mask));
    v128.store(nearHalfX + to, front(v128.load(itemHalfX + k), mask));
    v128.store(nearHalfY + to, front(v128.load(itemHalfY + k), mask));
    v128.store(nearItem + to, front(i32x4.add(i32x4.splat(<i32>k), i32x4(0, 4, 8, 12)), mask));
    to += <usize>popcnt(mask) << 2;
  }
  v128.store(nearX + to, f32x4.splat(FAR));
  nearEnd = to;
}
