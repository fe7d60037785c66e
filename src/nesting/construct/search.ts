/**
 * The one interface between the solver and whatever searches for better layouts. A search runs until it is told to end;
 * it may be approximate, since the solver checks every layout exactly before it counts.
 */

import type { Random } from '../../random.js';
import type { Layout } from '../layout/layout.js';
import type { Measures } from '../layout/measure.js';
import type { Problem } from '../layout/problem.js';
import type { SolveEnd } from '../request.js';
import type { Groundwork } from './groundwork.js';
import type { Plan } from './plan.js';

export interface SearchContext {
  readonly problem: Problem;
  /** Of the problem. */
  readonly ground: Groundwork;
  readonly random: Random;
  /** The best layout so far, valid as sent. */
  readonly best: Layout;
  /** To be called at least every few milliseconds; throws `SearchEnded` when time is up. */
  readonly poll: () => void;
  /** Announces one search step (a layout to be tested); throws `SearchEnded` where the work limit leaves none. */
  readonly step: () => void;
  /** Share of the time used since the search began, of the work where there is a work limit. */
  readonly used: () => number;
  /** Counts one generation. */
  readonly endGeneration: () => void;
  /** Hands over a layout. It becomes the best, and is published, where it is better and passes the exact check. */
  readonly offer: (layout: Layout) => Measures;
}

/** Searches on from the first layout, which `plan` gave, until `SearchEnded` is thrown; returning is an early end. */
export type Search = (context: SearchContext, plan: Plan) => void;

export class SearchEnded extends Error {
  override readonly name = 'SearchEnded';

  constructor(readonly end: SolveEnd) {
    super(`the search ended: ${end}`);
  }
}
