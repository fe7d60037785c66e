/**
 * The one interface between the solver and the searches for better layouts. A search runs until the context ends it. It
 * may be approximate, since the solver checks every layout exactly before it counts.
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
  /** The best layout so far, exactly valid. */
  readonly best: Layout;
  /** A search calls it at least every few milliseconds; throws `SearchEnded` when time is up. */
  readonly poll: () => void;
  /** Announces one search step (a layout to test); throws `SearchEnded` where the work limit leaves none. */
  readonly step: () => void;
  /** The used share of the search's time, or of its work where there is a work limit. */
  readonly used: () => number;
  /** Counts one generation. */
  readonly endGeneration: () => void;
  /** Threads that may search at the same time. */
  readonly threads: 1 | 2;
  /**
   * A layout of another instance that is better than the best one and passes the exact check: it is the best one now.
   * Null: there is none. It is cheap, so a search asks after every pass.
   */
  readonly adopt: () => Layout | null;
  /** Hands over a layout. A better one that passes the exact check becomes the best and is published. */
  readonly offer: (layout: Layout) => Measures;
}

/** Searches from the first layout, made by `plan`, until `SearchEnded` is thrown; a return ends the search early. */
export type Search = (context: SearchContext, plan: Plan) => void;

export class SearchEnded extends Error {
  override readonly name = 'SearchEnded';

  constructor(readonly end: SolveEnd) {
    super(`the search ended: ${end}`);
  }
}
