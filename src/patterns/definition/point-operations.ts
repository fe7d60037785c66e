/** The ways to construct a point. Angles in degrees from x to the right over y down; lengths in the definition's unit. */
import type { Point } from '../../geometry/point.js';
import { contactOperations } from './contact-operations.js';
import { GeometryError, type Operation, operation, operationWith } from './operation.js';
import { along, direction, distance, footOn, lineMeet, perpendicular, reflect, towards, turn } from './plane.js';

export const pointOperations: Readonly<Record<string, Operation<Point>>> = {
  /** At coordinates. */
  xy: operation({ x: 'number', y: 'number' }, ({ x, y }) => [x, y]),
  /** Moved from a point by two distances. */
  offset: operation({ from: 'point', dx: 'number', dy: 'number' }, ({ from, dx, dy }) => [from[0] + dx, from[1] + dy]),
  /** At an angle and a length from a point. */
  polar: operation({ from: 'point', angle: 'number', length: 'number' }, ({ from, angle, length }) =>
    along(from, direction(angle), length),
  ),
  /** The share t of the way from a to b; below 0 and above 1 beyond them. */
  between: operation({ a: 'point', b: 'point', t: 'number' }, ({ a, b, t }) => [
    a[0] + t * (b[0] - a[0]),
    a[1] + t * (b[1] - a[1]),
  ]),
  /** A length from one point towards another. */
  alongLine: operation({ from: 'point', to: 'point', length: 'number' }, ({ from, to, length }) =>
    along(from, towards(from, to), length),
  ),
  /** Square to the way from `from` to `to`, at `from`; positive lengths a quarter turn towards larger angles. */
  normal: operation({ from: 'point', to: 'point', length: 'number' }, ({ from, to, length }) =>
    along(from, perpendicular(towards(from, to)), length),
  ),
  /** On the line that halves the angle a - corner - b. */
  bisector: operation({ a: 'point', corner: 'point', b: 'point', length: 'number' }, ({ a, corner, b, length }) => {
    const [u, v] = [towards(corner, a), towards(corner, b)];
    const sum: Point = [u[0] + v[0], u[1] + v[1]];
    const half = Math.hypot(...sum) < 1e-9 ? perpendicular(u) : towards([0, 0], sum);
    return along(corner, half, length);
  }),
  /** Where the endless lines a-b and c-d meet. */
  intersectLines: operation({ a: 'point', b: 'point', c: 'point', d: 'point' }, ({ a, b, c, d }) =>
    lineMeet(a, towards(a, b), c, towards(c, d)),
  ),
  /** Where the axis through a point at an angle meets the endless line a-b. */
  intersectLineAxis: operation({ from: 'point', angle: 'number', a: 'point', b: 'point' }, ({ from, angle, a, b }) =>
    lineMeet(a, towards(a, b), from, direction(angle)),
  ),
  /** The point of the endless line a-b nearest to `from`. */
  foot: operation({ from: 'point', a: 'point', b: 'point' }, ({ from, a, b }) => footOn(from, a, b)),
  /** Where the endless line a-b cuts a circle: the first or the last place on the way from a to b. */
  circleLine: operation(
    { center: 'point', radius: 'number', a: 'point', b: 'point', pick: 'first|last' },
    ({ center, radius, a, b, pick }) => {
      const u = towards(a, b);
      const foot = footOn(center, a, b);
      const half = halfChord(Math.abs(radius), distance(center, foot), 'the circle does not reach the line');
      return along(foot, u, pick === 'first' ? -half : half);
    },
  ),
  /** Where two circles cut: to the left or the right, on the page, of the way from a to b. */
  circleCircle: operation(
    { a: 'point', radiusA: 'number', b: 'point', radiusB: 'number', side: 'left|right' },
    ({ a, radiusA, b, radiusB, side }) => {
      const u = towards(a, b);
      const d = distance(a, b);
      const reach = (d * d + radiusA * radiusA - radiusB * radiusB) / (2 * d);
      const half = halfChord(Math.abs(radiusA), Math.abs(reach), 'the circles do not meet');
      return along(along(a, u, reach), perpendicular(u), side === 'left' ? -half : half);
    },
  ),
  /** Where a tangent from a point touches a circle: to the left or the right, on the page, of the way to its centre. */
  tangent: operation(
    { from: 'point', center: 'point', radius: 'number', side: 'left|right' },
    ({ from, center, radius, side }) => {
      const d = distance(from, center);
      if (d < Math.abs(radius)) throw new GeometryError('the point lies inside the circle, so no tangent leaves it');
      const angle = (Math.asin(Math.min(1, Math.abs(radius) / d)) * 180) / Math.PI;
      const reach = Math.sqrt(Math.max(0, d * d - radius * radius));
      return along(from, towards(from, turn(center, from, side === 'left' ? -angle : angle)), reach);
    },
  ),
  /** x of one point, y of another. */
  xyOf: operation({ x: 'point', y: 'point' }, ({ x, y }) => [x[0], y[1]]),
  /** On a curve: at a length from its start (negative: from its end), or at a share t of its length. */
  onCurve: operationWith({ curve: 'curve' }, { length: 'number', t: 'number' }, ({ curve, length, t }) => {
    if ((length === undefined) === (t === undefined)) throw new GeometryError('needs either a length or a share t');
    const at = length === undefined ? t! * curve.length : length < 0 ? curve.length + length : length;
    if (at < -1e-6 || at > curve.length + 1e-6) throw new GeometryError('lies beyond the ends of the curve');
    return curve.pointAt(at);
  }),
  /** Where the axis through a point at an angle crosses a curve, nearest to the point. */
  curveAxis: operation({ curve: 'curve', from: 'point', angle: 'number' }, ({ curve, from, angle }) => {
    const places = curve.crossings(from, direction(angle));
    if (places.length === 0) throw new GeometryError('the axis does not cross the curve');
    return places.reduce((best, place) => (distance(from, place) < distance(from, best) ? place : best));
  }),
  ...contactOperations,
  /** The mirror image in the line a-b. */
  mirror: operation({ point: 'point', a: 'point', b: 'point' }, ({ point, a, b }) => reflect(point, a, b)),
  /** Turned about a centre. */
  rotate: operation({ point: 'point', center: 'point', angle: 'number' }, ({ point, center, angle }) =>
    turn(point, center, angle),
  ),
  /** Moved as far as `to` lies from `from`. */
  move: operation({ point: 'point', from: 'point', to: 'point' }, ({ point, from, to }) => [
    point[0] + to[0] - from[0],
    point[1] + to[1] - from[1],
  ]),
};

function halfChord(radius: number, distanceOfChord: number, failure: string): number {
  const square = radius * radius - distanceOfChord * distanceOfChord;
  // a circle that just touches may miss by a rounding error
  if (square < -1e-9 * Math.max(1, radius * radius)) throw new GeometryError(failure);
  return Math.sqrt(Math.max(0, square));
}
