/** By how much outlines grow for an overlap search: by half of the distance that all parts keep, and by its own rounding. */

import { smallerSide } from '../layout/frame.js';
import type { Problem } from '../layout/problem.js';

/** Two parts of a search may overlap by this share of the height of its highest sheet. */
const searchRounding = 1.1e-7;
/** The exact check lets them overlap by this share of the smaller side of the first sheet. */
const checkRounding = 2e-7;

/**
 * In grid units. On sheets much higher than the smaller side of the first one, the check would else refuse layouts for the
 * rounding of the search.
 */
export function growthOf({ request, sheets, clearance, frame }: Problem): number {
  const highest = Math.max(...sheets.map(({ shape: { room } }) => room.maxY - room.minY)) + clearance;
  const excess = searchRounding * highest - checkRounding * smallerSide(request) * frame.scale;
  return (clearance + Math.max(0, excess)) / 2;
}
