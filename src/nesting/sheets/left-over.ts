/** Where parts that a layout leaves over may go. */
import type { Random } from '../../random.js';
import { movableOn, type SheetArrangement } from './arrangement.js';
import type { SheetField } from './field.js';
import type { SheetProblem } from './problem.js';

/** Most sheets on which items move together. */
export const mostSheets = 12;
/** Most items there while another is placed. */
const mostItems = 880;

/** The items on no sheet. */
export function leftOver({ sheet }: SheetArrangement): number[] {
  return [...sheet.keys()].filter((item) => sheet[item]! < 0);
}

/** Sheets whose items can move together: all of them, else some, at least one; none where they hold very many items. */
export function sheetsToFill(base: SheetField, layout: SheetArrangement, random: Random): number[] {
  const { problem } = base;
  const all = [...problem.sheets.keys()];
  const some = all.length <= mostSheets ? all : someOf(all, mostSheets, random);
  const members = movableOn(problem, layout, some).length;
  if (members > mostItems) return [];
  const most = base.mostTogether(mostItems);
  if (members <= most) return some;
  const chosen: number[] = [];
  let together = 0;
  for (const sheet of random.shuffle(some)) {
    const more = movableOn(problem, layout, [sheet]).length;
    if (together + more > most && chosen.length > 0) continue;
    together += more;
    chosen.push(sheet);
  }
  return chosen.sort((a, b) => a - b);
}

/** Neighbouring ones among some items of a sheet that together are worth less than `item`. */
export function worthLess(
  { values }: SheetProblem,
  { x, y }: SheetArrangement,
  item: number,
  ofSheet: readonly number[],
  random: Random,
): number[] {
  const there = ofSheet.filter((other) => values[other]! < values[item]!);
  if (there.length === 0) return [];
  const middle = there[random.below(there.length)]!;
  const distance = (other: number): number => Math.hypot(x[other]! - x[middle]!, y[other]! - y[middle]!);
  const chosen: number[] = [];
  let worth = 0;
  for (const other of there.sort((a, b) => distance(a) - distance(b))) {
    if (worth + values[other]! >= values[item]!) continue;
    worth += values[other]!;
    chosen.push(other);
  }
  return chosen;
}

function someOf(list: readonly number[], count: number, random: Random): number[] {
  const rest = [...list];
  return Array.from({ length: count }, () => rest.splice(random.below(rest.length), 1)[0]!).sort((a, b) => a - b);
}
