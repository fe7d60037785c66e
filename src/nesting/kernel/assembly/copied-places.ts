/**
 * Copied places: items of equal types may lie well beside each other somewhere. A move tries the place of a copy of its
 * item beside a neighbour again, beside another copy of that neighbour. So a motif that interlocks spreads over the layout,
 * which random places rarely do to concave outlines.
 */
import { bindings, freeItems, itemEnds, itemOrientation, items, itemType, itemX, itemY } from "./items";
import { below } from "./random";
import { perPeriod } from "./strip";
import { highX, highY, lowX, lowY, setRange } from "./strip-range";
import { trialOrientation, trialX, trialY } from "./trials";
import { allowedCount, allowedOrientations, differenceOf, orientationCos, orientations, orientationSin, types } from "./types";

/** Draws of a place; many of them fall outside of the strip or find no copy. */
const DRAWS: i32 = 8;
/** The most listed neighbours of an item. */
const MOST: i32 = 15;
/** Passes for which neighbours are kept. One that has moved away since makes a poor place, but does no harm. */
const KEPT: i32 = 4;
/** Types with more orientations copy places without a turn only. */
const MOST_TURNS: i32 = 32;

let listedFor: i32 = 0; // the bindings with listed copies
let hasCopies: bool = false;
let room: i32 = 0; // free items
let typeRoom: i32 = 0;
let neighbours: usize = 0; // i32 x 16 per free item: how many, then these
let copies: usize = 0; // i32: the free items by type
let firstCopy: usize = 0; // i32 per type, and one more: the place of its first item among the copies
let age: i32 = 0;

/** Lists the neighbours of all items, now and then. */
export function refreshNeighbours(): void {
  if (bindings != listedFor) listCopies();
  if (!hasCopies || age++ % KEPT != 0) return;
  for (let i = 0; i < freeItems; i++) listNeighbours(i);
}

function listCopies(): void {
  listedFor = bindings;
  age = 0;
  makeRoom();
  // Counted two places further on, then summed up; filling leaves each type's own begin behind.
  memory.fill(firstCopy, 0, <usize>(types + 2) << 2);
  for (let i = 0; i < freeItems; i++) {
    const at = firstCopy + (<usize>(load<i32>(itemType + (<usize>i << 2)) + 2) << 2);
    store<i32>(at, load<i32>(at) + 1);
  }
  hasCopies = false;
  for (let at = firstCopy + 8; at < firstCopy + (<usize>(types + 2) << 2); at += 4) {
    hasCopies = hasCopies || load<i32>(at) > 1;
    store<i32>(at, load<i32>(at) + load<i32>(at - 4));
  }
  for (let i = 0; i < freeItems; i++) {
    const at = firstCopy + (<usize>(load<i32>(itemType + (<usize>i << 2)) + 1) << 2);
    store<i32>(copies + (<usize>load<i32>(at) << 2), i);
    store<i32>(at, load<i32>(at) + 1);
  }
}

function makeRoom(): void {
  if (freeItems > room) {
    if (room > 0) {
      heap.free(neighbours);
      heap.free(copies);
    }
    room = freeItems;
    neighbours = heap.alloc(<usize>room << 6);
    copies = heap.alloc(<usize>room << 2);
  }
  if (types > typeRoom) {
    if (typeRoom > 0) heap.free(firstCopy);
    typeRoom = types;
    firstCopy = heap.alloc(<usize>(types + 2) << 2);
  }
}

