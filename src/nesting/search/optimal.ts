/** When a layout is provably as good as any: what its goal cannot fall below. */

import type { Layout } from '../layout/layout.js';
import type { Measures } from '../layout/measure.js';
import type { Part, Problem } from '../layout/problem.js';

/** Shares of a bound that count as rounding. */
const rounding = 1e-9;

/** True only where no other layout can be better. Only layouts of a single sheet are judged. */
export function isProvablyOptimal(problem: Problem, layout: Layout, measures: Measures): boolean {
  if (layout.unplaced.some((part) => !fitsNowhere(problem, part))) return false;
  if (layout.placed.length === 0) return true;
  if (measures.sheets !== 1) return false;
  return measures.goal <= lowerBound(problem, layout) * (1 + rounding);
}

/** Of the goal of every layout that places the same parts on one sheet. */
function lowerBound(problem: Problem, layout: Layout): number {
  const area = layout.placed.reduce((sum, { part }) => sum + part.shape.area, 0);
  if (problem.request.optimization.type === 'area') return area;
  const { scale } = problem.frame;
  const widest = Math.max(...problem.sheets.map(({ shape }) => (shape.room.maxY - shape.room.minY) / scale));
  let bound = area / widest;
  for (const { part } of layout.placed) {
    let shortest = Infinity;
    for (const { box } of problem.everyRotation(part.shape)) shortest = Math.min(shortest, box.maxX - box.minX);
    bound = Math.max(bound, shortest / scale);
  }
  return bound;
}

/** Whether the part's box is larger than every room at every rotation. */
function fitsNowhere(problem: Problem, part: Part): boolean {
  return problem.everyRotation(part.shape).every(({ box }) =>
    problem.sheets.every(({ shape: { room } }) => {
      const slack = 2;
      return box.maxX - box.minX > room.maxX - room.minX + slack || box.maxY - box.minY > room.maxY - room.minY + slack;
    }),
  );
}
