/** The ways to construct a curve. Angles in degrees from x to the right over y down. */

import type { Cubic } from '../../geometry/cubic.js';
import { arcCurve, Curve, lineCurve } from '../../geometry/curve.js';
import type { Point } from '../../geometry/point.js';
import { chainOperations } from './chain-operations.js';
import { GeometryError, type Operation, operation, operationWith, type PathNode } from './operation.js';
import { along, direction, distance, reflect, turn } from './plane.js';

export const curveOperations: Readonly<Record<string, Operation<Curve>>> = {
  /** A straight line. */
  line: operation({ from: 'point', to: 'point' }, ({ from, to }) => lineCurve(from, to)),
  /** A cubic Bézier with its two handles as points. */
  cubic: operation(
    { from: 'point', c1: 'point', c2: 'point', to: 'point' },
    ({ from, c1, c2, to }) => new Curve([[...from, ...c1, ...c2, ...to]]),
  ),
  /** A cubic Bézier with handles given by their angles and lengths. */
  handles: operation(
    { from: 'point', angle1: 'number', length1: 'number', to: 'point', angle2: 'number', length2: 'number' },
    ({ from, angle1, length1, to, angle2, length2 }) => {
      const c1 = along(from, direction(angle1), length1);
      const c2 = along(to, direction(angle2), length2);
      return new Curve([[...from, ...c1, ...c2, ...to]]);
    },
  ),
  ...chainOperations,
  /** A smooth chain of cubics through nodes with a direction each. */
  path: operation({ nodes: 'nodes' }, ({ nodes }) => throughNodes(nodes)),
  /** A smooth chain of cubics through points; each direction follows the neighbours (Catmull and Rom, by chord). */
  smooth: operationWith({ through: 'points' }, { tension: 'number' }, ({ through, tension }) =>
    throughPoints(through, tension ?? 1),
  ),
  /** Part of a circle from one angle to another. */
  arc: operation(
    { center: 'point', radius: 'number', start: 'number', end: 'number' },
    ({ center, radius, start, end }) => checkedArc(center, [radius, radius], start, end),
  ),
  /** Part of an ellipse along the axes. */
  ellipse: operation(
    { center: 'point', radiusX: 'number', radiusY: 'number', start: 'number', end: 'number' },
    ({ center, radiusX, radiusY, start, end }) => checkedArc(center, [radiusX, radiusY], start, end),
  ),
  /** The part between the places nearest to two points. */
  part: operation({ curve: 'curve', from: 'point', to: 'point' }, ({ curve, from, to }) =>
    partBetween(curve, from, to),
  ),
  /** The mirror image in the line a-b. */
  mirror: operation({ curve: 'curve', a: 'point', b: 'point' }, ({ curve, a, b }) =>
    curve.mapped((x, y) => reflect([x, y], a, b)),
  ),
  /** Turned about a centre. */
  rotate: operation({ curve: 'curve', center: 'point', angle: 'number' }, ({ curve, center, angle }) =>
    curve.mapped((x, y) => turn([x, y], center, angle)),
  ),
  /** Moved as far as `to` lies from `from`. */
  move: operation({ curve: 'curve', from: 'point', to: 'point' }, ({ curve, from, to }) =>
    curve.mapped((x, y) => [x + to[0] - from[0], y + to[1] - from[1]]),
  ),
};

/** The part of a curve between two points, in the direction from the first to the second. */
export function partBetween(curve: Curve, from: Point, to: Point): Curve {
  const [start, end] = [curve.nearestLength(from), curve.nearestLength(to)];
  const part = curve.between(start, end);
  return start <= end ? part : part.reversed();
}

/** The part of a curve between two points, in its own direction or against it; null: from its beginning, to its end. */
export function partAlong(curve: Curve, way: 'forward' | 'backward', from: Point | null, to: Point | null): Curve {
  const directed = way === 'forward' ? curve : curve.reversed();
  // a closed curve has both ends in the same point
  const start = from === null || isAt(from, directed.start) ? 0 : directed.nearestLength(from);
  const end = to === null || isAt(to, directed.end) ? directed.length : directed.nearestLength(to);
  if (end - start <= samePlace) throw new GeometryError('the curve runs against the outline');
  return directed.between(start, end);
}

/** Points this near count as the same, in the unit of the definition. */
const samePlace = 1e-6;
const isAt = (a: Point, b: Point): boolean => distance(a, b) <= samePlace;

function checkedArc(center: Point, radii: readonly [number, number], start: number, end: number): Curve {
  if (radii.some((radius) => radius <= 0)) throw new GeometryError('a radius must be above 0');
  if (start === end || Math.abs(end - start) > 360)
    throw new GeometryError('an arc turns by more than 0 and at most 360 degrees');
  return arcCurve(center, radii, start, end);
}

function throughNodes(nodes: readonly PathNode[]): Curve {
  const cubics = nodes.slice(1).map((to, i): Cubic => {
    const from = nodes[i]!;
    const c1 = along(from.at, direction(from.angle), from.after);
    const c2 = along(to.at, direction(to.angle + 180), to.before);
    return [...from.at, ...c1, ...c2, ...to.at];
  });
  return new Curve(cubics);
}

function throughPoints(points: readonly Point[], tension: number): Curve {
  const chord = (i: number): number => distance(points[i]!, points[i + 1]!);
  for (let i = 0; i + 1 < points.length; i++) {
    if (chord(i) < 1e-9) throw new GeometryError('two neighbouring points lie on each other');
  }
  const last = points.length - 1;
  const chordSlope = (i: number, axis: 0 | 1): number => (points[i + 1]![axis] - points[i]![axis]) / chord(i);
  // derivative by length: the mean of the slopes of both chords, each weighted by the other's length
  const inner = (i: number, axis: 0 | 1): number => {
    const [before, after] = [chord(i - 1), chord(i)];
    return (chordSlope(i - 1, axis) * after + chordSlope(i, axis) * before) / (before + after);
  };
  // an end continues the bend of its neighbour: the parabola through both points with the neighbour's direction
  const slopeAlong = (i: number, axis: 0 | 1): number => {
    if (last === 1) return chordSlope(0, axis);
    if (i === 0) return 2 * chordSlope(0, axis) - inner(1, axis);
    return i === last ? 2 * chordSlope(last - 1, axis) - inner(last - 1, axis) : inner(i, axis);
  };
  const slope = (i: number): Point => [slopeAlong(i, 0), slopeAlong(i, 1)];
  const cubics = points.slice(1).map((to, i): Cubic => {
    const from = points[i]!;
    const reach = (chord(i) / 3) * tension;
    return [...from, ...along(from, slope(i), reach), ...along(to, slope(i + 1), -reach), ...to];
  });
  return new Curve(cubics);
}