/** Neighbours are free items whose boxes meet. */
function listNeighbours(i: i32): void {
  const row = <usize>items << 2;
  const ends = itemEnds + (<usize>i << 2);
  const lowestX = f32x4.splat(load<f32>(ends));
  const highestX = f32x4.splat(load<f32>(ends + row));
  const lowestY = f32x4.splat(load<f32>(ends + 2 * row));
  const highestY = f32x4.splat(load<f32>(ends + 3 * row));
  const list = neighbours + (<usize>i << 6);
  let count: i32 = 0;
  for (let k: usize = 0; k < <usize>freeItems << 2; k += 16) {
    const other = itemEnds + k;
    const meetsX = v128.and(f32x4.lt(v128.load(other), highestX), f32x4.gt(v128.load(other + row), lowestX));
    const meetsY = v128.and(f32x4.lt(v128.load(other + 2 * row), highestY), f32x4.gt(v128.load(other + 3 * row), lowestY));
    let mask = i32x4.bitmask(v128.and(meetsX, meetsY));
    while (mask && count < MOST) {
      const found = <i32>(k >> 2) + ctz(mask);
      mask &= mask - 1;
      if (found == i || found >= freeItems) continue;
      count++;
      store<i32>(list + (<usize>count << 2), found);
    }
  }
  store<i32>(list, count);
}

/** One of the items of a type. */
@inline
function anyOf(type: i32): i32 {
  const first = load<i32>(firstCopy + (<usize>type << 2));
  const count = load<i32>(firstCopy + (<usize>type << 2), 4) - first;
  return load<i32>(copies + (<usize>(first + below(count)) << 2));
}

@inline
function hasCopy(type: i32): bool {
  return load<i32>(firstCopy + (<usize>type << 2), 4) - load<i32>(firstCopy + (<usize>type << 2)) > 1;
}

/** Writes places for item m into the trials, without their slots; returns how many. */
export function copyPlaces(m: i32, type: i32): i32 {
  if (!hasCopies || perPeriod > 0 || !hasCopy(type)) return 0;
  let count: i32 = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const like = anyOf(type);
    const list = neighbours + (<usize>like << 6);
    if (like == m || load<i32>(list) == 0) continue;
    const beside = load<i32>(list + (<usize>(1 + below(load<i32>(list))) << 2));
    const other = anyOf(load<i32>(itemType + (<usize>beside << 2)));
    if (other == m || other == beside) continue;
    if (copyPlace(type, like, beside, other, <usize>count << 2)) count++;
  }
  return count;
}

/** Writes the place beside `other` as `like` lies beside `beside`; false where it is none on the strip. */
function copyPlace(type: i32, like: i32, beside: i32, other: i32, trial: usize): bool {
  const from = load<i32>(itemOrientation + (<usize>beside << 2));
  const to = load<i32>(itemOrientation + (<usize>other << 2));
  const orientation = turned(type, load<i32>(itemOrientation + (<usize>like << 2)), from, to);
  if (orientation < 0) return false;
  const fromCos = load<f32>(orientationCos + (<usize>from << 2));
  const fromSin = load<f32>(orientationSin + (<usize>from << 2));
  const toCos = load<f32>(orientationCos + (<usize>to << 2));
  const toSin = load<f32>(orientationSin + (<usize>to << 2));
  const cos = toCos * fromCos + toSin * fromSin;
  const sin = toSin * fromCos - toCos * fromSin;
  const dx = load<f32>(itemX + (<usize>like << 2)) - load<f32>(itemX + (<usize>beside << 2));
  const dy = load<f32>(itemY + (<usize>like << 2)) - load<f32>(itemY + (<usize>beside << 2));
  const x = load<f32>(itemX + (<usize>other << 2)) + cos * dx - sin * dy;
  const y = load<f32>(itemY + (<usize>other << 2)) + sin * dx + cos * dy;
  setRange(type, orientation);
  if (x < lowX || x > highX || y < lowY || y > highY) return false;
  store<f32>(trialX + trial, x);
  store<f32>(trialY + trial, y);
  store<i32>(trialOrientation + trial, orientation);
  return true;
}

/** The allowed orientation that an item has after a turn by the angle between two others; -1 if there is none. */
function turned(type: i32, orientation: i32, from: i32, to: i32): i32 {
  if (from == to) return orientation;
  const count = load<i32>(allowedCount + (<usize>type << 2));
  if (count > MOST_TURNS) return -1;
  const difference = differenceOf(from, to);
  for (let k = 0; k < count; k++) {
    const found = load<i32>(allowedOrientations + (<usize>(type * orientations + k) << 2));
    if (differenceOf(orientation, found) == difference) return found;
  }
  return -1;
}
