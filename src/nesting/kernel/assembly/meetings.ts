/**
 * Meetings: the data for the overlap of a moving item with another, side by side in 64 bytes. Each type has a row of
 * meetings at each orientation, if there is room. A row updates its changed meetings when it is next needed.
 *
 * f32 c, s, offsetX, offsetY; greatest column and row, weight of the pair, floor of its loss; x and y of the other
 * item; u32 cells and records of the table. The vector (dx, dy) to the other item gives the column c dx + s dy +
 * offsetX and the row c dy - s dx + offsetY in the table.
 */
import { bindings, changedAt, changes, items, itemOrientation, itemType, itemWidth, itemX, itemY, weights } from "./items";
import { beginNeighbourhoods } from "./neighbourhood";
import { depthByOutlines } from "./outline-overlap";
import {
  greater, orientationCos, orientations, orientationSin, outlineOf, slotOf, tableIn, typeDiameter, types, typeWidth, worthyTableOf,
} from "./types";

/** Share of the larger diameter that any overlap costs in addition, so that shallow ones are resolved too. */
export const OVERLAP_FLOOR: f32 = 0.01;

/** Stands for a missing table: one cell, whose record asks for a closer look. */
export const missing = memory.data(64, 16);

/** Most bytes for rows of every type at every orientation; beyond them there is one row for each orientation. */
const MOST_BYTES: u64 = 1 << 24;

let moves: i32 = 0;
let roomFor: i32 = 0; // the bindings with room made
let isRoomy: bool = false;
let rowCount: i32 = 0;
let meetings: usize = 0;
// Per row, three i32: its type (-1: empty), its last included change of an item, the move of its weights.
let rows: usize = 0;

/** Makes room for the meetings of the bound items and types. */
function makeRoom(): void {
  roomFor = bindings;
  if (rowCount > 0) {
    heap.free(meetings);
    heap.free(rows);
  }
  isRoomy = <u64>(types * orientations) * <u64>items * 64 <= MOST_BYTES;
  rowCount = isRoomy ? types * orientations : orientations;
  meetings = heap.alloc((<usize>rowCount * <usize>items) << 6);
  rows = heap.alloc(<usize>(rowCount * 12));
  forgetMeetings();
}

/** Makes all meetings afresh, after a release of tables. */
export function forgetMeetings(): void {
  for (let at = rows; at < rows + <usize>(rowCount * 12); at += 12) store<i32>(at, -1);
}

/** Announces that another item moves or weights have changed. */
@inline
export function beginMove(): void {
  moves++;
  if (bindings != roomFor) makeRoom();
  beginNeighbourhoods();
}

/** The meetings of item m at an orientation with all items. */
@inline
export function meetingsAt(m: i32, orientation: i32): usize {
  const type = load<i32>(itemType + (<usize>m << 2));
  const index = isRoomy ? type * orientations + orientation : orientation;
  const row = rows + <usize>(index * 12);
  const first = meetings + ((<usize>index * <usize>items) << 6);
  if (load<i32>(row, 8) != moves || load<i32>(row) != type) prepareMeetings(m, type, orientation, row, first);
  return first;
}

function prepareMeetings(m: i32, type: i32, orientation: i32, row: usize, first: usize): void {
  if (load<i32>(row) != type) store<i32>(row, -1, 4);
  const known = i32x4.splat(load<i32>(row, 4));
  store<i32>(row, type);
  store<i32>(row, changes, 4);
  store<i32>(row, moves, 8);
  const width = f32x4.splat(load<f32>(typeWidth + (<usize>type << 2)));
  const weightsOf = weights + (<usize>(m * items) << 2);
  let meeting = first;
  for (let k: usize = 0; k < <usize>items << 2; k += 16) {
    let mask = i32x4.bitmask(i32x4.gt_s(v128.load(changedAt + k), known));
    while (mask) {
      const lane = <usize>ctz(mask);
      mask &= mask - 1;
      fill(meeting + (lane << 6), type, orientation, k + (lane << 2));
    }
    const weight = f32x4.mul(v128.load(weightsOf + k), f32x4.pmin(width, v128.load(itemWidth + k)));
    v128.store_lane<f32>(meeting, weight, 0, 24);
    v128.store_lane<f32>(meeting, weight, 1, 88);
    v128.store_lane<f32>(meeting, weight, 2, 152);
    v128.store_lane<f32>(meeting, weight, 3, 216);
    meeting += 256;
  }
}

