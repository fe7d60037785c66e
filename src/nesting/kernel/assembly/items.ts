/** The items: their places, their types, and the weight of each pair. */
import { ItemWord } from "../blocks";
import { boxOf, halfHeight, halfWidth, marginOf, typeWidth } from "./types";
import { wordOf } from "./words";

export let items: i32 = 0; // all items, a multiple of four; those that fill up lie far away
export let freeItems: i32 = 0; // the first items, which move; the others are fixed

// Per item.
export let itemX: usize = 0; // f32
export let itemY: usize = 0;
export let itemHalfX: usize = 0; // f32: half extents of a box about the reference point
export let itemHalfY: usize = 0;
export let itemWidth: usize = 0; // f32: square root of the hull's area
export let itemEnds: usize = 0; // f32, four rows: low and high end of that box along x, along y
export let itemType: usize = 0; // i32
export let itemOrientation: usize = 0; // i32
export let losses: usize = 0; // f32: weighted loss of the last sweep
export let order: usize = 0; // i32: the overlapping items
export let weights: usize = 0; // f32, items x items, symmetric
export let bindings: i32 = 0; // number of bindings so far
export let changes: i32 = 0; // number of changes of a place or orientation so far
export let changedAt: usize = 0; // i32 per item: the number of its own last change
// The overlapping pairs of the last sweep.
export let pairs: usize = 0; // i32 first, i32 second, f32 loss, f32 depth
export let pairCapacity: i32 = 0;

/** `block`: words in the order of `ItemWord`. */
export function bindItems(block: usize): void {
  const all = wordOf(block, ItemWord.all);
  if (all != items) {
    if (items > 0) heap.free(itemEnds);
    itemEnds = heap.alloc(<usize>(6 * all) << 2);
    changedAt = itemEnds + (<usize>all << 4);
    itemWidth = changedAt + (<usize>all << 2);
  }
  bindings++;
  changes = 0;
  memory.fill(changedAt, 0, <usize>all << 2);
  // No item meets an unplaced one.
  for (let at: usize = 0; at < <usize>all << 2; at += 16) v128.store(itemEnds + at, f32x4.splat(Infinity));
  items = all;
  freeItems = wordOf(block, ItemWord.free);
  itemX = wordOf(block, ItemWord.x);
  itemY = wordOf(block, ItemWord.y);
  itemHalfX = wordOf(block, ItemWord.halfX);
  itemHalfY = wordOf(block, ItemWord.halfY);
  itemType = wordOf(block, ItemWord.type);
  for (let at: usize = 0; at < <usize>all << 2; at += 4) {
    store<f32>(itemWidth + at, load<f32>(typeWidth + (<usize>load<i32>(itemType + at) << 2)));
  }
  itemOrientation = wordOf(block, ItemWord.orientation);
  weights = wordOf(block, ItemWord.weights);
  losses = wordOf(block, ItemWord.losses);
  order = wordOf(block, ItemWord.order);
  pairs = wordOf(block, ItemWord.pairs);
  pairCapacity = wordOf(block, ItemWord.pairCapacity);
}

/** Places an item; the caller keeps it inside the strip. */
export function place(item: i32, x: f32, y: f32, orientation: i32): void {
  const at = <usize>item << 2;
  const box = boxOf(load<i32>(itemType + at), orientation);
  if (x != load<f32>(itemX + at) || y != load<f32>(itemY + at) || orientation != load<i32>(itemOrientation + at)) {
    changes++;
    store<i32>(changedAt + at, changes);
  }
  const halfY = halfHeight(box, marginOf(load<i32>(itemType + at)));
  store<i32>(itemOrientation + at, orientation);
  store<f32>(itemHalfY + at, halfY);
  store<f32>(itemY + at, y);
  const row = <usize>items << 2;
  store<f32>(itemEnds + 2 * row + at, y - halfY);
  store<f32>(itemEnds + 3 * row + at, y + halfY);
  store<f32>(itemX + at, x);
  appear(item);
}

/** Takes an item out of the others' reach, until it is placed or appears again in its old place. */
@inline
export function hide(item: i32): void {
  const at = <usize>item << 2;
  store<f32>(itemEnds + at, Infinity);
  store<f32>(itemHalfX + at, -Infinity);
}

@inline
export function appear(item: i32): void {
  const at = <usize>item << 2;
  const x = load<f32>(itemX + at);
  const type = load<i32>(itemType + at);
  const halfX = halfWidth(boxOf(type, load<i32>(itemOrientation + at)), marginOf(type));
  store<f32>(itemHalfX + at, halfX);
  store<f32>(itemEnds + at, x - halfX);
  store<f32>(itemEnds + (<usize>items << 2) + at, x + halfX);
}
