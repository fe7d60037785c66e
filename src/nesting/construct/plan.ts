/** What a construction is told: which part after which, and in which orientation. */

import { type Placed, placedOf } from '../layout/placed.js';
import type { Part, Problem } from '../layout/problem.js';

export interface Plan {
  readonly order: readonly Part[];
  /** By part index: the orientation to use (an index into the problem's), or -1 for the one that reaches least far. */
  readonly orientations: Int32Array;
  /** The share of a sheet's extent across that may be used. */
  readonly width: number;
  /** What lies there before: the locked parts. */
  readonly standing: readonly Placed[];
  /** By part index: where a part is to go if there is room about there. */
  readonly near?: readonly (Place | undefined)[];
  /** What is best about there: the nearest place, or the one that reaches least far on the same line or on those beside it. */
  readonly nearness?: Nearness;
}

export type Nearness = 'nearest' | 'same line' | 'lines beside';

/** A place on a sheet: of the reference point, in grid units. */
export type Place = Pick<Placed, 'sheet' | 'along' | 'across'>;

/** Highest priority and then largest area first, any orientation, the whole width: what the first layout is made of. */
export function largestFirst(problem: Problem): Plan {
  const order = problem.parts.filter(({ isLocked }) => !isLocked);
  order.sort(
    (a, b) =>
      b.priority - a.priority || b.shape.area - a.shape.area || a.shape.index - b.shape.index || a.index - b.index,
  );
  return {
    order,
    orientations: new Int32Array(problem.parts.length).fill(-1),
    width: 1,
    standing: placedOf(problem, problem.request.locked ?? []),
  };
}
