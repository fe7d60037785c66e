/** Points and directions in the plane, y down: the parts of point and curve operations. */
import type { Point } from '../../geometry/point.js';
import { GeometryError } from './operation.js';

/** Unit vector at an angle in degrees: 0 to the right, 90 down; exact at right angles. */
export function direction(degrees: number): Point {
  const turn = ((degrees % 360) + 360) % 360;
  if (turn % 90 === 0)
    return (
      [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ] as const
    )[turn / 90]!;
  const radians = (turn * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}

export const along = ([x, y]: Point, [dx, dy]: Point, length: number): Point => [x + dx * length, y + dy * length];

export const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** Unit vector from one point to another. */
export function towards(from: Point, to: Point): Point {
  const length = distance(from, to);
  if (length < 1e-9) throw new GeometryError('the two points lie on each other, so they give no direction');
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}

/** A quarter turn towards larger angles. */
export const perpendicular = ([x, y]: Point): Point => [-y, x];

/** Where the endless lines through p along u and through q along v (unit vectors) meet. */
export function lineMeet(p: Point, u: Point, q: Point, v: Point): Point {
  const sine = u[0] * v[1] - u[1] * v[0];
  if (Math.abs(sine) < 1e-9) throw new GeometryError('the lines are parallel');
  const length = ((q[0] - p[0]) * v[1] - (q[1] - p[1]) * v[0]) / sine;
  return along(p, u, length);
}

/** The point of the endless line through a and b nearest to p. */
export function footOn(p: Point, a: Point, b: Point): Point {
  const u = towards(a, b);
  return along(a, u, (p[0] - a[0]) * u[0] + (p[1] - a[1]) * u[1]);
}

export function reflect(p: Point, a: Point, b: Point): Point {
  const foot = footOn(p, a, b);
  return [2 * foot[0] - p[0], 2 * foot[1] - p[1]];
}

export function turn(p: Point, center: Point, degrees: number): Point {
  const [cos, sin] = direction(degrees);
  const [x, y] = [p[0] - center[0], p[1] - center[1]];
  return [center[0] + x * cos - y * sin, center[1] + x * sin + y * cos];
}
