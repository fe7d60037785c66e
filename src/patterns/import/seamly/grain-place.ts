/**
 * A place for a grainline inside a piece. Its direction is the source's; where it lies has no meaning, and is told there in
 * coordinates of the screen. So it goes half way between two points of the outline, where there is most room.
 */

import type { Point } from '../../../geometry/point.js';
import { depthIn } from '../../finish-piece.js';
import type { Loop } from '../../region.js';

/** A point of the outline by its name in the definition, in its unit. */
export interface GrainPoint {
  readonly name: string;
  readonly at: Point;
}

/** So many points of the outline are tried, two by two. */
const mostPoints = 24;

/** A grainline takes this share of the room on both sides. */
const share = 0.8;

/**
 * Null where no such place is inside.
 *
 * @param angle formula, degrees with the clock
 * @param outline in mm
 * @param mm of one unit of the definition
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
