/** Folded and tubular cloth: its folds, how half parts lie on them, and how far other parts keep off them. */

import type { Orientation } from '../../geometry/orientation.js';
import type { Point } from '../../geometry/point.js';
import { boxOf, ringOf } from '../../geometry/ring.js';
import { cosSin } from '../../geometry/rotation.js';
import type { Bin, NestRequest, Polygon } from '../request.js';
import { type Frame, frameOf, pointIntoFrame, smallerSide } from './frame.js';

/** A side of a sheet in the frame: at the smaller place across, or at the greater one. */
export type FoldSide = 'low' | 'high';

/** Which sides of a sheet are folds. */
export type Folds = Readonly<Record<FoldSide, boolean>>;

export const noFolds: Folds = { low: false, high: false };

/** A half part touches the fold to this share of the smaller side of the first sheet. */
const exactness = 2e-7;

export function isFolded({ clothForm = 'open' }: Pick<NestRequest, 'clothForm'>, bin: Pick<Bin, 'open'>): boolean {
  return clothForm !== 'open' && !bin.open;
}

export function foldsOf(request: Pick<NestRequest, 'clothForm'>, bin: Pick<Bin, 'open'>): Folds {
  if (!isFolded(request, bin)) return noFolds;
  return { low: true, high: request.clothForm === 'tubular' };
}

/** How many pieces a placed part gives: two layers give two, but half a part on the fold gives a whole one. */
export function piecesOf(request: Pick<NestRequest, 'clothForm'>, bin: Pick<Bin, 'open'>, polygon: Polygon): number {
  return isFolded(request, bin) && !polygon.foldLine ? 2 : 1;
}

/** How far a part keeps off the fold at either side of its sheets; 0 where it keeps no distance, or has no fold. */
export type FoldGaps = Readonly<Record<FoldSide, number>>;

export const noGaps: FoldGaps = { low: 0, high: 0 };

/**
 * The gaps of a part that keeps a distance from others, in any unit. Its two pieces are mirror images about a fold, so half of the
 * distance lies on either side. A half part is one piece, and keeps no distance from itself.
 */
export function foldGapsOf(
  { clothForm = 'open' }: Pick<NestRequest, 'clothForm'>,
  { open, foldLine }: Pick<Polygon, 'open' | 'foldLine'>,
  distance: number,
): FoldGaps {
  if (clothForm === 'open' || open || foldLine) return noGaps;
  return { low: distance / 2, high: clothForm === 'tubular' ? distance / 2 : 0 };
}

/** The side of the fold in each orientation in which a half part lies on one; null for other parts. */
export function foldSidesOf(
  request: NestRequest,
  polygon: Polygon,
  own: readonly number[],
  orientations: readonly Orientation[],
): ReadonlyMap<number, FoldSide> | null {
  if (!polygon.foldLine) return null;
  const sides = new Map<number, FoldSide>();
  for (const orientation of own) {
    const { degrees, flipped } = orientations[orientation]!;
    const side = foldUnder(request, polygon, degrees, flipped);
    if (side) sides.set(orientation, side);
  }
  return sides;
}

/** Whether a half part, flipped or not as it may be, lies on a fold at a rotation. */
export function liesOnFold(request: NestRequest, polygon: Polygon, degrees: number): boolean {
  const flips = polygon.mirror ? [false, true] : [false];
  return flips.some((flipped) => foldUnder(request, polygon, degrees, flipped) !== null);
}

/** The side on which the fold line of a part lies in an orientation, if the cloth has a fold there. */
function foldUnder(request: NestRequest, polygon: Polygon, degrees: number, flipped: boolean): FoldSide | null {
  const side = sideOfFold(request, polygon, degrees, flipped);
  return side === 'high' && request.clothForm !== 'tubular' ? null : side;
}

/** The side on which the fold line of a part lies in an orientation; null where it lies on neither. */
export function sideOfFold(
  request: NestRequest,
  { points, foldLine }: Pick<Polygon, 'points' | 'foldLine'>,
  degrees: number,
  flipped: boolean,
): FoldSide | null {
  if (!foldLine) return null;
  const across = acrossOf(frameOf(request), degrees, flipped);
  const places = points.map(across);
  const line = foldLine.map(across);
  const near = exactness * smallerSide(request);
  const lies = (at: number): boolean => line.every((own) => Math.abs(own - at) <= near);
  if (lies(places.reduce((least, at) => Math.min(least, at), Infinity))) return 'low';
  return lies(places.reduce((most, at) => Math.max(most, at), -Infinity)) ? 'high' : null;
}

/** The place across of a point of a part in an orientation. */
function acrossOf(frame: Frame, degrees: number, flipped: boolean): (point: Point) => number {
  const [cos, sin] = cosSin(degrees);
  return ([x, y]) => {
    const u = flipped ? -x : x;
    return pointIntoFrame(frame, [u * cos - y * sin, u * sin + y * cos])[1];
  };
}

/** Whether a bin is a rectangle along the axes, as folded cloth must be. */
export function isUpright({ boundary }: Bin): boolean {
  const { minX, minY, maxX, maxY } = boxOf(ringOf(boundary.points));
  const corners = new Set(boundary.points.map(([x, y]) => `${x} ${y}`));
  const isCorner = ([x, y]: Point): boolean => (x === minX || x === maxX) && (y === minY || y === maxY);
  return corners.size === 4 && boundary.points.every(isCorner);
}
