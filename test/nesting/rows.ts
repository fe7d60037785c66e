/** Rows of sheets for properties of the overlap search: all sheets of a random problem, and checks of layouts on them. */

import * as assert from 'uvu/assert';
import type { SheetArrangement } from '../../src/nesting/sheets/arrangement.js';
import { SheetField } from '../../src/nesting/sheets/field.js';
import { Row } from '../../src/nesting/sheets/row.js';
import type { RandomSheets } from './random-problems.js';
import { Watch } from './watch.js';

const poll = (): void => {};
const breadth = { populationSize: 4, mutationRate: 0.3 };

/** A row of all sheets, with all movable items. */
export function rowOf({ problem, start, seed }: RandomSheets): { row: Row; base: SheetField; watch: Watch } {
  const base = new SheetField(problem, start, seed, breadth, poll);
  const watch = new Watch(base.field);
  const items = problem.items.map((_, item) => item);
  const members = items.filter((item) => !problem.locked[item]);
  return {
    row: new Row(
      base,
      problem.sheets.map((_, sheet) => sheet),
      members,
    ),
    base,
    watch,
  };
}

/** Asserts that nothing overlaps, every part lies on its own sheet, and locked parts keep their places. */
export function assertExactRow(row: Row, layout: SheetArrangement): void {
  const { base } = row;
  const at = row.arrangement(layout, row.whole, () => {
    throw new Error('an item lies on no sheet');
  });
  assert.ok(row.planes.isExact(at, row.lengthTo(row.whole)), 'parts overlap each other or an obstacle');
  layout.sheet.forEach((sheet, item) => {
    const { minX, minY, maxX, maxY } = base.extent(item, layout.orientation[item]!)!;
    const { length, height } = base.sizeOf(sheet);
    const [x, y] = [layout.x[item]!, layout.y[item]!];
    const isInside = x + minX > -1e-3 && x + maxX < length + 1e-3 && y + minY > -1e-3 && y + maxY < height + 1e-3;
    assert.ok(isInside, `item ${item} on sheet ${sheet} at ${x}, ${y}`);
    if (!base.problem.locked[item]) return;
    const of = ({ sheet, x, y, orientation }: SheetArrangement) => [sheet, x, y, orientation].map((list) => list[item]);
    assert.equal(of(layout), of(base.start));
  });
}
