/** Entry of the second thread of a search on sheets: prepares the same problem again, and searches it with another seed. */

import { isMainThread, workerData } from 'node:worker_threads';
import { ExactCheck } from '../layout/exact-check.js';
import { type Layout, placementsOf } from '../layout/layout.js';
import { Measure } from '../layout/measure.js';
import { NoFitCache } from '../layout/no-fit-cache.js';
import { Problem } from '../layout/problem.js';
import type { LayoutExchange } from '../strip/layout-exchange.js';
import { exchangeOf } from '../strip/thread-plan.js';
import { largestFirst } from './plan.js';
import { Random } from './random.js';
import type { SearchContext } from './search.js';
import type { SheetPartnerTask } from './sheet-partner.js';
import { SheetBridge } from './sheets.js';

function isSheetPartnerTask(data: unknown): data is SheetPartnerTask {
  return typeof data === 'object' && data !== null && (data as SheetPartnerTask).kind === 'sheet-partner';
}

function searchAsPartner(task: SheetPartnerTask, exchange: LayoutExchange): void {
  // A worker thread: this ends it alone.
  const poll = (): void => {
    if (exchange.stopped) process.exit();
  };
  const { request } = task;
  const problem = new Problem(request, poll);
  const check = new ExactCheck(request, poll);
  const measure = new Measure(request);
  const context: SearchContext = {
    problem,
    noFits: new NoFitCache(problem),
    random: new Random(task.seed),
    best: bestOf(problem, task),
    poll,
    step: () => {},
    used: () => exchange.used,
    endGeneration: () => {},
    // The first thread checks what it takes from here.
    offer: (layout) => {
      const placements = placementsOf(problem, layout);
      return measure.measures(placements, check.outlines(placements));
    },
  };
  new SheetBridge(context, { ...largestFirst(problem), width: task.width }).searchAsPartner(exchange);
}

function bestOf(problem: Problem, { best }: SheetPartnerTask): Layout {
  const placed = best.map(({ part: index, turn, ...at }) => {
    const part = problem.parts[index]!;
    return { part, variant: problem.variant(part.shape, turn), ...at };
  });
  const parts = new Set(placed.map(({ part }) => part));
  return { placed, unplaced: problem.parts.filter((part) => !parts.has(part)) };
}

if (!isMainThread && isSheetPartnerTask(workerData)) {
  const exchange = exchangeOf(workerData.plan, 1, workerData.memory);
  try {
    searchAsPartner(workerData, exchange);
  } finally {
    exchange.leave();
  }
}
