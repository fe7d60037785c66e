/**
 * The neighbourhood of a moving item: those that it can meet around a place, gathered side by side. Most of a move's
 * positions lie around a few places, and of a hundred items some ten lie around each.
 */
import { front, gathered } from "./four";
import { itemHalfX, itemHalfY, items, itemX, itemY } from "./items";
import { perPeriod } from "./strip";

/** Bytes of a row of the most items that are gathered. */
const ROOM: usize = 4096;
// Per gathered item; the last four are filled up with items that nothing meets.
export const nearLowX = memory.data(4112, 16); // f32: the ends of the item's box
export const nearHighX = memory.data(4112, 16);
export const nearLowY = memory.data(4112, 16);
export const nearHighY = memory.data(4112, 16);
export const nearMeeting = memory.data(4112, 16); // u32: where its meeting is, in bytes from the first item's
export let nearEnd: usize = 0; // bytes of a row that are in use
export let met: usize = 0; // u32: room for a list of all items, twice

/** Beyond the reach of any item. */
const FAR: f32 = 1e9;
// Four lanes each.
const reaches: usize = memory.data(32, 16);
const steps: usize = memory.data<i32>([0, 4, 8, 12], 16);

let room: i32 = 0;
let middleX: f32 = 0;
let middleY: f32 = 0;
let reachX: f32 = -1;
let reachY: f32 = -1;

function makeRoom(): void {
  if (room > 0) heap.free(met);
  room = items;
  met = heap.alloc(<usize>(2 * room + 8) << 2);
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
 * where an item lies on both sides, and nothing where too many are near.
 */
export function gather(x: f32, y: f32, halfX: f32, halfY: f32, alongX: f32, alongY: f32): void {
  forget();
  if (perPeriod > 0) return;
  const x4 = f32x4.splat(x);
  const y4 = f32x4.splat(y);
  v128.store(reaches, f32x4.splat(halfX + alongX));
  v128.store(reaches, f32x4.splat(halfY + alongY), 16);
  const end = <usize>items << 2;
  let to = met;
  for (let k: usize = 0; k < end; k += 16) {
    const apartX = f32x4.sub(f32x4.abs(f32x4.sub(v128.load(itemX + k), x4)), v128.load(itemHalfX + k));
    const apartY = f32x4.sub(f32x4.abs(f32x4.sub(v128.load(itemY + k), y4)), v128.load(itemHalfY + k));
    const isNear = v128.and(f32x4.lt(apartX, v128.load(reaches)), f32x4.lt(apartY, v128.load(reaches, 16)));
    const mask = i32x4.bitmask(isNear);
    v128.store(to, front(i32x4.add(i32x4.splat(<i32>k), v128.load(steps)), mask));
    to += <usize>popcnt(mask) << 2;
  }
  const found = to - met;
  if (found > ROOM) return;
  v128.store(to, i32x4.splat(0));
  for (let k: usize = 0; k < found; k += 16) {
    const list = met + k;
    const k0 = <usize>load<u32>(list);
    const k1 = <usize>load<u32>(list, 4);
    const k2 = <usize>load<u32>(list, 8);
    const k3 = <usize>load<u32>(list, 12);
    const middlesX = gathered(itemX, k0, k1, k2, k3);
    const halvesX = gathered(itemHalfX, k0, k1, k2, k3);
    const middlesY = gathered(itemY, k0, k1, k2, k3);
    const halvesY = gathered(itemHalfY, k0, k1, k2, k3);
    v128.store(nearLowX + k, f32x4.sub(middlesX, halvesX));
    v128.store(nearHighX + k, f32x4.add(middlesX, halvesX));
    v128.store(nearLowY + k, f32x4.sub(middlesY, halvesY));
    v128.store(nearHighY + k, f32x4.add(middlesY, halvesY));
    v128.store(nearMeeting + k, i32x4.shl(v128.load(list), 4));
  }
  v128.store(nearLowX + found, f32x4.splat(FAR));
  nearEnd = found;
  middleX = x;
  middleY = y;
  reachX = alongX;
  reachY = alongY;
}
