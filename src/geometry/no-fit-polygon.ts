/**
 * No-fit polygons: the places where the reference point of one outline may not be, because it would overlap another.
 *
 * They are the convolution of the fixed outline with the mirrored moving one, united by nonzero winding. Holes of the
 * result are the places inside a concavity or a hole of the fixed outline where the moving one fits. The caller snaps
 * to the integer grid. A slit that an outline fits into without any play has no inside and vanishes in the union. To
 * keep such slits, ease one of the outlines first.
 */

import { intersection } from './boolean.js';
import { checkedUnion } from './checked-union.js';
import { convexSum } from './convex-sum.js';
import { convolution } from './convolution.js';
import { withoutMisnestedRings } from './region.js';
import { boxOf, boxOfAll, doubledArea, positive, type Ring, reversed, withoutRedundantPoints } from './ring.js';
import { sumBoundary } from './sum-boundary.js';
import { SumOutline } from './sum-outline.js';

export { doubledArea, type Ring };

/**
 * All translations v for which the inside of `moving` + v meets the inside of `fixed`: outer rings positive, holes
 * negative. Both are simple outlines of either winding with integer coordinates. Keep differences of coordinates below
 * 9e7; the union is slower above that.
 */
export function noFitPolygon(fixed: Ring, moving: Ring): Ring[] {
  return noFitOfOutlines(fixedOutline(fixed), movingOutline(moving));
}

/** A simple outline of either winding that stays where it is, for many calls of `noFitOfOutlines`. */
export function fixedOutline(ring: Ring): SumOutline {
  return new SumOutline(withoutRedundantPoints(positive(ring)), 1);
}

/** The same for an outline that moves. */
export function movingOutline(ring: Ring): SumOutline {
  return new SumOutline(mirrored(withoutRedundantPoints(positive(ring))), 2);
}

/** The no-fit polygon of a fixed and a moving outline. */
export function noFitOfOutlines(fixed: SumOutline, moving: SumOutline, unite = checkedUnion): Ring[] {
  if (fixed.isConvex && moving.isConvex) return [withoutRedundantPoints(convexSum(fixed.ring, moving.ring))];
  const boundary = sumBoundary(fixed.summand, moving.summand);
  return boundary ?? withoutMisnestedRings(unite(convolution(fixed.ring, moving.ring)));
}

/**
 * An outline of fewer corners is united with its holes at once. The union also keeps points within straight edges, where
 * corners of both outlines lie flush: good places for a construction.
 */
const manyCorners = 48;

const mirrored = (ring: Ring): Ring => ring.map((v) => -v || 0);

/**
 * The same around a region: outer rings positive, holes negative; `moving` is positive. `unite` may be a plain union
 * where a rare false gap does no harm.
 */
export function noFitRegion(region: readonly Ring[], moving: Ring, unite = checkedUnion): Ring[] {
  const outline = withoutRedundantPoints(moving);
  const { minX, minY, maxX, maxY } = boxOf(outline);
  // a hole that the moving outline covers must not count as free; the outline can lie inside only where its box fits
  const rings = region
    .map(withoutRedundantPoints)
    .filter((ring) => doubledArea(ring) >= 0 || couldHold(ring, outline, maxX - minX, maxY - minY));
  const turned = mirrored(outline);
  const [outer, ...others] = rings;
  const hasOnlyHoles = others.every((ring) => doubledArea(ring) < 0);
  if (region.length > 1 && (outer!.length < 2 * manyCorners || !hasOnlyHoles))
    return withoutMisnestedRings(unite(rings.flatMap((ring) => convolution(ring, turned))));
  const around = noFitOfOutlines(new SumOutline(outer!, 1), new SumOutline(turned, 2), unite);
  return [...around, ...others.flatMap((hole) => insideHole(hole, outline, unite))];
}

/**
 * The holes of the no-fit polygon where `moving` lies inside a hole. They take a frame around the hole, which has fewer
 * corners than the outline around it.
 */
function insideHole(hole: Ring, moving: Ring, unite: typeof checkedUnion): Ring[] {
  return outerFitRegion([reversed(hole)], moving, 1, unite).filter((ring) => doubledArea(ring) < 0);
}

/**
 * The same for two regions, each an outline (positive) followed by its openings (negative). A part wholly inside an
 * opening of the other also lies apart from it.
 */
export function noFitOfRegions(fixed: readonly Ring[], moving: readonly Ring[], unite = checkedUnion): Ring[] {
  const around = (): Ring[] => noFitRegion(fixed, moving[0]!, unite);
  // seen from the other side the same vector points the other way
  const within = (): Ring[] => noFitRegion(moving, fixed[0]!, unite).map(mirrored);
  if (!canHold(moving, fixed[0]!)) return around();
  if (!canHold(fixed, moving[0]!)) return within();
  return intersection(around(), within());
}

function canHold([, ...openings]: readonly Ring[], outline: Ring): boolean {
  const { minX, minY, maxX, maxY } = boxOf(outline);
  return openings.some((opening) => couldHold(opening, outline, maxX - minX, maxY - minY));
}

/**
 * The translations that keep `moving` (positive) from lying inside `sheet` (a region). They are the no-fit polygon
 * around everything else, within a frame that is wider than the sheet by the outline and `margin`. The holes of the
 * result are the inner-fit polygons.
 */
export function outerFitRegion(sheet: readonly Ring[], moving: Ring, margin: number, unite = checkedUnion): Ring[] {
  const box = boxOfAll(sheet);
  const reach = boxOf(moving);
  const width = reach.maxX - reach.minX + margin;
  const height = reach.maxY - reach.minY + margin;
  const [x0, y0, x1, y1] = [box.minX - width, box.minY - height, box.maxX + width, box.maxY + height];
  return noFitRegion([Float64Array.of(x0, y0, x1, y0, x1, y1, x0, y1), ...sheet.map(reversed)], moving, unite);
}

function couldHold(hole: Ring, moving: Ring, width: number, height: number): boolean {
  const box = boxOf(hole);
  return box.maxX - box.minX >= width && box.maxY - box.minY >= height && -doubledArea(hole) >= doubledArea(moving);
}
