/** One half of the search of a strip: the second thread searches the same problem with another seed. */
import type { Arrangement } from '../overlap/arrangement.js';
import type { Breadth } from '../overlap/breadth.js';
import type { Feasible } from '../overlap/compact.js';
import { Costs } from '../overlap/costs.js';
import type { Exchange } from '../overlap/exchange/exchange.js';
import type { Half } from '../overlap/exchange/thread-plan.js';
import { prepareShapes } from '../overlap/shapes.js';
import { linesOfStrip, offersOfStrip } from './lines.js';
import type { StripProblem } from './problem.js';
import { runStrip } from './run.js';
import { WindowRelay } from './window-relay.js';

export interface StripHalf extends Half {
  readonly problem: StripProblem;
  readonly breadth: Breadth;
  /** A first layout, where the search cannot make one itself. */
  readonly start: Arrangement | null;
  readonly sketch: Arrangement | null;
  /** The memory of a long strip's windows. */
  readonly relay: SharedArrayBuffer | null;
  /** The memory for tables of both threads. */
  readonly tables: SharedArrayBuffer | null;
}

/** Returns when the budget ends. `poll` throws when the search has ended. */
export function searchStripHalf(
  { problem, seed, breadth, start, sketch, plan, relay: memory, tables }: StripHalf,
  exchange: Exchange<Feasible>,
  poll: () => void,
): void {
  const budget = {
    used: () => exchange.used,
    stopped: () => exchange.stopped || exchange.used >= 1,
    poll,
    passed: () => exchange.passed(poll),
    attempted: () => {},
  };
  const shapes = prepareShapes(problem, poll);
  const lines = linesOfStrip(problem, shapes);
  const offers = offersOfStrip(problem, shapes);
  const relay = memory && new WindowRelay(memory, shapes.itemTypes.length, plan.passes !== null);
  const constructed = (): null => null;
  const own = {
    isPartner: true,
    constructed,
    sketch,
    relay,
    tables,
    elsewhere: () => null,
    costs: new Costs(),
    improved: () => {},
  };
  const { refines = false } = problem;
  try {
    runStrip(shapes, { seed, breadth, refines, lines, offers, exchange, budget, ...own }, start);
  } finally {
    relay?.leave();
  }
}
