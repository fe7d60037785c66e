/** Compaction: a feasible arrangement is squeezed along x and cleaned up, in steps that halve when they fail. */
import type { Arrangement } from './collision-field.js';
import type { SeparatingPlanes } from './separating-planes.js';
import type { ShapeSet } from './shapes.js';

const firstStep = 0.004;
/** A rough compaction, while the search goes on, ends sooner. */
const lastStep = { rough: 2e-4, fine: 1e-6 } as const;

/** The greatest x that any of the first `count` items reaches. */
export function reachOf(shapes: ShapeSet, itemTypes: Int32Array, at: Arrangement, count = itemTypes.length): number {
  let reach = 0;
  for (let i = 0; i < count; i++) {
    reach = Math.max(reach, at.x[i]! + shapes.types[itemTypes[i]!]!.shapes[at.turn[i]!]!.maxX);
  }
  return reach;
}

export const copyOf = (at: Arrangement): Arrangement => ({ x: at.x.slice(), y: at.y.slice(), turn: at.turn.slice() });

/** Shortens a feasible arrangement as far as its pairs of planes let it; returns the new one and its length. */
export function compact(
  planes: SeparatingPlanes,
  start: Arrangement,
  length: number,
  until: keyof typeof lastStep,
  poll: () => void,
): { at: Arrangement; length: number } {
  let best = start;
  let bestLength = length;
  for (let step = firstStep; step >= lastStep[until]; ) {
    poll();
    const target = bestLength * (1 - step);
    const trial = copyOf(best);
    for (let i = 0; i < trial.x.length; i++) trial.x[i]! *= 1 - step;
    if (planes.repair(trial, target)) {
      best = trial;
      bestLength = target;
    } else step /= 2;
  }
  return { at: best, length: bestLength };
}
