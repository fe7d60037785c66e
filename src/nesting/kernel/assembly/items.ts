/** The items: where they are, what they are, how much each pair of them weighs. */
import { boxOf, halfHeight, halfWidth } from "./types";

export let items: i32 = 0; // all items, a multiple of four: the rest lies far away
export let freeItems: i32 = 0; // the first ones; those after them stay where they are

// Per item.
export let itemX: usize = 0; // f32
export let itemY: usize = 0;
export let itemHalfX: usize = 0; // f32: half extents of a box about the reference point
export let itemHalfY: usize = 0;
export let itemType: usize = 0; // i32
export let itemTurn: usize = 0; // i32
export let losses: usize = 0; // f32: weighted loss of the last sweep
export let order: usize = 0; // i32: the overlapping items
export let weights: usize = 0; // f32, items x items, symmetric
// What a moving item meets (see evaluate.ts): 64 bytes for each of its turns and each other item.
export let meetings: usize = 0;
export let meetingsOf: usize = 0; // i32 per turn: the move that its meetings were made for
// The overlapping pairs of the last sweep.
export let pairs: usize = 0; // i32 first, i32 second, f32 loss, f32 depth
export let pairCapacity: i32 = 0;

export function bindItems(
  all: i32, free: i32, x: usize, y: usize, halfX: usize, halfY: usize, type: usize, turn: usize,
  weight: usize, loss: usize, list: usize, pairList: usize, capacity: i32, meeting: usize, meetingOf: usize,
): void {
  items = all;
  freeItems = free;
  itemX = x;
  itemY = y;
  itemHalfX = halfX;
  itemHalfY = halfY;
  itemType = type;
  itemTurn = turn;
  weights = weight;
  losses = loss;
  order = list;
  pairs = pairList;
  pairCapacity = capacity;
  meetings = meeting;
  meetingsOf = meetingOf;
}

/** Places an item; the caller keeps it inside the strip. */
export function place(item: i32, x: f32, y: f32, turn: i32): void {
  const at = <usize>item << 2;
  const box = boxOf(load<i32>(itemType + at), turn);
  store<f32>(itemX + at, x);
  store<f32>(itemY + at, y);
  store<i32>(itemTurn + at, turn);
  store<f32>(itemHalfX + at, halfWidth(box));
  store<f32>(itemHalfY + at, halfHeight(box));
}
