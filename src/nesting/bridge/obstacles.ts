/**
 * The obstacles of a sheet as simple outlines for the overlap search: its holes, and the gaps between its outline and
 * its box.
 */

import { difference, intersection } from '../../geometry/boolean.js';
import { type Box, boxOf, boxOfAll, type Ring, signedArea } from '../../geometry/ring.js';
import type { SheetShape } from '../layout/sheet.js';

/** The reach of the outside beyond the outline's box, as shares of the extent across. */
const beyondAlong = 0.02;
const beyondAcross = 0.5;

/** In grid units from the corner of the sheet. */
export function obstaclesOf({ room, outline, holes }: SheetShape): Ring[] {
  const obstacles = holes.map((rings) => rings.reduce((a, b) => (signedArea(b) > signedArea(a) ? b : a)));
  if (!outline) return obstacles;
  const across = room.maxY - room.minY;
  const along = Math.ceil(beyondAlong * across);
  const aside = Math.ceil(beyondAcross * across);
  return [
    ...obstacles,
    ...without(outline, {
      minX: room.minX - along,
      maxX: room.maxX + along,
      minY: room.minY - aside,
      maxY: room.maxY + aside,
    }),
  ];
}

/** The zones of a sheet that are too bad for some part, as simple outlines in grid units from its corner. */
export function zonesOf({ zones }: SheetShape): { quality: number; ring: Ring }[] {
  return zones.flatMap(({ quality, regions }) =>
    regions.flatMap(([outer, ...inner]) => {
      if (inner.length === 0) return [{ quality, ring: outer! }];
      return piecesOf([outer!], inner).map((ring) => ({ quality, ring }));
    }),
  );
}

/** A region minus openings (negative), cut into simple outlines. */
function piecesOf(region: readonly Ring[], openings: readonly Ring[]): Ring[] {
  const rings = difference(region, openings);
  const hole = rings.find((ring) => signedArea(ring) < 0);
  if (!hole) return rings;
  const { minX, minY, maxX, maxY } = boxOfAll(rings);
  const inner = boxOf(hole);
  const x = Math.round((inner.minX + inner.maxX) / 2);
  const half = (from: number, to: number): Ring => Float64Array.of(from, minY, to, minY, to, maxY, from, maxY);
  return [half(minX, x), half(x, maxX)].flatMap((side) => piecesOf(intersection(region, [side]), openings));
}

/** A box minus a region in it, cut into simple outlines. */
function without(region: readonly Ring[], box: Box): Ring[] {
  const { minX, minY, maxX, maxY } = box;
  const rings = difference([Float64Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY)], region);
  const hole = rings.find((ring) => signedArea(ring) < 0);
  if (!hole) return rings;
  // Cuts through the middle of the hole, so that no quarter holds it whole.
  const inner = boxOf(hole);
  const x = Math.round((inner.minX + inner.maxX) / 2);
  const y = Math.round((inner.minY + inner.maxY) / 2);
  return [
    { minX, minY, maxX: x, maxY: y },
    { minX: x, minY, maxX, maxY: y },
    { minX, minY: y, maxX: x, maxY },
    { minX: x, minY: y, maxX, maxY },
  ].flatMap((quarter) => without(region, quarter));
}
