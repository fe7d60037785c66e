/** The context of a search that sees the same parts and sheets as another problem, such as one with fewer rotations. */

import { type Layout, layoutIn } from '../layout/layout.js';
import type { Groundwork } from './groundwork.js';
import type { SearchContext } from './search.js';

/** The part of a budget that a search has, in shares of the whole. */
export interface Slice {
  readonly from: number;
  readonly until: number;
}

class SliceEnded extends Error {
  override readonly name = 'SliceEnded';

  constructor(readonly slice: Slice) {
    super('the slice of a search ended');
  }
}

/** Runs a search until its slice ends. */
export function untilEndOf(slice: Slice, search: () => void): void {
  try {
    search();
  } catch (error) {
    if (!(error instanceof SliceEnded && error.slice === slice)) throw error;
  }
}

const whole: Slice = { from: 0, until: 1 };

/**
 * A context for the problem of `ground`. `best` gives the layout to go on from. `offered` learns of each layout that the
 * search hands over, and of its measures.
 */
export function contextIn(
  context: SearchContext,
  ground: Groundwork,
  best: () => Layout,
  offered: (layout: Layout, fitness: number) => void = () => {},
  slice: Slice = whole,
): SearchContext {
  const { problem } = ground;
  const { from, until } = slice;
  const endSlice = (): void => {
    if (until < 1 && context.used() >= until) throw new SliceEnded(slice);
  };
  return {
    problem,
    ground,
    random: context.random,
    get best() {
      return best();
    },
    poll: () => {
      context.poll();
      endSlice();
    },
    step: () => {
      context.step();
      endSlice();
    },
    used: () => (context.used() - from) / (until - from),
    endGeneration: context.endGeneration,
    threads: context.threads,
    adopt: () => {
      const found = context.adopt();
      if (!found) return null;
      const layout = layoutIn(problem, context.problem, found);
      return layout.placed.length === found.placed.length ? layout : null;
    },
    offer: (layout) => {
      const measures = context.offer(layoutIn(context.problem, problem, layout));
      offered(layout, measures.fitness);
      return measures;
    },
  };
}
