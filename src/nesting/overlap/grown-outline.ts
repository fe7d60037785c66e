/** Outlines grown by half of a distance, as the overlap searches see them. */

import { grownRound } from '../../geometry/offset.js';
import { positive, type Ring, signedArea } from '../../geometry/ring.js';

/** Corners of grown outlines may stick out by this share of half the minimum distance: fewer edges search faster. */
export const cornerOvershoot = 0.05;

/** The outer ring of the grown outline: pockets closed by the growth stay closed. */
export function grownOutline(outline: Ring, growth: number): Ring {
  const rings = grownRound(positive(outline), growth, cornerOvershoot);
  return rings.reduce((largest, ring) => (signedArea(ring) > signedArea(largest) ? ring : largest));
}
