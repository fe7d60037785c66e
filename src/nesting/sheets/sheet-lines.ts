/** The lines that the movable items of a row have to lie on. */
import { Lines } from '../strip/lines.js';
import type { ParallelLines } from '../strip/strip-problem.js';
import { reference } from './convert.js';
import type { SheetField } from './sheet-field.js';
import { indexOfTurn } from './sheet-shapes.js';

/** `types` of all items of the row, the `members` first. Null where the problem has none. */
export function linesOfRow(
  { problem, shapes }: SheetField,
  types: Int32Array,
  members: readonly number[],
): Lines | null {
  if (!problem.lines) return null;
  const { x, y } = problem.lines;
  const turns = shapes.turns.length;
  const crossings = new Float64Array(2 * types.length * turns);
  const ofAxis = (lines: ParallelLines | null, offset: 0 | 1): void => {
    if (!lines) return;
    members.forEach((item, i) => {
      const part = problem.items[item]!;
      problem.parts[part]!.turns.forEach((turn, r) => {
        const place = 2 * (i * turns + indexOfTurn(shapes.turns, turn)) + offset;
        crossings[place] = (lines.at[part]![r]! + reference(shapes, part, turn)[offset]) * shapes.scale;
      });
    });
  };
  ofAxis(x, 0);
  ofAxis(y, 1);
  return new Lines(
    shapes,
    types,
    members.length,
    (x?.step ?? 0) * shapes.scale,
    (y?.step ?? 0) * shapes.scale,
    crossings,
  );
}
