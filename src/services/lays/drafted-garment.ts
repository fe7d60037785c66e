/** A drafted garment as the parts of a marker, with the matches of its seams on patterned cloth. */
import { checkNestRequest } from '../../nesting/check/request.js';
import type { NamedPoint, NestWarning } from '../../nesting/request.js';
import { garmentMatches } from '../nest/garment-matches.js';
import type { OrderedPiece } from '../nest/marker.js';
import { garmentParts, partName } from '../nest/parts.js';
import { type GarmentMatch, type GarmentShape, markerParts, type OrderedGarment } from './marker-parts.js';
import { type LayingRules, onStrip, roomOf } from './marker-request.js';

/** @param pieces of one garment, whose `size` is its name */
export function draftedGarment(name: string, pieces: readonly OrderedPiece[], { fabric }: LayingRules): OrderedGarment {
  const parts = garmentParts(pieces, 'left', 'none');
  // The numbers of garments count all of an order, and no phase is given for any.
  const phases = Array.from({ length: 1 + Math.max(0, ...pieces.map(({ order }) => order)) }, () => ({}));
  const matched = fabric && garmentMatches(parts, fabric, 'left', phases);
  const firsts: number[] = [];
  let next = 0;
  const shapes = pieces.map((ordered): GarmentShape => {
    const { quantity, mirrored } = ordered.piece;
    const first = next;
    firsts.push(first);
    next += quantity;
    const outlines = parts.slice(first, first + (mirrored ? 2 : 1));
    const polygons = outlines.map(({ polygon: { id: _, ...polygon } }, outline) => {
      const own = Array.from({ length: quantity }, (_, copy) => matched?.points[first + copy] ?? []);
      const matchPoints = distinctPoints(own.filter((_, copy) => copy % outlines.length === outline).flat());
      return matchPoints.length === 0 ? polygon : { ...polygon, matchPoints };
    });
    return { name: partName(ordered, 0).replace(/-1$/, ''), polygons, quantity };
  });
  const matches = matched?.match.map(({ name: called, axis, points }): GarmentMatch => {
    const placed = points.map(({ part, point }) => {
      const shape = firsts.findLastIndex((first) => first <= part);
      return { shape, copy: part - firsts[shape]!, point };
    });
    return { name: called, axis, points: placed };
  });
  return { name, shapes, ...(matches && matches.length > 0 && { matches }) };
}

/** Copies of one outline have the same points. */
const distinctPoints = (points: readonly NamedPoint[]): NamedPoint[] => [
  ...new Map(points.map((point) => [point.name, point])).values(),
];

/** The matches of a garment that its shapes rule out, at its line. */
export function leftOutMatches(garment: OrderedGarment, rules: LayingRules, path: string): NestWarning[] {
  if (!garment.matches) return [];
  const { warnings } = checkNestRequest(roomOf(markerParts([garment], [1], 'none'), onStrip(rules)));
  return warnings.filter(({ code }) => code === 'match_left_out').map((warning) => ({ ...warning, path }));
}

/** Repeats of the cloth along which no garment matches. */
export function idleRepeats(garments: readonly OrderedGarment[], { fabric }: LayingRules): NestWarning[] {
  const axes = [
    ['x', 'fabric.repeatX', fabric?.repeatX ?? null],
    ['y', 'fabric.repeatY', fabric?.repeatY ?? null],
  ] as const;
  return axes.flatMap(([axis, path, repeat]): NestWarning[] => {
    const isUsed = garments.some(({ matches = [] }) => matches.some((own) => own.axis === 'both' || own.axis === axis));
    if (repeat === null || isUsed) return [];
    return [{ code: 'repeat_without_match', path, message: `${path} has no effect: no garment matches along ${axis}` }];
  });
}
