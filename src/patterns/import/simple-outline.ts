/** One simple outline out of the lines of a boundary. */

import { chainLines } from '../../geometry/chain.js';
import { outlineFault } from '../../geometry/outline-fault.js';
import type { Point } from '../../geometry/point.js';
import { loopArea, positive, simpleOuter, unite } from '../region.js';

/** Ends of boundary lines this near, mm, belong together: CAD programs split boundaries at turn points. */
const jointTolerance = 0.5;
const leastArea = 1;

/** Lines joined where their ends meet, the one round the largest area first. */
export const chained = (lines: readonly (readonly Point[])[]): Point[][] =>
  chainLines(lines, jointTolerance).sort((a, b) => Math.abs(loopArea(b)) - Math.abs(loopArea(a)));

/** The largest closed outline that lines form together; cleaned where it crosses itself. Null: there is none. */
export function simpleOutline(lines: readonly (readonly Point[])[]): Point[] | null {
  const [largest] = chained(lines);
  if (!largest || Math.abs(loopArea(largest)) < leastArea) return null;
  if (!outlineFault(largest)) return largest;
  const clean = simpleOuter(unite([positive(largest)]));
  return clean ? [...clean] : null;
}
