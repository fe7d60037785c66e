/** Chooses the openings of parts that a search sees. */

import { positive, type Ring, ringOf, signedArea } from '../../geometry/ring.js';
import type { NestRequest } from '../request.js';
import type { ShapeSource } from './shape.js';

/** The openings for the search: large enough for a part or a keep-out, and not too many. The others are filled. */
export function usefulOpenings(sources: readonly ShapeSource[], { bins }: NestRequest, most: number) {
  const keepOuts = bins.flatMap(({ holes }) => holes.map(({ points }) => positive(ringOf(points))));
  const all = [...sources.map(({ ring }) => ring), ...keepOuts];
  const smallest = all.reduce((least, ring) => Math.min(least, signedArea(ring)), Infinity);
  return ({ openings }: ShapeSource): Ring[] =>
    openings
      .filter((opening) => -signedArea(opening) >= smallest)
      .sort((a, b) => signedArea(a) - signedArea(b))
      .slice(0, most);
}
