/** The required lines of the items of a strip, and the offered grid. */
import { type Choice, type Lines, linesFor } from '../overlap/lines.js';
import { Offers } from '../overlap/offers.js';
import { indexOfOrientation, orientationsOf } from '../overlap/orientations.js';
import { referenceAt, type ShapeSet } from '../overlap/shapes.js';
import type { StripProblem } from './problem.js';

/** Null where the problem has none. */
export function linesOfStrip(problem: StripProblem, shapes: ShapeSet): Lines | null {
  if (!problem.lines) return null;
  return linesFor(shapes, shapes.itemTypes, Array.from(problem.items), problem.lines, choicesOf(problem, shapes));
}

/** Null where the problem has none. */
export function offersOfStrip(problem: StripProblem, shapes: ShapeSet): Offers | null {
  return problem.offers ? Offers.of(shapes, problem.items, problem.offers, choicesOf(problem, shapes)) : null;
}

/** The rotations of each type of a problem. */
function choicesOf({ types }: StripProblem, shapes: ShapeSet): (type: number) => Choice[] {
  return (type) =>
    orientationsOf(types[type]!).map((orientation) => ({
      orientation: indexOfOrientation(shapes.orientations, orientation),
      reference: referenceAt(shapes, type, orientation),
    }));
}
