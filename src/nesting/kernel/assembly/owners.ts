/**
 * Owners: each cell of a coarse raster of the strip names an item that covers it, or did a moment ago. The pair with
 * the owner alone may cost too much; then a position needs no further look. This holds for three positions in four.
 */
import { itemHalfX, itemHalfY, items, itemX, itemY } from "./items";
import { height, length } from "./strip";

const ROWS: i32 = 32;
const MOST_COLUMNS: i32 = 512;
const owners = memory.data(32768, 16); // u16 per cell
let columns: i32 = 0;
let columnsPerUnit: f32 = 0;
let rowsPerUnit: f32 = 0;

/** Shares of its box that an item owns: first all items own their whole boxes, then each its core. */
const WHOLE: f32 = 1;
const CORE: f32 = 0.5;
/** Share for an item that has just moved. */
const MOVED: f32 = 0.7;
/** Passes for which owners are kept. */
const KEPT: i32 = 8;
let age: i32 = 0;
let ownedItems: i32 = 0;

/** Items farther away only fill up the list. */
const FAR: f32 = 1e8;

@inline
function within(value: f32, count: i32): i32 {
  return max<i32>(0, min<i32>(count - 1, <i32>value));
}

function own(k: i32, share: f32): void {
  const at = <usize>k << 2;
  const x = load<f32>(itemX + at);
  if (x > FAR) return;
  const y = load<f32>(itemY + at);
  const halfX = load<f32>(itemHalfX + at) * share;
  const halfY = load<f32>(itemHalfY + at) * share;
  const from = within((x - halfX) * columnsPerUnit, columns);
  const to = within((x + halfX) * columnsPerUnit, columns);
  const last = within((y + halfY) * rowsPerUnit, ROWS);
  for (let row = within((y - halfY) * rowsPerUnit, ROWS); row <= last; row++) {
    const line = owners + (<usize>(row * columns) << 1);
    for (let column = from; column <= to; column++) store<u16>(line + (<usize>column << 1), <u16>k);
  }
}

/** Finds the owners of all cells, now and then. Owners that have moved away since are useless, but do no harm. */
export function refreshOwners(): void {
  if (age++ % KEPT != 0 && items == ownedItems) return;
  ownedItems = items;
  rowsPerUnit = <f32>ROWS / height;
  columns = max<i32>(1, min<i32>(MOST_COLUMNS, <i32>(length * rowsPerUnit)));
  columnsPerUnit = <f32>columns / length;
  memory.fill(owners, 0, <usize>(ROWS * columns) << 1);
  for (let k = 0; k < items; k++) own(k, WHOLE);
  for (let k = 0; k < items; k++) own(k, CORE);
}

/** Makes an item that has just moved the owner of its cells. */
@inline
export function ownNow(k: i32): void {
  own(k, MOVED);
}

/** The cells of four positions on the strip. */
@inline
export function cellsOf(x: v128, y: v128): v128 {
  const zero = f32x4.splat(0);
  const foundX = f32x4.floor(f32x4.mul(x, f32x4.splat(columnsPerUnit)));
  const foundY = f32x4.floor(f32x4.mul(y, f32x4.splat(rowsPerUnit)));
  const column = f32x4.pmin(f32x4.splat(<f32>(columns - 1)), f32x4.pmax(zero, foundX));
  const row = f32x4.pmin(f32x4.splat(<f32>(ROWS - 1)), f32x4.pmax(zero, foundY));
  return i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(row, f32x4.splat(<f32>columns)), column));
}

@inline
export function ownerOf(cell: i32): usize {
  return <usize>load<u16>(owners + (<usize>cell << 1));
}
