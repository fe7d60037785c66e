/** The connected parts of a region: each positive ring with the negative rings in it. */

import { winding } from './region.js';
import { type Box, boxOf, type Ring, signedArea } from './ring.js';

export interface Component {
  /** Positive. */
  readonly outer: Ring;
  /** Negative. */
  readonly holes: readonly Ring[];
}

/** `rings`: the result of a union, intersection or difference. */
export function componentsOf(rings: readonly Ring[]): Component[] {
  const outers = rings.filter((ring) => signedArea(ring) > 0).sort((a, b) => signedArea(a) - signedArea(b));
  const boxes = outers.map(boxOf);
  const holes = new Map<Ring, Ring[]>(outers.map((outer) => [outer, []]));
  for (const hole of rings) {
    if (signedArea(hole) >= 0) continue;
    const own = boxOf(hole);
    const candidates = outers.filter((_, i) => holds(boxes[i]!, own));
    const around = candidates.find((outer, i) => i === candidates.length - 1 || mostlyInside(hole, outer));
    if (around) holes.get(around)!.push(hole);
  }
  return outers.map((outer) => ({ outer, holes: holes.get(outer)! }));
}

const holds = (outer: Box, inner: Box): boolean =>
  inner.minX >= outer.minX && inner.minY >= outer.minY && inner.maxX <= outer.maxX && inner.maxY <= outer.maxY;

/** A hole may touch the outline around it at some of its corners, so most of its corners decide. */
function mostlyInside(hole: Ring, outer: Ring): boolean {
  let inside = 0;
  for (let i = 0; i < hole.length; i += 2) if (winding([outer], hole[i]!, hole[i + 1]!) !== 0) inside++;
  return 4 * inside > hole.length;
}
