/** The shapes of a problem for the overlap searches: in more orientations and more detail than for constructions. */

import { boxOf, type Ring } from '../../geometry/ring.js';
import { type Choices, differing, mostChoices, mostOrientations } from '../construct/choices.js';
import { gentleShare } from '../layout/curve-tolerance.js';
import type { Problem, Variant } from '../layout/problem.js';
import type { Shape } from '../layout/shape.js';
import { noFitEffort } from './no-fit-effort.js';

/**
 * The overlap search makes no-fit polygons only for pairs that come near each other, and of plainer outlines. So it
 * takes detailed outlines for up to this many choices, and every orientation of shapes with few.
 */
const mostDetailedChoices = 1000;
const fewOrientations = 4;
/** Most seconds for the no-fit polygons of all choices. */
const mostEffort = 20;

/** Whether the choices are few enough for detailed outlines. */
function isDetailed({ shapes }: Problem): boolean {
  return shapes.length * Math.min(mostOrientations(shapes), mostChoices) <= mostDetailedChoices;
}

/** The variants of a shape in the overlap search. */
export function overlapChoices(problem: Problem, choices: Choices, shape: Shape): readonly Variant[] {
  const tilted = shape.tilts.map((orientation) => problem.variant(shape, orientation));
  if (!isDetailed(problem) || shape.orientations.length > fewOrientations) return [...choices.of(shape), ...tilted];
  return [...differing(problem, shape, shape.orientations), ...tilted];
}

/**
 * The outlines of shapes for the overlap search, in grid units: detailed, else simplified, else the outlines of
 * constructions, whichever leaves time to search. Calls `poll` at least every few milliseconds.
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
