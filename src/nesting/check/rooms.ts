/** The rooms that the bins leave to the box of a part, between their edges and folds. */

import { convexHull } from '../../geometry/convex-hull.js';
import { boxOf, type Ring, ringOf } from '../../geometry/ring.js';
import { cosSin } from '../../geometry/rotation.js';
import { foldGapsOf, isFolded } from '../layout/folds.js';
import { distanceOf } from '../layout/spacing.js';
import { tilts, toleranceOf } from '../layout/tilt.js';
import type { NestRequest, Polygon } from '../request.js';

/** A part may exceed a bin by this share of its side: rounding, as in the exact check. */
const rounding = 1e-6;

/** Tilted rotations to each side that the check tries. */
const tiltsPerSide = 8;

/** Corners of hulls that the check rotates at most; beyond it every part counts as one that fits. */
const mostTurned = 2_000_000;

interface Room {
  readonly width: number;
  readonly height: number;
}

/** The box of a bin. */
interface Sheet extends Room {
  readonly isFolded: boolean;
}

/** The box decides alone: a part may be too large for an irregular bin in other ways. */
export class Rooms {
  readonly #sheets: readonly Sheet[];
  #left = mostTurned;

  readonly #request: NestRequest;

  constructor(request: NestRequest) {
    this.#request = request;
    this.#sheets = request.bins.map((bin): Sheet => {
      const { minX, minY, maxX, maxY } = boxOf(ringOf(bin.boundary.points));
      return { width: maxX - minX, height: maxY - minY, isFolded: isFolded(request, bin) };
    });
  }

  /** Tells whether the box of a part goes into some room at a rotation; null where it does at all of them. */
  fitOf(polygon: Polygon): ((degrees: number) => boolean) | null {
    const rooms = this.#roomsFor(polygon);
    const ring = ringOf(polygon.points);
    const { minX, minY, maxX, maxY } = boxOf(ring);
    const diagonal = Math.hypot(maxX - minX, maxY - minY);
    // Another warning tells that no bin has the layers of a part.
    if (rooms.length === 0) return null;
    if (rooms.some(({ width, height }) => diagonal <= Math.min(width, height))) return null;
    const hull = convexHull(ring);
    const tolerance = toleranceOf(this.#request, polygon);
    const leanings = tolerance === 0 ? [0] : [0, ...tilts(tolerance, tiltsPerSide)];
    const goesInto = (degrees: number): boolean => {
      this.#left -= hull.length / 2;
      if (this.#left < 0) return true;
      const { width, height } = turnedSize(hull, degrees);
      return rooms.some((room) => width <= room.width * (1 + rounding) && height <= room.height * (1 + rounding));
    };
    return (degrees) =>
      leanings.some((lean) => {
        const turned = degrees + lean;
        return (polygon.mirror ? [turned, -turned] : [turned]).some(goesInto);
      });
  }

  #roomsFor(polygon: Polygon): Room[] {
    const request = this.#request;
    const { edgeDistance, gravityDirection, clothForm = 'open' } = request;
    const own = clothForm === 'open' ? this.#sheets : this.#sheets.filter((sheet) => sheet.isFolded === !polygon.open);
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
