/** Parts that no bin can take in any of their orientations: the client learns so before the search, not after it. */

import { convexHull } from '../../geometry/convex-hull.js';
import { boxOf, type Ring, ringOf } from '../../geometry/ring.js';
import { cosSin } from '../../geometry/rotation.js';
import { foldGapsOf, isFolded } from '../layout/folds.js';
import { distanceOf } from '../layout/spacing.js';
import { tilts, toleranceOf } from '../layout/tilt.js';
import type { NestRequest, NestWarning, Polygon } from '../request.js';

/** Every further part of the kind is only counted. */
const mostNamed = 20;

/** A part may exceed a bin by this share of its side: rounding, as in the exact check. */
const rounding = 1e-6;

/** Tilted rotations to each side that the check tries. */
const tiltsPerSide = 8;

/** Corners of hulls that the check rotates at most; beyond it no part is named. */
const mostTurned = 2_000_000;

interface Room {
  readonly width: number;
  readonly height: number;
}

/** The box of a bin. */
interface Sheet extends Room {
  readonly isFolded: boolean;
}

/**
 * Warnings about the polygons whose box is larger than that of every bin, in steps. The box decides alone: a part may be too
 * large for an irregular bin in other ways.
 */
export function* tooLargeParts(request: NestRequest): Generator<void, NestWarning[], void> {
  const sheets = request.bins.map((bin): Sheet => {
    const { minX, minY, maxX, maxY } = boxOf(ringOf(bin.boundary.points));
    return { width: maxX - minX, height: maxY - minY, isFolded: isFolded(request, bin) };
  });
  const budget = { left: mostTurned };
  const locked = new Map<number, number>();
  for (const { index } of request.locked ?? []) locked.set(index, (locked.get(index) ?? 0) + 1);
  const warnings: NestWarning[] = [];
  let more = 0;
  for (const [i, polygon] of request.polygons.entries()) {
    yield;
    const held = locked.get(i) ?? 0;
    if (held >= (polygon.quantity ?? 1)) continue;
    if (fitsSome(polygon, request, roomsFor(polygon, request, sheets), budget)) continue;
    if (warnings.length === mostNamed) more++;
    else warnings.push(warningOf(request, i, held > 0));
  }
  if (more > 0) {
    const message = `${more} more polygons are too large for every bin as well, and stay unplaced`;
    warnings.push({ code: 'part_too_large', path: 'polygons', message });
  }
  return warnings;
}

/** The rooms of a part between the edges and the folds of the bins with its layers. */
function roomsFor(polygon: Polygon, request: NestRequest, sheets: readonly Sheet[]): Room[] {
  const { edgeDistance, gravityDirection, clothForm = 'open' } = request;
  const own = clothForm === 'open' ? sheets : sheets.filter((sheet) => sheet.isFolded === !polygon.open);
  const edges = 2 * edgeDistance;
  const { low, high } = foldGapsOf(request, polygon, distanceOf(request, polygon));
  // A fold is no edge.
  const folds = low + (clothForm === 'tubular' ? high : edgeDistance);
  const isLevel = gravityDirection === 'left' || gravityDirection === 'right';
  return own.map(({ width, height, isFolded }): Room => {
    const across = isFolded ? folds : edges;
    return { width: width - (isLevel ? edges : across), height: height - (isLevel ? across : edges) };
  });
}

function warningOf(request: NestRequest, index: number, isPartlyLocked: boolean): NestWarning {
  const polygon = request.polygons[index]!;
  const { minX, minY, maxX, maxY } = boxOf(ringOf(polygon.points));
  const path = `polygons[${index}]`;
  const size = `${rounded(maxX - minX)} x ${rounded(maxY - minY)}`;
  const name = polygon.id === '' ? path : `${path} ("${polygon.id}")`;
  const left = isPartlyLocked ? 'its copies without a lock stay unplaced' : 'it stays unplaced';
  const bins = `every bin${lessDistances(request, polygon)}`;
  const message = `${name} measures ${size}: larger than ${bins} in each allowed rotation, so ${left}`;
  return { code: 'part_too_large', path, message };
}

/** The distances that narrow the bins for a part, in words. */
function lessDistances(request: NestRequest, polygon: Polygon): string {
  const { edgeDistance } = request;
  const { low, high } = foldGapsOf(request, polygon, distanceOf(request, polygon));
  const edges = edgeDistance > 0 ? [`${edgeDistance} (edgeDistance) at each edge`] : [];
  const folds = low > 0 ? [`${low} at ${high > 0 ? 'each' : 'the'} fold`] : [];
  const all = [...edges, ...folds];
  return all.length === 0 ? '' : ` less ${all.join(' and ')},`;
}

const rounded = (value: number): number => Number(value.toPrecision(6));

/** Whether the box of a polygon goes into a room in some orientation; true as well once the budget is spent. */
function fitsSome(polygon: Polygon, request: NestRequest, rooms: readonly Room[], budget: { left: number }): boolean {
  const ring = ringOf(polygon.points);
  const { minX, minY, maxX, maxY } = boxOf(ring);
  const diagonal = Math.hypot(maxX - minX, maxY - minY);
  // Another warning tells that no bin has the layers of a part.
  if (rooms.length === 0) return true;
  if (rooms.some(({ width, height }) => diagonal <= Math.min(width, height))) return true;
  const hull = convexHull(ring);
  const rotations = polygon.allowedRotations ?? request.allowedRotations;
  const tolerance = toleranceOf(request, polygon);
  const all =
    tolerance === 0 ? rotations : rotations.flatMap((r) => [0, ...tilts(tolerance, tiltsPerSide)].map((t) => r + t));
  for (const degrees of all) {
    for (const sent of polygon.mirror ? [degrees, -degrees] : [degrees]) {
      budget.left -= hull.length / 2;
      if (budget.left < 0) return true;
      const { width, height } = turnedSize(hull, sent);
      const goesInto = (room: Room): boolean =>
        width <= room.width * (1 + rounding) && height <= room.height * (1 + rounding);
      if (rooms.some(goesInto)) return true;
    }
  }
  return false;
}

/** Flipping a part is turning it the other way, where its box alone counts. */
function turnedSize(hull: Ring, degrees: number): Room {
  const [cos, sin] = cosSin(degrees);
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < hull.length; i += 2) {
    const x = cos * hull[i]! - sin * hull[i + 1]!;
    const y = sin * hull[i]! + cos * hull[i + 1]!;
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  return { width: maxX - minX, height: maxY - minY };
}
