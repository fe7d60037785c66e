/** The plan of a construction: the order of the parts, and their orientations. */

import { type Placed, placedOf } from '../layout/placed.js';
import type { Part, Problem } from '../layout/problem.js';

export interface Plan {
  readonly order: readonly Part[];
  /** By part index: an index into the problem's orientations, or -1 for the orientation that reaches least far. */
  readonly orientations: Int32Array;
  /** The share of a sheet's extent across that may be used. */
  readonly width: number;
  /** The parts placed beforehand: locked ones, and blocks of copies. */
  readonly standing: readonly Placed[];
  /** The standing parts with others all around: no part is tried beside them. */
  readonly enclosed?: ReadonlySet<Placed>;
  /** By part index: the place near which the part goes if there is room. */
  readonly near?: readonly (Place | undefined)[];
  /**
   * The best place near `near`: the nearest, or the one that reaches least far on the same line or on the lines beside.
   */
  readonly nearness?: Nearness;
}

export type Nearness = 'nearest' | 'same line' | 'lines beside';

/** A place of the reference point on a sheet, in grid units. */
export type Place = Pick<Placed, 'sheet' | 'along' | 'across'>;

/**
 * The plan of the first layout, in any orientation and the whole width: the highest priority comes first, then half parts, since
 * others leave them no place on a fold, then the largest area.
 */
export function largestFirst(problem: Problem): Plan {
  const order = problem.parts.filter(({ isLocked }) => !isLocked);
  order.sort(
    (a, b) =>
      b.priority - a.priority ||
      Number(b.shape.isOnFold) - Number(a.shape.isOnFold) ||
      b.shape.area - a.shape.area ||
      a.shape.index - b.shape.index ||
      a.index - b.index,
  );
  return {
    order,
    orientations: new Int32Array(problem.parts.length).fill(-1),
    width: 1,
    standing: placedOf(problem, problem.request.locked ?? []),
  };
}
