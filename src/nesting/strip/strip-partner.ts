/** The second thread's half of the search of a strip: the same problem, searched with another seed. */
import type { StripHalf } from '../partner.js';
import type { LayoutExchange } from './layout-exchange.js';
import { prepareShapes } from './shapes.js';
import { runStrip } from './strip-run.js';

/** Returns when the budget ends. `poll` throws when the search has ended. */
export function searchStripAsPartner(
  { problem, seed, starts }: StripHalf,
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
  const options = { seed, starts, exchange, budget, isPartner: true, improved: () => {} };
  runStrip(prepareShapes(problem, poll), options, null);
}
