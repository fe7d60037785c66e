/** What both overlap searches take from a problem: outlines grown by half of the minimum distance, and angles. */

import { grownRound } from '../../geometry/offset.js';
import { positive, type Ring, signedArea } from '../../geometry/ring.js';
import type { Problem } from '../layout/problem.js';

/** Corners of grown outlines may stick out by this share of half the minimum distance: few edges search faster. */
const cornerOvershoot = 0.05;

/** The outer ring of the grown outline: pockets that the growth has closed stay closed. */
export function grownOutline(outline: Ring, growth: number): Ring {
  const rings = grownRound(positive(outline), growth, cornerOvershoot);
  return rings.reduce((largest, ring) => (signedArea(ring) > signedArea(largest) ? ring : largest));
}

/**
 * Degrees of a turn as the frame sees it, where turning over is x to -x as well. The frame may mirror the sheet: rotations
 * then go the other way round; and where it swaps the axes, turning over becomes y to -y.
 */
export function frameDegrees({ frame, turns }: Problem, turn: number): number {
  const { degrees, mirrored } = turns[turn]!;
  const isMirrored = frame.ax * frame.by - frame.ay * frame.bx < 0;
  return (isMirrored ? -degrees : degrees) + (mirrored && frame.ax === 0 ? 180 : 0);
}
