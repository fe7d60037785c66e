/** The shapes of a problem for the overlap searches: in more orientations and more detail than for constructions. */

import { boxOf, type Ring } from '../../geometry/ring.js';
import { bestOrientations, type Choices, differing, mostChoices, mostOrientations } from '../construct/choices.js';
import type { SearchContext } from '../construct/search.js';
import { gentleShare } from '../layout/curve-tolerance.js';
import type { Problem, Variant } from '../layout/problem.js';
import type { Shape } from '../layout/shape.js';
import { orientationsAmong } from '../overlap/orientations.js';
import { mostTypesFor } from '../overlap/table-directory.js';
import { noFitEffort } from './no-fit-effort.js';

/**
 * The overlap search makes no-fit polygons only for pairs that come near each other, and of plainer outlines. So it
 * takes some orientations of each of many shapes, up to the second number of choices, and detailed outlines up to the
 * first.
 */
const mostDetailedChoices = 1000;
const mostWholeChoices = 10_000;
/** Of each shape, however many there are. Twice as many where parts may be turned over, which fits otherwise. */
const fewOrientations = 4;
/** Most seconds for the no-fit polygons of all pairs of detailed outlines, and of simplified ones that come near each other. */
const mostEffort = { detailed: 20, simplified: 200 };
/** Of more shapes than this, each comes near so many. */
const nearShapes = 150;

/** The variants of every shape in the overlap search: those of the constructions, or more where these take too few. */
export function overlapChoices(problem: Problem, choices: Choices): (shape: Shape) => readonly Variant[] {
  const { shapes, orientations } = problem;
  const sides = orientations.some(({ flipped }) => flipped) ? 2 : 1;
  const most = Math.max(choices.perShape, fewOrientations * sides);
  const hasMore = shapes.length * Math.min(mostOrientations(shapes), fewOrientations) <= mostWholeChoices;
  const chosen = (shape: Shape): readonly Variant[] =>
    hasMore ? differing(problem, shape, bestOrientations(problem, shape, shape.source.ring, most)) : choices.of(shape);
  return (shape) => [...chosen(shape), ...shape.tilts.map((orientation) => problem.variant(shape, orientation))];
}

/** Whether so many shapes in one search have too many orientations for an overlap search. */
export function hasManyOrientations({ problem, ground, best, poll }: SearchContext, together: number): boolean {
  if (together <= mostTypesFor(problem.orientations.length ** 2)) return false;
  const known = new Set(best.placed.map(({ variant }) => variant.orientation));
  const choicesOf = overlapChoices(problem, ground.choices);
  for (const shape of problem.shapes) {
    poll();
    for (const { orientation } of choicesOf(shape)) known.add(orientation);
  }
  const { differences } = orientationsAmong([...known].map((orientation) => problem.orientations[orientation]!));
  return together > mostTypesFor(differences.length);
}

/**
 * The outlines of shapes for the overlap search, in grid units: detailed, else simplified, else the outlines of
 * constructions, whichever leaves time to search. Calls `poll` at least every few milliseconds.
 */
export function overlapOutlines(problem: Problem, shapes: readonly Shape[], poll: () => void): readonly Ring[] {
  const choices = shapes.length * Math.min(mostOrientations(shapes), mostChoices);
  const angles = Math.min(problem.orientations.length, fewOrientations);
  if (choices <= mostDetailedChoices) {
    const detailed = shapes.map((shape) => {
      poll();
      const { maxX, maxY } = boxOf(shape.source.ring);
      const tolerance = Math.min(problem.request.curveTolerance, gentleShare * Math.min(maxX, maxY));
      return shape.detailed(tolerance * problem.frame.scale);
    });
    if (noFitEffort(detailed, angles) <= mostEffort.detailed) return detailed;
  }
  if (choices <= mostWholeChoices) {
    const simplified = shapes.map((shape) => shape.simplified);
    const near = Math.min(1, nearShapes / shapes.length);
    if (near * noFitEffort(simplified, angles) <= mostEffort.simplified) return simplified;
  }
  return shapes.map((shape) => shape.outlines(0).outline);
}
