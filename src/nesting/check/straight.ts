/** Parts that stay straight in spite of a rotation tolerance: the client learns so before the search. */

import { toleranceOf } from '../layout/tilt.js';
import type { NestRequest, NestWarning } from '../request.js';

/** A warning of a sound request about the first of these parts, with the number of the others. */
export function straightParts(request: NestRequest): NestWarning[] {
  const straight = request.polygons.flatMap((polygon, i) => {
    const asked = polygon.rotationTolerance ?? request.rotationTolerance ?? 0;
    return asked > 0 && toleranceOf(request, polygon) === 0 ? [i] : [];
  });
  const [first] = straight;
  if (first === undefined) return [];
  const isOwn = request.polygons[first]!.rotationTolerance !== undefined;
  const path = isOwn ? `polygons[${first}].rotationTolerance` : 'rotationTolerance';
  const others = straight.length === 1 ? '' : `, nor on ${straight.length - 1} more`;
  const reason = 'half parts on a fold and parts that match lie straight';
  const message = `rotationTolerance has no effect on polygons[${first}]${others}: ${reason}`;
  return [{ code: 'tilt_without_effect', path, message }];
}
