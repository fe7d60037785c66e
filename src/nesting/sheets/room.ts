/** Estimates of the room on sheets, by areas in search units. Obstacles count as room. */
import type { SheetArrangement } from './arrangement.js';
import type { SheetField } from './field.js';
import { reachOn, usedSheets } from './score.js';

/** The greatest share to which the search expects to fill sheets. */
const fullest = 0.97;
/** A sheet is emptied where the others would have to be at most this many times as dense as the layout is. */
const hopeful = 1.08;

/** Whether sheets may be large enough for some items. */
export function hasRoom(base: SheetField, sheets: readonly number[], items: readonly number[]): boolean {
  return areaOf(base, items) <= fullest * roomOf(base, sheets);
}

/** Whether sheets may hold some items once they are about as dense as the used stretches of a layout's sheets are. */
export function mayHold(
  base: SheetField,
  layout: SheetArrangement,
  sheets: readonly number[],
  items: readonly number[],
): boolean {
  const placed = base.problem.items.map((_, item) => item).filter((item) => layout.sheet[item]! >= 0);
  const stretches = usedSheets(layout).reduce((sum, sheet) => {
    return sum + reachOn(base, layout, sheet).length * base.sizeOf(sheet).height;
  }, 0);
  const density = areaOf(base, placed) / stretches;
  return areaOf(base, items) <= Math.min(fullest, hopeful * density) * roomOf(base, sheets);
}

/** The share of a sheet that no item of a layout covers. */
export function freeShare(base: SheetField, layout: SheetArrangement, sheet: number): number {
  const there = base.problem.items.map((_, item) => item).filter((item) => layout.sheet[item] === sheet);
  return Math.max(0, 1 - areaOf(base, there) / roomOf(base, [sheet]));
}

function areaOf({ shapes }: SheetField, items: readonly number[]): number {
  return items.reduce((sum, item) => sum + shapes.types[shapes.itemTypes[item]!]!.area, 0);
}

function roomOf(base: SheetField, sheets: readonly number[]): number {
  return sheets.reduce((sum, sheet) => sum + base.sizeOf(sheet).length * base.sizeOf(sheet).height, 0);
}
