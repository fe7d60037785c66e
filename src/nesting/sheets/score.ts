/** The score of a layout of several sheets: less is better, and the first difference decides. */
import type { SheetArrangement } from './arrangement.js';
import type { SheetField } from './field.js';

export interface Score {
  /** Value of the items on no sheet. */
  readonly left: number;
  readonly sheets: number;
  /** The sum of spans or areas. */
  readonly goal: number;
}

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
  let goal = 0;
  for (const sheet of sheets) {
    const { length, height } = reachOn(base, layout, sheet);
    goal += problem.goal === 'area' ? (length * height) / 1000 : length;
  }
  return { left, sheets: sheets.length, goal };
}
