/** Arcs of circles and ellipses as points that lie on them. */

import type { Point } from './point.js';

/** `center + cos(t) major + sin(t) minor`, t from `start` over `sweep`; radians. The half axes are at right angles. */
export interface EllipseArc {
  readonly center: Point;
  readonly major: Point;
  readonly minor: Point;
  readonly start: number;
  readonly sweep: number;
}

/** A hostile radius must not fill the memory. */
const mostSteps = 20_000;

/** Both ends included; the chords stray from the arc by at most `tolerance`. */
export function ellipseArcPoints({ center, major, minor, start, sweep }: EllipseArc, tolerance: number): Point[] {
  const radius = Math.max(Math.hypot(...major), Math.hypot(...minor));
  // the sagitta r (1 - cos(step / 2)) of the larger radius bounds that of the ellipse, a squeezed circle
  const step = Math.min(Math.PI / 4, 4 * Math.asin(Math.sqrt(Math.min(1, tolerance / (2 * radius)))));
  const steps = Math.min(mostSteps, Math.max(1, Math.ceil(Math.abs(sweep) / step)));
  // steps of quarters let a whole turn reach as far as the true curve on all four sides
  const count = Math.abs(sweep) === 2 * Math.PI ? 4 * Math.ceil(steps / 4) : steps;
  return Array.from({ length: count + 1 }, (_, i) => {
    const t = start + (sweep * i) / count;
    const [cos, sin] = [Math.cos(t), Math.sin(t)];
    return [center[0] + cos * major[0] + sin * minor[0], center[1] + cos * major[1] + sin * minor[1]];
  });
}

export const circleArc = (center: Point, radius: number, start: number, sweep: number): EllipseArc => ({
  center,
  major: [radius, 0],
  minor: [0, radius],
  start,
  sweep,
});
