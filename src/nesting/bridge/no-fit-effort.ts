/** How long no-fit polygons take, before any is made. */
import type { Ring } from '../../geometry/ring.js';

/** Measured: the union of a convolution takes about so long for each pair of its segments. */
const secondsPerPairOfSegments = 4e-9;

/**
 * Estimated seconds for the no-fit polygons of all pairs of outlines at so many angles between them. The convolution of
 * two has a segment for each edge of one and each time that the other turns past its direction.
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

/** How many times an outline turns by a whole circle, there and back counted alike: once where it is convex. */
function roundsOf(ring: Ring): number {
  const n = ring.length;
  let turned = 0;
  for (let i = 0; i < n; i += 2) {
    const j = (i + 2) % n;
    const k = (i + 4) % n;
    const [ux, uy] = [ring[j]! - ring[i]!, ring[j + 1]! - ring[i + 1]!];
    const [vx, vy] = [ring[k]! - ring[j]!, ring[k + 1]! - ring[j + 1]!];
    turned += Math.abs(Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy));
  }
  return turned / (2 * Math.PI);
}
