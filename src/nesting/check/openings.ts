/** The rules for the holes of a polygon: inside its outline and outside each other, without a touch. */

import type { FieldProblem } from '../../errors.js';
import { winding } from '../../geometry/region.js';
import { boxOf, type Ring, ringOf, withoutRedundantPoints } from '../../geometry/ring.js';
import { firstMeeting } from '../../geometry/self-intersection.js';
import type { Polygon } from '../request.js';

/**
 * `name` names the polygon in messages; outline and holes must each be simple. Takes about O(n log n), plus O(n) a hole
 * for the outline and the holes around it.
 */
export function openingProblems(path: string, name: string, { points, holes = [] }: Polygon): FieldProblem[] {
  const rings = [points, ...holes.map((hole) => hole.points)].map((line) => withoutRedundantPoints(ringOf(line)));
  const problem = (hole: number, code: string, what: string): FieldProblem => {
    const at = `${path}.holes[${hole - 1}]`;
    return { path: at, code, message: `the hole ${at} ${what} ${name}` };
  };
  const meeting = firstMeeting(rings);
  if (meeting) {
    const met = [meeting.edge, meeting.otherEdge].map((edge) => ringWith(rings, edge)).sort((a, b) => a - b);
    return met[0] === 0
      ? [problem(met[1]!, 'hole_outside_polygon', 'crosses or touches the outline of')]
      : [problem(met[1]!, 'holes_overlap', `crosses or touches the hole ${path}.holes[${met[0]! - 1}] of`)];
  }
  const boxes = rings.map(boxOf);
  return rings.flatMap((ring, i) => {
    if (i === 0) return [];
    const [x, y] = [ring[0]!, ring[1]!];
    const isAround = (other: Ring, k: number): boolean => {
      const { minX, maxX, minY, maxY } = boxes[k]!;
      return x >= minX && x <= maxX && y >= minY && y <= maxY && winding([other], x, y) !== 0;
    };
    if (!isAround(rings[0]!, 0)) return [problem(i, 'hole_outside_polygon', 'lies outside of')];
    const around = rings.findIndex((other, k) => k > 0 && k !== i && isAround(other, k));
    return around < 0 ? [] : [problem(i, 'holes_overlap', `lies in the hole ${path}.holes[${around - 1}] of`)];
  });
}

/** The ring of an edge, by its number among the edges of all rings. */
function ringWith(rings: readonly Ring[], edge: number): number {
  let ring = 0;
  for (let left = edge; left >= rings[ring]!.length / 2; ring++) left -= rings[ring]!.length / 2;
  return ring;
}
