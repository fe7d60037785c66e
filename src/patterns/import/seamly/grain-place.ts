/**
 * Finds a place for a grainline inside a piece. Its direction comes from the source. Its place has no meaning there: the
 * file gives it in screen coordinates. So the line goes half way between two points of the outline, where most room is.
 */

import type { Point } from '../../../geometry/point.js';
import { depthIn } from '../../on-loop.js';
import type { Loop } from '../../region.js';

/** A point of the outline: its name in the definition, and its place in the definition's unit. */
export interface GrainPoint {
  readonly name: string;
  readonly at: Point;
}

/** The search tries all pairs of at most this many points of the outline. */
const mostPoints = 24;

/** The share of the free length on both sides that the grainline takes. */
const share = 0.8;

/**
 * The two ends as formulas, or null if no such place lies inside.
 *
 * @param angle a formula for degrees, clockwise
 * @param outline in mm
 * @param mm in one unit of the definition
 */
export function grainPlace(
  angle: string,
  points: readonly GrainPoint[],
  outline: Loop,
  mm: number,
): { from: { x: string; y: string }; to: { x: string; y: string } } | null {
  let best = { depth: 0, a: '', b: '' };
  const stride = Math.ceil(points.length / mostPoints);
  const tried = points.filter((_, i) => i % stride === 0);
  for (const [i, { name: a, at: p }] of tried.entries()) {
    for (const { name: b, at: q } of tried.slice(i + 1)) {
      const depth = depthIn(outline, [((p[0] + q[0]) / 2) * mm, ((p[1] + q[1]) / 2) * mm]);
      if (depth > best.depth) best = { depth, a, b };
    }
  }
  const { depth, a, b } = best;
  if (depth <= 0) return null;
  const half = Math.round((depth * share * 1000) / mm) / 1000;
  const end = (sign: '+' | '-'): { x: string; y: string } => ({
    x: `(x(${a}) + x(${b})) / 2 ${sign} cos(${angle}) * ${half}`,
    y: `(y(${a}) + y(${b})) / 2 ${sign} sin(${angle}) * ${half}`,
  });
  return { from: end('-'), to: end('+') };
}