/** Fills in a meeting, except its weight. */
function fill(meeting: usize, type: i32, orientation: i32, other4: usize): void {
  const other = load<i32>(itemType + other4);
  const otherOrientation = load<i32>(itemOrientation + other4);
  // Without branches: the processor cannot foresee which of the two types comes first.
  const flipped = type > other;
  const from = select<i32>(otherOrientation, orientation, flipped);
  const to = select<i32>(orientation, otherOrientation, flipped);
  const slot = slotOf(select<i32>(other, type, flipped), select<i32>(type, other, flipped), from, to);
  const table = tableIn(slot);
  if (table == 0) fillNone(meeting);
  else fillTable(meeting, table, flipped, from);
  const diameter = load<f32>(typeDiameter + (<usize>type << 2));
  store<f32>(meeting, OVERLAP_FLOOR * greater(diameter, load<f32>(typeDiameter + (<usize>other << 2))), 28);
  store<f32>(meeting, load<f32>(itemX + other4), 32);
  store<f32>(meeting, load<f32>(itemY + other4), 36);
}

@inline
function fillTable(meeting: usize, table: usize, flipped: bool, orientation: i32): void {
  const scale = load<f32>(table, 8);
  const sign = select<f32>(-scale, scale, flipped);
  store<f32>(meeting, sign * load<f32>(orientationCos + (<usize>orientation << 2)));
  store<f32>(meeting, sign * load<f32>(orientationSin + (<usize>orientation << 2)), 4);
  store<f32>(meeting, -load<f32>(table) * scale, 8);
  store<f32>(meeting, -load<f32>(table, 4) * scale, 12);
  store<f32>(meeting, <f32>(load<i32>(table, 16) - 1), 16);
  store<f32>(meeting, <f32>(load<i32>(table, 20) - 1), 20);
  store<u32>(meeting, load<u32>(table, 24), 40);
  store<u32>(meeting, load<u32>(table, 28), 44);
}

@inline
function fillNone(meeting: usize): void {
  v128.store(meeting, f32x4.splat(0));
  store<u64>(meeting, 0, 16);
  store<u32>(meeting, <u32>missing, 40);
  store<u32>(meeting, <u32>missing, 44);
}

/** Fills in the missing table of a meeting of item m, if it is worth its making by now; returns whether it is. */
export function fillMissing(m: i32, meeting: usize): bool {
  const place = <i32>((meeting - meetings) >> 6);
  const orientation = (place / items) % orientations;
  const k = place % items;
  const type = load<i32>(itemType + (<usize>m << 2));
  const other = load<i32>(itemType + (<usize>k << 2));
  const otherOrientation = load<i32>(itemOrientation + (<usize>k << 2));
  const flipped = type > other;
  const table = flipped
    ? worthyTableOf(other, type, otherOrientation, orientation)
    : worthyTableOf(type, other, orientation, otherOrientation);
  if (table == 0) return false;
  fillTable(meeting, table, flipped, flipped ? otherOrientation : orientation);
  return true;
}

/** Weighings by outlines between two looks at the clock, a few milliseconds in all. */
const WEIGHINGS_PER_POLL: i32 = 1024;
let untilPoll: i32 = WEIGHINGS_PER_POLL;

export let weighingsByOutlines: f64 = 0;

// Called now and then during long work; it throws where that has to end.
@external("host", "poll")
declare function poll(): void;

/** The depth of a meeting of item m, without a table, at a vector from the other item to it. */
export function depthWithoutTable(m: i32, meeting: usize, dx: f32, dy: f32): f32 {
  weighingsByOutlines++;
  if (--untilPoll == 0) {
    untilPoll = WEIGHINGS_PER_POLL;
    poll();
  }
  const place = <i32>((meeting - meetings) >> 6);
  const k = <usize>(place % items) << 2;
  const moving = outlineOf(load<i32>(itemType + (<usize>m << 2)), (place / items) % orientations);
  return depthByOutlines(outlineOf(load<i32>(itemType + k), load<i32>(itemOrientation + k)), moving, dx, dy);
}
