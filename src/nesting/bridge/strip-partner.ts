/** The second thread's half of the search of a strip: the same problem, searched with another seed. */

import type { LayoutExchange } from '../overlap/exchange/layout-exchange.js';
import { linesOf } from '../overlap/lines.js';
import { offersOf } from '../overlap/offers.js';
import { prepareShapes } from '../overlap/shapes.js';
import { runStrip } from '../strip/run.js';
import type { StripHalf } from './partner.js';

/** Returns when the budget ends. `poll` throws when the search has ended. */
export function searchStripAsPartner(
  { problem, seed, breadth, start }: StripHalf,
  exchange: LayoutExchange,
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
  const lines = linesOf(problem, shapes);
  const offers = offersOf(problem, shapes);
  runStrip(shapes, { seed, breadth, lines, offers, exchange, budget, isPartner: true, improved: () => {} }, start);
}
