/** The second thread's half of a search on sheets: prepares the same problem again, and searches it with another seed. */

import { Random } from '../../random.js';
import { searchDetail } from '../construct/detail.js';
import { Groundwork } from '../construct/groundwork.js';
import { largestFirst } from '../construct/plan.js';
import type { SearchContext } from '../construct/search.js';
import { ExactCheck } from '../layout/exact-check.js';
import { type Layout, placementsOf } from '../layout/layout.js';
import { Measure } from '../layout/measure.js';
import { Problem } from '../layout/problem.js';
import { Costs } from '../overlap/costs.js';
import type { Exchange } from '../overlap/exchange/exchange.js';
import type { SheetArrangement } from '../sheets/arrangement.js';
import type { SheetHalf } from './partner.js';
import { SheetBridge } from './sheets.js';

/** Returns when the budget ends. `poll` throws when the search has ended. */
export function searchSheetHalf(task: SheetHalf, exchange: Exchange<SheetArrangement>, poll: () => void): void {
  const { request } = task;
  const problem = new Problem(request, searchDetail, poll);
  const check = new ExactCheck(request, poll);
  const measure = new Measure(request);
  const context: SearchContext = {
    problem,
    ground: new Groundwork(problem, poll),
    random: new Random(task.seed),
    best: bestOf(problem, task),
    poll,
    step: () => {},
    used: () => exchange.used,
    endGeneration: () => {},
    threads: 1,
    // The first thread shows this one what it adopts.
    adopt: () => null,
    // The first thread checks the layouts that it takes from here.
    offer: (layout) => {
      const placements = placementsOf(problem, layout);
      return measure.measures(placements, check.outlines(placements));
    },
  };
  new SheetBridge(context, { ...largestFirst(problem), width: task.width }, new Costs()).searchAsPartner(
    exchange,
    task.tables,
  );
}

function bestOf(problem: Problem, { best }: SheetHalf): Layout {
  const placed = best.map(({ part: index, rotation, mirrored, ...at }) => {
    const part = problem.parts[index]!;
    return {
      part,
      variant: problem.variant(part.shape, problem.orientationOf(part.shape, rotation, mirrored)!),
      ...at,
    };
  });
  const parts = new Set(placed.map(({ part }) => part));
  return { placed, unplaced: problem.parts.filter((part) => !parts.has(part)) };
}
