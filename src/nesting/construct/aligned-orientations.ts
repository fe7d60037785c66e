/**
 * Chooses the orientations of a shape to try when time is too short for all. The best ones lay much of its outline, or
 * of its hull, along the sheet or across it. Shapes in such orientations also lie well against each other.
 */

import { convexHull } from '../../geometry/convex-hull.js';
import type { Orientation } from '../../geometry/orientation.js';
import type { Ring } from '../../geometry/ring.js';

/** Edges count less the farther they turn from the sheet's axes, and nothing from here on (degrees). */
const reach = 2;
/** Rotations nearer to each other than this (degrees) count as one. */
const apart = 8;
/** An orientation must lay more than this share of the best one's length along the axes. */
const leastShare = 0.1;
/** Steps of a quarter turn in which directions are counted. */
const steps = 360;

/** Indices of at most `most` of the orientations, best first; none where no orientation lays any edge along an axis. */
export function alignedOrientations(outline: Ring, orientations: readonly Orientation[], most: number): number[] {
  const lengths = new Float64Array(steps);
  for (const ring of [outline, convexHull(outline)]) count(ring, lengths);
  const scores = orientations.map((orientation) => along(lengths, orientation));
  const order = scores.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]! || a - b);
  const least = leastShare * scores[order[0]!]!;
  const chosen: number[] = [];
  for (const i of order) {
    if (chosen.length === most || scores[i]! <= least) break;
    if (chosen.every((k) => differ(orientations[i]!, orientations[k]!))) chosen.push(i);
  }
  return chosen;
}

const stepOf = (degrees: number): number => Math.round((degrees * steps) / 90);
const around = (step: number): number => ((step % steps) + steps) % steps;

/** Adds the length of every edge to its direction, modulo quarter turns. */
function count(ring: Ring, lengths: Float64Array): void {
  for (let i = 0; i < ring.length; i += 2) {
    const dx = ring[(i + 2) % ring.length]! - ring[i]!;
    const dy = ring[(i + 3) % ring.length]! - ring[i + 1]!;
    lengths[around(stepOf((Math.atan2(dy, dx) * 180) / Math.PI))]! += Math.hypot(dx, dy);
  }
}

/** The weighted length of the outline along an axis in an orientation. */
function along(lengths: Float64Array, { degrees, flipped }: Orientation): number {
  // an edge of this direction lies along an axis in the orientation
  const direction = stepOf(flipped ? degrees : -degrees);
  const width = stepOf(reach);
  let sum = 0;
  for (let off = -width; off <= width; off++) {
    sum += (1 - Math.abs(off) / (width + 1)) * lengths[around(direction + off)]!;
  }
  return sum;
}

function differ(a: Orientation, b: Orientation): boolean {
  const difference = Math.abs(a.degrees - b.degrees) % 360;
  return a.flipped !== b.flipped || Math.min(difference, 360 - difference) >= apart;
}
