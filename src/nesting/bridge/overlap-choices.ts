/** The shapes of a problem as the overlap searches know them: in more orientations and in more detail than constructions do. */

import { boxOf, type Ring } from '../../geometry/ring.js';
import { type Choices, differing, mostChoices, mostOrientations } from '../construct/choices.js';
import { gentleShare } from '../layout/curve-tolerance.js';
import type { Problem, Variant } from '../layout/problem.js';
import type { Shape } from '../layout/shape.js';
import { noFitEffort } from './no-fit-effort.js';

/**
 * The overlap search makes no-fit polygons for those only that come near each other, and of plainer outlines: of so many
 * choices in all it takes outlines as they are, and every orientation of shapes with few.
 */
const mostDetailedChoices = 1000;
const fewOrientations = 4;
/** Seconds for the no-fit polygons of all of them. */
const mostEffort = 20;

/** Whether there are so few choices that outlines may have all their detail. */
function isDetailed({ shapes }: Problem): boolean {
  return shapes.length * Math.min(mostOrientations(shapes), mostChoices) <= mostDetailedChoices;
}

/** The variants of a shape that the overlap search has. */
export function overlapChoices(problem: Problem, choices: Choices, shape: Shape): readonly Variant[] {
  if (!isDetailed(problem) || shape.orientations.length > fewOrientations) return choices.of(shape);
  return differing(problem, shape, shape.orientations);
}

/**
 * The outlines of shapes for the overlap search, in grid units: with all their detail, or as simple as constructions need
 * them, or as these have them, whichever leaves time to search. `poll` is called at least every few milliseconds.
 */
export function overlapOutlines(problem: Problem, shapes: readonly Shape[], poll: () => void): readonly Ring[] {
  const common = shapes.map((shape) => shape.outlines(0).outline);
  if (!isDetailed(problem)) return common;
  const detailed = shapes.map((shape) => {
    poll();
    const { maxX, maxY } = boxOf(shape.source.ring);
    const tolerance = Math.min(problem.request.curveTolerance, gentleShare * Math.min(maxX, maxY));
    return shape.detailed(tolerance * problem.frame.scale);
  });
  const angles = Math.min(problem.orientations.length, fewOrientations);
  const isQuick = (outlines: readonly Ring[]): boolean => noFitEffort(outlines, angles) <= mostEffort;
  return [detailed, shapes.map(({ simplified }) => simplified)].find(isQuick) ?? common;
}
