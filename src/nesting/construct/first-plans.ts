/** The best of these plans makes the first layout. They depend on the request alone, never on a seed. */

import type { Problem } from '../layout/problem.js';
import { largestFirst, type Plan } from './plan.js';

/** A construction fills about this share of the area that it occupies. */
const usualDensity = 0.75;

/** Largest area first. Where the occupied area counts, also in a column that comes out about square. */
export function firstPlans(problem: Problem): Plan[] {
  const plan = largestFirst(problem);
  if (problem.request.optimization.type === 'length') return [plan];
  const area = problem.parts.reduce((sum, { shape }) => sum + shape.area, 0) / usualDensity;
  const width = problem.sheets[0]!.shape.width;
  const square = Math.sqrt(area) / width;
  return square < 1 ? [plan, { ...plan, width: square }] : [plan];
}
