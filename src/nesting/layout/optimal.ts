/** Proves that a layout is as good as any, by a lower bound of its goal. */

import { hasCosts } from './cost.js';
import type { Layout } from './layout.js';
import type { Measures } from './measure.js';
import type { Part, Problem } from './problem.js';
import type { Shape } from './shape.js';

/** Share of a bound that counts as rounding. */
const rounding = 1e-9;

/** True only where no other layout can be better. False for every layout on several sheets, or on sheets with costs. */
export function isProvablyOptimal(problem: Problem, layout: Layout, measures: Measures): boolean {
  // Tilted, a part may fit a sheet between two tried rotations.
  if (layout.unplaced.some((part) => part.shape.rotationTolerance > 0 || !fitsNowhere(problem, part))) return false;
  if (layout.placed.length === 0) return true;
  if (measures.sheets !== 1 || hasCosts(problem.request)) return false;
  return measures.goal <= lowerBound(problem, layout) * (1 + rounding);
}

/** Lower bound of the goal of every layout that places the same parts on one sheet. */
function lowerBound(problem: Problem, layout: Layout): number {
  const area = layout.placed.reduce((sum, { part }) => sum + part.shape.area, 0);
  if (problem.request.optimization.type === 'area') return area;
  const { scale } = problem.frame;
  const widest = Math.max(...problem.sheets.map(({ shape }) => (shape.room.maxY - shape.room.minY) / scale));
  let bound = area / widest;
  const shapes = new Set(layout.placed.map(({ part }) => part.shape));
  for (const shape of shapes)
    if (shape.rotationTolerance === 0) bound = Math.max(bound, shortestExtent(problem, shape) / scale);
  return bound;
}

const knownExtents = new WeakMap<Shape, number>();

/** The smallest extent along of a shape over all its orientations, in grid units. */
function shortestExtent(problem: Problem, shape: Shape): number {
  let shortest = knownExtents.get(shape);
  if (shortest === undefined) {
    shortest = shape.orientations.reduce(
      (least, orientation) => Math.min(least, problem.extents(shape, orientation)[0]),
      Infinity,
    );
    knownExtents.set(shape, shortest);
  }
  return shortest;
}

/** Whether the part's box is larger than every room in every orientation. */
function fitsNowhere(problem: Problem, part: Part): boolean {
  return problem.fittingOrientations(part.shape).length === 0;
}
