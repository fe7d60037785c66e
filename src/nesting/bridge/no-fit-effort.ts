/** Estimates the time for no-fit polygons before any is made. */
import type { Ring } from '../../geometry/ring.js';

/** Measured time of the union of a convolution, for each pair of its segments. */
const secondsPerPairOfSegments = 4e-9;

/**
 * Estimated seconds for the no-fit polygons of all pairs of outlines at `angles` angles between them. The convolution
 * of two has a segment for each edge of one and each time that the other turns past its direction.
 */
export function noFitEffort(outlines: readonly Ring[], angles: number): number {
  const edges = outlines.map((ring) => ring.length / 2);
  const rounds = outlines.map(roundsOf);
  let sum = 0;
  for (let i = 0; i < outlines.length; i++) {
    for (let j = i; j < outlines.length; j++) sum += (edges[i]! * rounds[j]! + edges[j]! * rounds[i]!) ** 2;
  }
  return sum * angles * secondsPerPairOfSegments;
}

/** Number of full circles by which an outline turns, left and right counted alike: one if it is convex. */
function roundsOf(ring: Ring): number {
  const n = ring.length;
  let turning = 0;
  for (let i = 0; i < n; i += 2) {
    const j = (i + 2) % n;
    const k = (i + 4) % n;
    const [ux, uy] = [ring[j]! - ring[i]!, ring[j + 1]! - ring[i + 1]!];
    const [vx, vy] = [ring[k]! - ring[j]!, ring[k + 1]! - ring[j + 1]!];
    turning += Math.abs(Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy));
  }
  return turning / (2 * Math.PI);
}
