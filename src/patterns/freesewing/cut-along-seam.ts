/** The cut line of a part with seam allowance on only some of its edges. */
import type { Point } from '../../geometry/point.js';
import { type Loop, loopArea, positive } from '../region.js';

/**
 * The seam line, with each stretch under a run of the cut line replaced by the run. Edges without a run are cut on the
 * seam: bound edges, folded edges.
 *
 * @param runs open lines that begin and end at the seam
 */
export function cutAlongSeam(seam: Loop, runs: readonly (readonly Point[])[]): Loop {
  return runs.reduce<Loop>((ring, run) => {
    const ways = [run, [...run].reverse()].map((way) => replaceStretch(ring, way));
    // the other direction keeps only the strip between the run and the seam
    const [one, other] = ways as [Loop, Loop];
    return loopArea(one) > loopArea(other) ? one : other;
  }, positive(seam));
}

/** The run, and the ring onwards from the end of the run to its beginning. */
function replaceStretch(ring: Loop, run: readonly Point[]): Loop {
  const start = nearestEdge(ring, run[0]!);
  const end = nearestEdge(ring, run.at(-1)!);
  const n = ring.length;
  const corners: Point[] = [];
  let edges = (start.edge - end.edge + n) % n;
  if (edges === 0 && start.along < end.along) edges = n;
  for (let i = 1; i <= edges; i++) corners.push(ring[(end.edge + i) % n]!);
  return [...run, end.at, ...corners, start.at];
}

/** The nearest edge of a ring to a point, the place on it, and how far along, 0 to 1. */
export function nearestEdge(ring: Loop, [x, y]: Point): { edge: number; at: Point; along: number } {
  let best = { edge: 0, at: ring[0]!, along: 0 };
  let least = Infinity;
  ring.forEach(([ax, ay], edge) => {
    const [bx, by] = ring[(edge + 1) % ring.length]!;
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    const at: Point = [ax + along * dx, ay + along * dy];
    const distance = Math.hypot(at[0] - x, at[1] - y);
    if (distance < least) [best, least] = [{ edge, at, along }, distance];
  });
  return best;
}
