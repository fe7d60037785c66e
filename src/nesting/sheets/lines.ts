/** The required lines of the movable items of a row, and the offered grids. */
import { type Choice, type Lines, linesFor } from '../overlap/lines.js';
import { Offers } from '../overlap/offers.js';
import { reference } from './convert.js';
import type { SheetField } from './field.js';
import type { SheetProblem } from './problem.js';
import { indexOfOrientation, type SheetShapes } from './shapes.js';

/** `types` of all items of the row, the `members` first. Null where the problem has none. */
export function linesOfRow(
  { problem, shapes }: SheetField,
  types: Int32Array,
  members: readonly number[],
): Lines | null {
  if (!problem.lines) return null;
  const kinds = members.map((item) => problem.items[item]!);
  return linesFor(shapes, types, kinds, problem.lines, choicesOf(problem, shapes));
}

/** The grids offered to the movable items of a row; null where no sheet has a grid. */
export function offersOfRow({ problem, shapes }: SheetField, members: readonly number[]): Offers | null {
  if (!problem.offers) return null;
  const kinds = members.map((item) => problem.items[item]!);
  return Offers.of(shapes, kinds, problem.offers, choicesOf(problem, shapes));
}

function choicesOf({ parts }: SheetProblem, shapes: SheetShapes): (part: number) => Choice[] {
  return (part) =>
    parts[part]!.orientations.map((orientation) => ({
      orientation: indexOfOrientation(shapes.orientations, orientation),
      reference: reference(shapes, part, orientation),
    }));
}
