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
export let nearEnd: usize = 0; // bytes of a row that are in use

const FAR: f32 = 1e9;
let room: i32 = 0;
let middleX: f32 = 0;
let middleY: f32 = 0;
let reachX: f32 = -1;
let reachY: f32 = -1;

function makeRoom(): void {
  if (room > 0) heap.free(nearX);
  room = items;
  const row = <usize>(room + 4) << 2;
  nearX = heap.alloc(5 * row);
  nearY = nearX + row;
  nearHalfX = nearY + row;
  nearHalfY = nearHalfX + row;
  nearItem = nearHalfY + row;
}

/** Nothing is gathered. */
@inline
export function forget(): void {
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
  if (items > room) makeRoom();
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
    let mask = i32x4.bitmask(v128.and(isNearX, isNearY));
    while (mask) {
      const at = k + (<usize>ctz(mask) << 2);
      mask &= mask - 1;
      store<f32>(nearX + to, load<f32>(itemX + at));
      store<f32>(nearY + to, load<f32>(itemY + at));
      store<f32>(nearHalfX + to, load<f32>(itemHalfX + at));
      store<f32>(nearHalfY + to, load<f32>(itemHalfY + at));
      store<u32>(nearItem + to, <u32>at);
      to += 4;
    }
  }
  v128.store(nearX + to, f32x4.splat(FAR));
  nearEnd = to;
}
