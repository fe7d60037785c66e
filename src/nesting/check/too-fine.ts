/** Parts that need a better quality than any material in the bins has: the client learns so before the search. */

import { strictestNeed } from '../layout/quality.js';
import type { NestRequest, NestWarning } from '../request.js';

export function tooFineParts({ polygons, bins }: NestRequest): NestWarning[] {
  const best = bins.reduce(
    (least, { quality = 1, zones = [] }) => Math.min(least, quality, ...zones.map((zone) => zone.quality)),
    Infinity,
  );
  const wanting = polygons.map((polygon, i) => ({ i, need: strictestNeed(polygon) })).filter(({ need }) => need < best);
  if (wanting.length === 0) return [];
  const [{ i, need }] = wanting as [(typeof wanting)[number]];
  const others = wanting.length === 1 ? '' : `, and so do ${wanting.length - 1} more`;
  const message = `polygons[${i}] needs the quality ${need}${others}, but the best of any bin is ${best}: no place for it`;
  return [{ code: 'quality_too_low', path: `polygons[${i}].quality`, message }];
}
