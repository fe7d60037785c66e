/** Joins the lines of a boundary into one simple outline. */

import { isTooWide } from '../../drawing/closed-outlines.js';
import { chainLines } from '../../geometry/chain.js';
import { outlineFault } from '../../geometry/outline-fault.js';
import type { Point } from '../../geometry/point.js';
import { loopArea, positive, simpleOuter, unite } from '../region.js';

/** Ends of boundary lines this close, in mm, belong together: CAD programs split boundaries at turn points. */
const jointTolerance = 0.5;
const leastArea = 1;

/** Lines joined where their ends meet. The line round the largest area comes first. */
export const chained = (lines: readonly (readonly Point[])[]): Point[][] =>
  chainLines(lines, jointTolerance).sort((a, b) => Math.abs(loopArea(b)) - Math.abs(loopArea(a)));

/**
 * The largest closed outline that the lines form, cleaned if it crosses itself; null if they form none, or one over 1 km
 * wide.
 */
export function simpleOutline(lines: readonly (readonly Point[])[]): Point[] | null {
  const [largest] = chained(lines);
  if (!largest || isTooWide(largest) || Math.abs(loopArea(largest)) < leastArea) return null;
  if (!outlineFault(largest)) return largest;
  const clean = simpleOuter(unite([positive(largest)]));
  return clean ? [...clean] : null;
}
