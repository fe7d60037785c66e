/** The score of a layout of several sheets: less is better, and the first difference decides. */
import type { SheetArrangement } from './arrangement.js';
import type { SheetField } from './field.js';

export interface Score {
  /** Value of the items on no sheet. */
  readonly left: number;
  readonly sheets: number;
  /** The span or area on the last sheet of each cloth, and a little of the sum of the others. */
  readonly goal: number;
}

/** The weight of the other sheets in use: their rests are less useful than the rest of the last one. */
const weightOfOthers = 1e-3;

/** Gains below this share are rounding. */
const rounding = 1e-6;

export function isBetterScore(a: Score, b: Score): boolean {
  if (Math.abs(a.left - b.left) > rounding * (a.left + b.left)) return a.left < b.left;
  if (a.sheets !== b.sheets) return a.sheets < b.sheets;
  return a.goal < b.goal - rounding * (b.goal + 1000);
}

/** The reach of the items of one sheet, or of its movable items, from its corner, in search units. */
export function reachOn(
  base: SheetField,
  layout: SheetArrangement,
  sheet: number,
  which: 'all' | 'movable' = 'all',
): { length: number; height: number } {
  let length = 0;
  let height = 0;
  for (let i = 0; i < layout.sheet.length; i++) {
    if (layout.sheet[i] !== sheet || (which === 'movable' && base.problem.locked[i])) continue;
    const box = base.extent(i, layout.orientation[i]!)!;
    length = Math.max(length, layout.x[i]! + box.maxX);
    height = Math.max(height, layout.y[i]! + box.maxY);
  }
  return { length, height };
}

/** The used sheets, in their order. */
export function usedSheets(layout: SheetArrangement): number[] {
  return [...new Set(layout.sheet)].filter((sheet) => sheet >= 0).sort((a, b) => a - b);
}

export function scoreOf(base: SheetField, layout: SheetArrangement): Score {
  const { problem } = base;
  let left = 0;
  for (let i = 0; i < layout.sheet.length; i++) {
    if (layout.sheet[i]! < 0) left += problem.values[i]!;
  }
  const sheets = usedSheets(layout);
  const last = lastSheets(base, layout);
  let goal = 0;
  for (const sheet of sheets) goal += useOf(base, layout, sheet) * (last.includes(sheet) ? 1 : weightOfOthers);
  return { left, sheets: sheets.length, goal };
}

/** The span of a sheet in use, or the area. */
function useOf(base: SheetField, layout: SheetArrangement, sheet: number): number {
  const { length, height } = reachOn(base, layout, sheet);
  return base.problem.goal === 'area' ? (length * height) / 1000 : length;
}

/** The cloth of a sheet. */
export const clothOf = ({ problem: { cloths } }: SheetField, sheet: number): number => cloths?.[sheet] ?? 0;

/** Of each cloth in use, the sheet that can come last. */
export function lastSheets(base: SheetField, layout: SheetArrangement): number[] {
  const used = usedSheets(layout);
  const cloths = [...new Set(used.map((sheet) => clothOf(base, sheet)))];
  return cloths.map((cloth) => {
    return lastOf(
      base,
      layout,
      used.filter((sheet) => clothOf(base, sheet) === cloth),
    );
  });
}

/**
 * The sheet that can come last in the order of use: of the sheets equal to the last one, the one used least. A sheet with
 * locked items keeps its place.
 */
function lastOf(base: SheetField, layout: SheetArrangement, used: readonly number[]): number {
  const { sheets, locked } = base.problem;
  const held = new Set(layout.sheet.filter((_, item) => locked[item]));
  const last = used.at(-1)!;
  if (held.has(last)) return last;
  const equal = used.filter((sheet) => sheets[sheet] === sheets[last] && !held.has(sheet));
  const uses = equal.map((sheet) => useOf(base, layout, sheet));
  return equal[uses.indexOf(Math.min(...uses))]!;
}
