/**
 * The neighbourhoods of a moving item: the items that it can meet around a place, gathered side by side. Most positions
 * of a move lie around a few places, and each place has a slot. About ten of a hundred items lie around each.
 */
import { front, gathered } from "./four";
import { itemEnds, items } from "./items";
import { perPeriod } from "./strip";

export const SLOTS: i32 = 4;
/** The slot of positions anywhere on the strip: it never has a neighbourhood. */
export const ANYWHERE: i32 = -1;

/** Bytes of a row of the most gathered items; dummy items, which meet nothing, fill up its last four. */
const MOST: usize = 4096;
const ROW: usize = 4112;
/**
 * Rows of f32: the low and high ends of the items' boxes along x, along y; of u32: the place of an item's meeting, in
 * bytes.
 */
export const HIGH_X: usize = ROW;
export const LOW_Y: usize = 2 * ROW;
export const HIGH_Y: usize = 3 * ROW;
export const MEETING: usize = 4 * ROW;
const rows = memory.data(82240, 16); // 4 slots of 5 rows
// Per slot: f32 x and y of the middle, reach along both axes; u32 used bytes of a row, and three unused.
const frames = memory.data(128, 16);

/** Beyond the reach of any item. */
const FAR: f32 = 1e9;
// Four lanes each: the low and high x, low and high y of the reach.
const reaches: usize = memory.data(64, 16);
const steps: usize = memory.data<i32>([0, 4, 8, 12], 16);

let room: i32 = 0;
let found: usize = 0; // u32: room for a list of all items

/** Empties the neighbourhoods for the next moving item. */
@inline
export function beginNeighbourhoods(): void {
  if (items > room) makeRoom();
  for (let slot = 0; slot < SLOTS; slot++) store<f32>(frameOf(slot), -1, 8);
}

function makeRoom(): void {
  if (room > 0) heap.free(found);
  room = items;
  found = heap.alloc(<usize>(room + 8) << 2);
}

@inline
function frameOf(slot: i32): usize {
  return frames + (<usize>slot << 5);
}

@inline
export function rowsOf(slot: i32): usize {
  return rows + <usize>slot * (5 * ROW);
}

/** The used bytes of a row. */
@inline
export function endOf(slot: i32): usize {
  return <usize>load<u32>(frameOf(slot), 16);
}

/** Whether a neighbourhood holds every item that can be met at (x, y). */
@inline
export function isGathered(slot: i32, x: f32, y: f32): bool {
  if (slot < 0) return false;
  const frame = frameOf(slot);
  return abs(x - load<f32>(frame)) <= load<f32>(frame, 8) && abs(y - load<f32>(frame, 4)) <= load<f32>(frame, 12);
}

/**
 * Gathers the items that an item of at most these half extents meets within a reach of (x, y). Gathers none on a closed
 * strip, where an item lies on both sides, and none if too many are near.
 */
export function gather(slot: i32, x: f32, y: f32, halfX: f32, halfY: f32, alongX: f32, alongY: f32): void {
  const frame = frameOf(slot);
  store<f32>(frame, -1, 8);
  if (perPeriod > 0) return;
  v128.store(reaches, f32x4.splat(x - (halfX + alongX)));
  v128.store(reaches, f32x4.splat(x + (halfX + alongX)), 16);
  v128.store(reaches, f32x4.splat(y - (halfY + alongY)), 32);
  v128.store(reaches, f32x4.splat(y + (halfY + alongY)), 48);
  const end = <usize>items << 2;
  const highX = itemEnds + end;
  const lowY = highX + end;
  const highY = lowY + end;
  let to = found;
  for (let k: usize = 0; k < end; k += 16) {
    const endsAfterX = f32x4.gt(v128.load(highX + k), v128.load(reaches));
    const isNearX = v128.and(f32x4.lt(v128.load(itemEnds + k), v128.load(reaches, 16)), endsAfterX);
    const endsAfterY = f32x4.gt(v128.load(highY + k), v128.load(reaches, 32));
    const isNearY = v128.and(f32x4.lt(v128.load(lowY + k), v128.load(reaches, 48)), endsAfterY);
    const mask = i32x4.bitmask(v128.and(isNearX, isNearY));
    v128.store(to, front(i32x4.add(i32x4.splat(<i32>k), v128.load(steps)), mask));
    to += <usize>popcnt(mask) << 2;
  }
  const used = to - found;
  if (used > MOST) return;
  v128.store(to, i32x4.splat(0));
  const row = rowsOf(slot);
  for (let k: usize = 0; k < used; k += 16) {
    const list = found + k;
    const k0 = <usize>load<u32>(list);
    const k1 = <usize>load<u32>(list, 4);
    const k2 = <usize>load<u32>(list, 8);
    const k3 = <usize>load<u32>(list, 12);
    v128.store(row + k, gathered(itemEnds, k0, k1, k2, k3));
    v128.store(row + k, gathered(highX, k0, k1, k2, k3), HIGH_X);
    v128.store(row + k, gathered(lowY, k0, k1, k2, k3), LOW_Y);
    v128.store(row + k, gathered(highY, k0, k1, k2, k3), HIGH_Y);
    v128.store(row + k, i32x4.shl(v128.load(list), 4), MEETING);
  }
  v128.store(row + used, f32x4.splat(FAR));
  store<u32>(frame, <u32>used, 16);
  store<f32>(frame, x);
  store<f32>(frame, y, 4);
  store<f32>(frame, alongX, 8);
  store<f32>(frame, alongY, 12);
}
