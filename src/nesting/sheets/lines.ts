/** The required lines of the movable items of a row, and the offered grids. */
import { type Choice, type Lines, linesFor } from '../overlap/lines.js';
import { Offers } from '../overlap/offers.js';
import { indexOfOrientation } from '../overlap/orientations.js';
import { referenceAt } from '../overlap/shapes.js';
import type { SheetField } from './field.js';
import type { SheetProblem } from './problem.js';
import type { SheetShapes } from './shapes.js';

/**
 * The lines of a row that begins with a sheet. `types` of all items of the row, the `members` first. Null where the problem
 * has no lines.
 */
export function linesOfRow(
  { problem, shapes }: SheetField,
  sheet: number,
  types: Int32Array,
  members: readonly number[],
): Lines | null {
  if (!problem.lines) return null;
  const shift = shiftOf(problem, sheet);
  const { x, y, areOwn = false } = problem.lines;
  const shifted = x && { ...x, at: x.at.map((own) => own.map((line) => line + shift)) };
  const kinds = members.map((item) => problem.items[item]!);
  return linesFor(shapes, types, kinds, { x: shifted, y, areOwn }, choicesOf(problem, shapes));
}

/**
 * The first place from `least` on, in search units, at which a sheet can begin in a row that begins with `first`: one line
 * of the whole row serves all its sheets.
 */
export function startOnLines({ problem, shapes }: SheetField, first: number, sheet: number, least: number): number {
  const step = (problem.lines?.x?.step ?? 0) * shapes.scale;
  if (step === 0) return least;
  const off = (shiftOf(problem, first) - shiftOf(problem, sheet)) * shapes.scale - least;
  return least + off - Math.floor(off / step) * step;
}

function shiftOf({ kinds, sheets }: SheetProblem, sheet: number): number {
  return kinds[sheets[sheet]!]!.linesShift;
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
      reference: referenceAt(shapes, part, orientation),
    }));
}
