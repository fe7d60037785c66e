/**
 * Qualities of the material: which zones of a bin some part must not lie on, and which of a part must not lie there. A part
 * may need different qualities in different zones of it.
 */

import { difference, intersection, union } from '../../geometry/boolean.js';
import { componentsOf } from '../../geometry/components.js';
import {
  boxOf,
  positive,
  type Ring,
  reversed,
  ringOf,
  signedArea,
  withoutRedundantPoints,
} from '../../geometry/ring.js';
import type { Bin, NestRequest, Polygon } from '../request.js';

/** A connected region: an outline (positive), then its openings (negative). */
export type Region = readonly Ring[];

/** A zone of a sheet that is too bad for some part. */
export interface BadZone {
  readonly quality: number;
  readonly regions: readonly Region[];
}

/** In grid units. */
const sliverWidth = 4;

/** Stand for a whole bin in place of a quality: cloth that lies open, and cloth that does not. */
const openCloth = 1001;
const foldedCloth = 1002;

/** The best quality that any of a part needs; Infinity: any will do. */
export function strictestNeed({ quality = Infinity, zones = [] }: Polygon): number {
  return zones.reduce((best, zone) => Math.min(best, zone.quality), quality);
}

/** The zones of a bin on which some part must not lie, in the request's units. `scale`: grid units in one of these. */
export function badZones(bin: Bin, request: Pick<NestRequest, 'polygons' | 'clothForm'>, scale: number): BadZone[] {
  return [...zonesByQuality(bin, request, scale), ...wrongLayers(bin, request)];
}

/** Folded cloth is a bad zone for the parts that need it open, and open cloth for the others. */
function wrongLayers(
  bin: Bin,
  { polygons, clothForm = 'open' }: Pick<NestRequest, 'polygons' | 'clothForm'>,
): BadZone[] {
  if (clothForm === 'open') return [];
  const quality = bin.open ? openCloth : foldedCloth;
  if (!polygons.some((polygon) => isOfOtherCloth(polygon, quality))) return [];
  return [{ quality, regions: [[positive(withoutRedundantPoints(ringOf(bin.boundary.points)))]] }];
}

const isOfOtherCloth = ({ open = false }: Polygon, quality: number): boolean =>
  open ? quality === foldedCloth : quality === openCloth;

function zonesByQuality(bin: Bin, { polygons }: Pick<NestRequest, 'polygons'>, scale: number): BadZone[] {
  const need = polygons.reduce((best, polygon) => Math.min(best, strictestNeed(polygon)), Infinity);
  const { zones = [], quality: rest = 1 } = bin;
  const bad = zones
    .filter(({ quality }) => quality > need)
    .map(({ boundary, quality }): BadZone => {
      return { quality, regions: [[positive(withoutRedundantPoints(ringOf(boundary.points)))]] };
    });
  if (rest <= need) return bad;
  const sheet = ringOf(bin.boundary.points);
  const regions = onGrid(sheet, scale, (grid) =>
    difference(
      [grid(sheet)],
      zones.map(({ boundary }) => grid(ringOf(boundary.points))),
    ),
  );
  return regions.length === 0 ? bad : [...bad, { quality: rest, regions }];
}

/**
 * The regions of a part that must not lie on material of a quality, in the request's units. `whole`: all of it, as it was
 * sent.
 */
export function sensitiveTo(polygon: Polygon, quality: number, scale: number): 'whole' | readonly Region[] {
  if (quality === openCloth || quality === foldedCloth) return isOfOtherCloth(polygon, quality) ? 'whole' : [];
  const { quality: need = Infinity, zones = [] } = polygon;
  const strict = zones.filter((zone) => zone.quality < quality);
  const lenient = zones.filter((zone) => zone.quality >= quality);
  if (need < quality && lenient.length === 0) return 'whole';
  if (need >= quality && strict.length === 0) return [];
  const outline = ringOf(polygon.points);
  return onGrid(outline, scale, (grid) => {
    const lines = (list: typeof zones): Ring[] => list.map(({ boundary }) => grid(ringOf(boundary.points)));
    const holes = (polygon.holes ?? []).map(({ points }) => reversed(grid(ringOf(points))));
    const material = [grid(outline), ...holes];
    const within = intersection(material, lines(strict));
    if (need >= quality) return within;
    return union([...difference(material, lines(lenient)), ...within], 'nonzero');
  });
}

/** The regions that a calculation on the integer grid gives, relative to the corner of an outline. */
function onGrid(outline: Ring, scale: number, calculate: (grid: (ring: Ring) => Ring) => Ring[]): Region[] {
  const { minX, minY } = boxOf(outline);
  const grid = (ring: Ring): Ring => {
    return positive(withoutRedundantPoints(ring.map((v, i) => Math.round((v - (i % 2 ? minY : minX)) * scale))));
  };
  const back = (ring: Ring): Ring => ring.map((v, i) => v / scale + (i % 2 ? minY : minX));
  const found = componentsOf(calculate(grid)).filter(({ outer }) => !isSliver(outer));
  return found.map(({ outer, holes }) => [outer, ...holes].map(back));
}

/** Whether rounding alone may have made an outline: it is a few grid units wide. */
function isSliver(ring: Ring): boolean {
  let around = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    around += Math.hypot(ring[i]! - ring[j]!, ring[i + 1]! - ring[j + 1]!);
  }
  return signedArea(ring) < sliverWidth * (around / 2);
}
