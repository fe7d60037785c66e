/**
 * The rests of a sheet once its parts are cut out with their distance around them: outlines that are bins of a next job as
 * they are. A rest is opened by its least width first: all that a disc of this width can reach, with its corners of 60 degrees and
 * more. So the gaps between parts are none. Every remnant lies within the exact rest.
 */

import { componentsOf } from '../../geometry/components.js';
import { grownRound, shrunkMitred } from '../../geometry/offset.js';
import { outlineFault } from '../../geometry/outline-fault.js';
import type { Point } from '../../geometry/point.js';
import {
  boxOf,
  positive,
  type Ring,
  reversed,
  ringOf,
  signedArea,
  withoutRedundantPoints,
} from '../../geometry/ring.js';
import { grownSimple, shrunkSimple } from '../../geometry/simplify.js';
import type { Bin, NestRequest, Polyline, RemnantSettings } from '../request.js';
import { frameOf, smallerSide } from './frame.js';
import type { Outline } from './outlines-apart.js';
import { reachedRest } from './rest.js';
import { effectiveHoles, effectOfOutlines } from './sheet.js';

/** Default of the least width, as a share of the smaller side of the first sheet. */
const usualWidth = 1 / 20;
/** Parts are simplified outwards, and remnants inwards, by this share of the least width. */
const simplifiedBy = 1 / 500;
/** Rounding to the grid, which distances around parts make up for (grid units). */
const rounding = 2;

/**
 * The remnants of a bin, the largest first. `parts`: the exact outlines of its parts, in their places. `look` is called now and
 * then, and may throw.
 */
export function remnantsOf(
  request: NestRequest,
  bin: Bin,
  parts: readonly Outline[],
  { leastWidth, leastArea }: RemnantSettings,
  look: () => void,
): Bin[] {
  const { scale } = frameOf(request);
  const width = leastWidth ?? usualWidth * smallerSide(request);
  const least = (leastArea ?? width ** 2) * scale ** 2;
  const boundary = ringOf(bin.boundary.points);
  const { minX, minY } = boxOf(boundary);
  const onGrid = (ring: Ring): Ring =>
    withoutRedundantPoints(ring.map((v, i) => Math.round((v - (i % 2 ? minY : minX)) * scale)));
  const isEffective = effectiveHoles(bin);
  const holes = bin.holes.filter((_, i) => isEffective[i]).map(({ points }) => positive(onGrid(ringOf(points))));
  const sheet = positive(onGrid(boundary));
  const tolerance = simplifiedBy * width * scale;
  const away = [
    ...parts.map((part) => {
      look();
      return cutAway(request, part, { onGrid, scale, tolerance });
    }),
    ...holes.filter(({ length }) => length >= 6).map((hole) => [hole]),
  ];
  const wide = reachedRest(sheet, away, (width / 2) * scale, look);
  const found: { sheet: Bin; area: number }[] = [];
  for (const { outer, holes: inner } of componentsOf(wide)) {
    look();
    const simple = shrunkSimple(outer, tolerance);
    const keepOuts = inner.map((hole) => grownSimple(reversed(hole), tolerance));
    const area = signedArea(simple) - keepOuts.reduce((sum, hole) => sum + signedArea(hole), 0);
    if (area < least) continue;
    const asSent = (ring: Ring): Polyline => lineOf(ring, minX, minY, scale);
    for (const ring of outlineFault(asSent(simple).points) ? shrunkMitred(outer, rounding) : [simple]) {
      const line = asSent(ring);
      if (signedArea(ring) < least || outlineFault(line.points)) continue;
      const around = keepOuts.map(asSent).filter(({ points }) => !outlineFault(points));
      found.push({ sheet: sheetOf(bin, line, around), area });
    }
  }
  return found.sort((a, b) => b.area - a.area).map(({ sheet }) => sheet);
}

/** The region around a part: with the distance between parts, and without its openings, which are rests as well. */
function cutAway(
  { minDistance }: NestRequest,
  { ring, openings }: Outline,
  { onGrid, scale, tolerance }: { onGrid: (ring: Ring) => Ring; scale: number; tolerance: number },
): Ring[] {
  const distance = minDistance > 0 ? minDistance * scale + rounding : 0;
  const inner = openings.map((opening) => positive(onGrid(opening))).filter(({ length }) => length >= 6);
  return [
    ...grownRound(grownSimple(positive(onGrid(ring)), tolerance), distance),
    ...inner.flatMap((opening) => shrunkMitred(opening, distance)).map(reversed),
  ];
}

function lineOf(ring: Ring, minX: number, minY: number, scale: number): Polyline {
  const points = Array.from({ length: ring.length / 2 }, (_, i): Point => {
    return [minX + ring[2 * i]! / scale, minY + ring[2 * i + 1]! / scale];
  });
  return { id: '', origin: null, points };
}

/** Without a grid, since it would begin elsewhere. A rest has been paid for, so it has no cost. */
function sheetOf({ boundary, zones = [], quality }: Bin, line: Polyline, holes: readonly Polyline[]): Bin {
  const boundaries = zones.map((zone) => zone.boundary);
  const isOnIt = zones.length === 0 ? () => false : effectOfOutlines(line, boundaries);
  const own = zones.filter((zone) => isOnIt(zone.boundary));
  return {
    boundary: { ...line, id: boundary.id },
    holes,
    cellWidth: 0,
    cellHeight: 0,
    ...(own.length > 0 && { zones: own }),
    ...(quality !== undefined && { quality }),
  };
}
