/**
 * Meetings: what the overlap of the moving item with each other one is worked out from, side by side in 64 bytes, made
 * afresh for every move and each turn that the item is tried at.
 *
 * f32 c, s, offsetX, offsetY: from the way (dx, dy) to the other item, the column c dx + s dy + offsetX and the row
 * c dy - s dx + offsetY in the collision table of the two; greatest column and row, weight of the pair, floor of its loss;
 * x and y of the other item; u32 cells and records of the table.
 */
import { items, itemTurn, itemType, itemX, itemY, meetings, meetingsOf, weights } from "./items";
import { begin } from "./neighbourhood";
import { greater, lesser, slotOf, tableOf, turnCos, turnSin, typeDiameter, typeWidth } from "./types";

/** Share of the larger diameter that any overlap costs, however shallow, so that shallow ones are resolved too. */
export const OVERLAP_FLOOR: f32 = 0.01;

/** A table that is missing is one cell, whose record says that there is more to look at. */
export const missing = memory.data(64, 16);

let moves: i32 = 0;

/** Announces that another item moves, or that weights have changed: meetings are made afresh. */
@inline
export function beginMove(): void {
  moves++;
  begin();
}

/** The meetings of item m at a turn with all items. */
@inline
export function meetingsAt(m: i32, turn: i32): usize {
  if (load<i32>(meetingsOf + (<usize>turn << 2)) != moves) prepareMeetings(m, turn);
  return meetings + (<usize>(turn * items) << 6);
}

function prepareMeetings(m: i32, turn: i32): void {
  store<i32>(meetingsOf + (<usize>turn << 2), moves);
  const type = load<i32>(itemType + (<usize>m << 2));
  const diameter = load<f32>(typeDiameter + (<usize>type << 2));
  const width = load<f32>(typeWidth + (<usize>type << 2));
  const row = weights + (<usize>(m * items) << 2);
  let meeting = meetings + (<usize>(turn * items) << 6);
  for (let k: usize = 0; k < <usize>items << 2; k += 4) {
    const other = load<i32>(itemType + k);
    const otherTurn = load<i32>(itemTurn + k);
    const flipped = type > other;
    const slot = flipped ? slotOf(other, type, otherTurn, turn) : slotOf(type, other, turn, otherTurn);
    const table = <usize>load<u32>(slot);
    if (table == 0) fillNone(meeting);
    else fillTable(meeting, table, flipped, flipped ? otherTurn : turn);
    store<f32>(meeting, load<f32>(row + k) * lesser(width, load<f32>(typeWidth + (<usize>other << 2))), 24);
    store<f32>(meeting, OVERLAP_FLOOR * greater(diameter, load<f32>(typeDiameter + (<usize>other << 2))), 28);
    store<f32>(meeting, load<f32>(itemX + k), 32);
    store<f32>(meeting, load<f32>(itemY + k), 36);
    meeting += 64;
  }
}

@inline
function fillTable(meeting: usize, table: usize, flipped: bool, turn: i32): void {
  const scale = load<f32>(table, 8);
  const sign: f32 = flipped ? -scale : scale;
  store<f32>(meeting, sign * load<f32>(turnCos + (<usize>turn << 2)));
  store<f32>(meeting, sign * load<f32>(turnSin + (<usize>turn << 2)), 4);
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

/** Has the table of a meeting of item m made; returns it. */
export function fillMissing(m: i32, meeting: usize): usize {
  const place = <i32>((meeting - meetings) >> 6);
  const turn = place / items;
  const k = place % items;
  const type = load<i32>(itemType + (<usize>m << 2));
  const other = load<i32>(itemType + (<usize>k << 2));
  const otherTurn = load<i32>(itemTurn + (<usize>k << 2));
  const flipped = type > other;
  const table = flipped ? tableOf(other, type, otherTurn, turn) : tableOf(type, other, turn, otherTurn);
  fillTable(meeting, table, flipped, flipped ? otherTurn : turn);
  return table;
}
