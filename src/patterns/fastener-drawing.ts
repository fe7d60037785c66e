/** The signs of buttons, buttonholes, snaps and eyelets, in their real size. */

import { circle, type DrawnShape, polyline } from '../drawing/drawing.js';
import type { Point } from '../geometry/point.js';
import type { Fastener } from './draft.js';

const style = { stroke: '#7c3aed', strokeWidth: 0.6 };
const layer = 'fasteners';

/** The inside tells round fasteners apart: a cross, a dot, a ring. */
export function fastenerShapes({ kind, angle, size }: Fastener, at: Point): DrawnShape[] {
  const radius = size / 2;
  if (kind === 'buttonhole') return barred(at, angle, radius);
  const rim = circle(at, radius, layer, style);
  switch (kind) {
    case 'button':
      return [rim, ...[45, -45].map((turn) => stroke(at, turn, 0.5 * radius, 0))];
    case 'snap-stud':
      return [rim, circle(at, 0.4 * radius, layer, { ...style, fill: style.stroke })];
    case 'snap-socket':
      return [rim, circle(at, 0.5 * radius, layer, style)];
    case 'eyelet':
      return [rim, circle(at, 0.75 * radius, layer, style)];
  }
}

/** The slit, with a bar at each end. */
function barred(at: Point, angle: number, reach: number): DrawnShape[] {
  const bar = Math.min(1.5, reach / 2);
  return [stroke(at, angle, reach, 0), ...[-reach, reach].map((along) => stroke(at, angle + 90, bar, along))];
}

/** @param aside mm to the right, seen along the stroke, in mm */
function stroke([x, y]: Point, degrees: number, reach: number, aside: number): DrawnShape {
  const radians = (degrees * Math.PI) / 180;
  const [ux, uy] = [Math.cos(radians), Math.sin(radians)];
  const [mx, my] = [x - aside * uy, y + aside * ux];
  const ends: Point[] = [
    [mx - reach * ux, my - reach * uy],
    [mx + reach * ux, my + reach * uy],
  ];
  return polyline(ends, layer, style);
}
