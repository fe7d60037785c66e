/** The lines that the movable items of a row have to lie on. */
import { type Lines, linesFor } from '../strip/lines.js';
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
  const kinds = members.map((item) => problem.items[item]!);
  return linesFor(shapes, types, kinds, problem.lines, (part) =>
    problem.parts[part]!.turns.map((turn) => ({
      turn: indexOfTurn(shapes.turns, turn),
      reference: reference(shapes, part, turn),
    })),
  );
}
