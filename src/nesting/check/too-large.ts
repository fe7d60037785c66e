/** Parts that no bin can take in any of their orientations: the client learns so before the search, not after it. */

import { boxOf, ringOf } from '../../geometry/ring.js';
import { foldGapsOf } from '../layout/folds.js';
import { distanceOf } from '../layout/spacing.js';
import type { NestRequest, NestWarning, Polygon } from '../request.js';
import { partName } from './part-name.js';
import { Rooms } from './rooms.js';

/** Every further part of the kind is only counted. */
const mostNamed = 20;

/**
 * Warnings about the polygons whose box is larger than that of every bin, in steps.
 */
export function* tooLargeParts(request: NestRequest): Generator<void, NestWarning[], void> {
  const rooms = new Rooms(request);
  const locked = new Map<number, number>();
  for (const { index } of request.locked ?? []) locked.set(index, (locked.get(index) ?? 0) + 1);
  const warnings: NestWarning[] = [];
  let more = 0;
  for (const [i, polygon] of request.polygons.entries()) {
    yield;
    const held = locked.get(i) ?? 0;
    if (held >= (polygon.quantity ?? 1)) continue;
    const fits = rooms.fitOf(polygon);
    if (!fits || (polygon.allowedRotations ?? request.allowedRotations).some(fits)) continue;
    if (warnings.length === mostNamed) more++;
    else warnings.push(warningOf(request, i, held > 0));
  }
  if (more > 0) {
    const message = `${more} more polygons are too large for every bin as well, and stay unplaced`;
    warnings.push({ code: 'part_too_large', path: 'polygons', message });
  }
  return warnings;
}

function warningOf(request: NestRequest, index: number, isPartlyLocked: boolean): NestWarning {
  const polygon = request.polygons[index]!;
  const { minX, minY, maxX, maxY } = boxOf(ringOf(polygon.points));
  const path = `polygons[${index}]`;
  const size = `${rounded(maxX - minX)} x ${rounded(maxY - minY)}`;
  const left = isPartlyLocked ? 'its copies without a lock stay unplaced' : 'it stays unplaced';
  const bins = `every bin${lessDistances(request, polygon)}`;
  const message = `${partName(request, index)} measures ${size}: larger than ${bins} in each allowed rotation, so ${left}`;
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
