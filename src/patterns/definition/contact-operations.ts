/**
 * Points where circles, arcs and axes meet. The choice is by their place: on a segment, beyond it, on given arcs,
 * ahead. Angles in degrees from x to the right over y down; lengths in the definition's unit.
 */

import type { Curve } from '../../geometry/curve.js';
import { curveCrossings } from '../../geometry/curve-crossings.js';
import type { Point } from '../../geometry/point.js';
import { GeometryError, type Operation, operation, operationWith } from './operation.js';
import { along, direction, distance, footOn, perpendicular, towards } from './plane.js';

/** A point this near to an arc, as a share of its radius, lies on it: arcs stray from the true circle by 3e-7 of it. */
const onArc = 1e-6;

export const contactOperations: Readonly<Record<string, Operation<Point>>> = {
  /** Where a circle cuts the line a-b: the place between a and b; of two such places, or none, the one nearer to a. */
  circleSegment: operation(
    { center: 'point', radius: 'number', a: 'point', b: 'point' },
    ({ center, radius, a, b }) => {
      const places = lineCuts(center, radius, a, b);
      const within = places.filter(
        (place) => distance(a, place) <= distance(a, b) + 1e-9 && distance(b, place) <= distance(a, b) + 1e-9,
      );
      return nearestOf(a, within.length === 1 ? within : places);
    },
  ),
  /** Where a circle cuts the line a-b beyond b; b itself without such a cut. */
  circleBeyond: operation({ center: 'point', radius: 'number', a: 'point', b: 'point' }, ({ center, radius, a, b }) => {
    const u = towards(a, b);
    if (radius <= 0 || distance(center, footOn(center, a, b)) > radius) return b;
    const last = lineCuts(center, radius, a, b).at(-1)!;
    return (last[0] - b[0]) * u[0] + (last[1] - b[1]) * u[1] > 0 ? last : b;
  }),
  /**
   * Where two arcs meet. If their circles meet twice on both arcs, `side` decides: to the left or the right, on the
   * page, of the way from a to b.
   */
  arcsMeet: operation(
    {
      a: 'point',
      radiusA: 'number',
      arcA: 'curve',
      b: 'point',
      radiusB: 'number',
      arcB: 'curve',
      side: 'left|right',
    },
    ({ a, radiusA, arcA, b, radiusB, arcB, side }) => {
      const places = circleCuts(a, radiusA, b, radiusB, 'the circles of the arcs do not meet');
      return chosen(places, [arcA, arcB], Math.max(radiusA, radiusB), side, 'the arcs do not meet');
    },
  ),
  /** Where a tangent from a point touches an arc; `side` of the way to its centre decides if it touches twice. */
  arcTangent: operation(
    { from: 'point', center: 'point', radius: 'number', arc: 'curve', side: 'left|right' },
    ({ from, center, radius, arc, side }) => {
      const d = distance(from, center);
      if (d < radius) throw new GeometryError('the point lies inside the circle, so no tangent leaves it');
      const reach = Math.sqrt(d * d - radius * radius);
      const places = circleCuts(from, reach, center, radius, 'no tangent touches the circle');
      return chosen(places, [arc], radius, side, 'no tangent touches the arc');
    },
  ),
  /**
   * Where the axis through a point crosses a curve: the first place ahead, at the angle, or else the first one behind.
   */
  curveAhead: operation({ curve: 'curve', from: 'point', angle: 'number' }, ({ curve, from, angle }) => {
    const u = direction(angle);
    const reaches = curve
      .crossings(from, u)
      .map(([x, y]) => (x - from[0]) * u[0] + (y - from[1]) * u[1])
      .sort((p, q) => p - q);
    const others = reaches.filter((reach) => Math.abs(reach) > 1e-6);
    const reach = others.find((value) => value > 0) ?? others.at(-1) ?? reaches[0];
    if (reach === undefined) throw new GeometryError('the axis does not cross the curve');
    return along(from, u, reach);
  }),
  /** Where two curves cross: the highest or lowest place on the page; of several at that height the one to a side. */
  curvesMeet: operation(
    { a: 'curve', b: 'curve', height: 'highest|lowest', side: 'leftmost|rightmost' },
    ({ a, b, height, side }) => {
      const places = curveCrossings(a, b);
      if (places.length === 0) throw new GeometryError('the curves do not meet');
      const heights = places.map(([, y]) => y);
      const extreme = height === 'highest' ? Math.min(...heights) : Math.max(...heights);
      const level = places.filter(([, y]) => Math.abs(y - extreme) <= oneHeight);
      const rising = level.sort(([p], [q]) => p - q);
      return side === 'leftmost' ? rising[0]! : rising.at(-1)!;
    },
  ),
  /** The middle of the smallest upright box around points and curves. */
  boxCenter: operationWith({}, { points: 'points', curves: 'curves' }, ({ points = [], curves = [] }) => {
    const all = [...points, ...curves.flatMap((curve) => curve.flatten(boxTolerance * Math.max(curve.length, 1e-9)))];
    if (all.length === 0) throw new GeometryError('needs points or curves');
    const middle = (axis: 0 | 1): number => {
      const [low, high] = all.reduce(
        ([least, most], place) => [Math.min(least, place[axis]), Math.max(most, place[axis])],
        [Infinity, -Infinity],
      );
      return (low + high) / 2;
    };
    return [middle(0), middle(1)];
  }),
};

/** Places whose heights differ by less than this, in the unit of the definition, are at one height. */
const oneHeight = 1e-6;
/** Tolerance of the box around a curve, as a share of the curve's length. */
const boxTolerance = 1e-5;

/** Both places where a circle cuts the endless line a-b, in the direction from a to b. */
function lineCuts(center: Point, radius: number, a: Point, b: Point): [Point, Point] {
  const foot = footOn(center, a, b);
  const half = halfChord(radius, distance(center, foot), 'the circle does not reach the line');
  const u = towards(a, b);
  return [along(foot, u, -half), along(foot, u, half)];
}

/** Where two circles cut: to the left and to the right, on the page, of the way from a to b. */
function circleCuts(a: Point, radiusA: number, b: Point, radiusB: number, failure: string): [Point, Point] {
  const u = towards(a, b);
  const d = distance(a, b);
  const reach = (d * d + radiusA * radiusA - radiusB * radiusB) / (2 * d);
  const half = halfChord(radiusA, Math.abs(reach), failure);
  const foot = along(a, u, reach);
  return [along(foot, perpendicular(u), -half), along(foot, perpendicular(u), half)];
}

/** Half the chord of a circle at a distance from its centre; a circle that just touches may miss by a rounding error. */
function halfChord(radius: number, distanceOfChord: number, failure: string): number {
  const square = radius * radius - distanceOfChord * distanceOfChord;
  if (square < -1e-9 * Math.max(1, radius * radius)) throw new GeometryError(failure);
  return Math.sqrt(Math.max(0, square));
}

function chosen(
  [left, right]: readonly [Point, Point],
  curves: readonly Curve[],
  radius: number,
  side: string,
  failure: string,
): Point {
  const lies = (place: Point): boolean =>
    curves.every((curve) => {
      const nearest = curve.pointAt(curve.nearestLength(place));
      return distance(nearest, place) <= onArc * Math.max(1, radius);
    });
  const places = [left, right].filter(lies);
  if (places.length === 0) throw new GeometryError(failure);
  return places.length === 1 ? places[0]! : side === 'left' ? left : right;
}

const nearestOf = (point: Point, places: readonly Point[]): Point =>
  places.reduce((best, place) => (distance(point, place) < distance(point, best) ? place : best));
