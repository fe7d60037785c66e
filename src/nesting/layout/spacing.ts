/** The distance that two parts keep: the larger spacing of both, and the request's minimum distance at least. */

import type { NestRequest, Polygon } from '../request.js';

type Distances = Pick<NestRequest, 'minDistance'>;

/** The least distance of a part to every other one, in units of the request. */
export function distanceOf({ minDistance }: Distances, { spacing = 0 }: Pick<Polygon, 'spacing'>): number {
  return Math.max(minDistance, spacing);
}

/** The least and the greatest of these distances over all parts of a request. */
export function distanceRange(request: Pick<NestRequest, 'minDistance' | 'polygons'>): { least: number; most: number } {
  let [least, most] = [Infinity, request.minDistance];
  for (const polygon of request.polygons) {
    const distance = distanceOf(request, polygon);
    least = Math.min(least, distance);
    most = Math.max(most, distance);
  }
  return { least: Math.min(least, most), most };
}
