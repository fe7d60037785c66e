/** The curve of a SPLINE: by its control points and knots, or else through its fit points. */

import { fitSpline } from '../geometry/fit-spline.js';
import type { Point } from '../geometry/point.js';
import { type RationalSpline, splineFault, splinePoints } from '../geometry/rational-spline.js';

export interface SplineGroups {
  readonly flags: number;
  readonly degree: number;
  readonly knots: readonly number[];
  readonly weights: readonly number[];
  readonly controls: readonly Point[];
  readonly fits: readonly Point[];
  readonly startTangent: Point | null;
  readonly endTangent: Point | null;
}

export type SplineCurve =
  | {
      readonly closed: boolean;
      readonly points: (tolerance: number) => readonly Point[];
      /** True: only fit points are known, and they leave the curve between them open. */
      readonly guessed: boolean;
    }
  | { readonly fault: string };

const closedFlags = 1 | 2;

/**
 * Control points, weights and knots define the curve, whatever its flags say: AutoCAD writes closed and periodic
 * splines with all of their control points. A spline flagged closed that ends elsewhere than it began (LibreCAD before
 * 2.2.1) could be either, and is a fault.
 */
export function splineCurve(groups: SplineGroups): SplineCurve {
  const { flags, degree, knots, weights, controls } = groups;
  const isClosed = (flags & closedFlags) !== 0;
  if (controls.length === 0) return throughFits(groups, isClosed);
  const spline: RationalSpline = { degree, knots, controls, weights };
  const fault = splineFault(spline);
  if (fault) return { fault };
  const [first, last] = ends(spline);
  const size = controls.reduce((most, point) => Math.max(most, gap(first, point)), 0);
  const meet = gap(first, last) <= 1e-6 * size;
  if (isClosed && !meet) return { fault: 'marked closed with ends apart' };
  return {
    closed: meet,
    points: (tolerance) => (meet ? splinePoints(spline, tolerance).slice(0, -1) : splinePoints(spline, tolerance)),
    guessed: false,
  };
}

/** Ends of the whole curve; a coarse tolerance gives the same ones. */
function ends(spline: RationalSpline): [Point, Point] {
  const points = splinePoints(spline, Infinity);
  return [points[0]!, points.at(-1)!];
}

const gap = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

function throughFits({ fits, startTangent, endTangent }: SplineGroups, isClosed: boolean): SplineCurve {
  const differs = (a: Point, b: Point): boolean => a[0] !== b[0] || a[1] !== b[1];
  const through = fits.filter((point, i) => i === 0 || differs(point, fits[i - 1]!));
  const repeats = isClosed && through.length > 1 && !differs(through[0]!, through.at(-1)!);
  const points = repeats ? through.slice(0, -1) : through;
  if (points.length < 2) return { fault: 'without points' };
  const curve = fitSpline({ through: points, closed: isClosed, startTangent, endTangent });
  return {
    closed: isClosed,
    points: (tolerance) => (isClosed ? curve.flatten(tolerance).slice(0, -1) : curve.flatten(tolerance)),
    guessed: true,
  };
}
