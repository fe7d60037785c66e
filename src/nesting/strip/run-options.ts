/** What one thread's search of a strip is told. */
import type { Breadth } from '../overlap/breadth.js';
import type { Budget } from '../overlap/budget.js';
import type { Feasible } from '../overlap/compact.js';
import type { Exchange } from '../overlap/exchange/exchange.js';
import type { Lines } from '../overlap/lines.js';
import type { Offers } from '../overlap/offers.js';

export interface StripRunOptions {
  readonly seed: number;
  readonly breadth: Breadth;
  readonly budget: Budget;
  /** What positions have to lie on; null where they may be anything. */
  readonly lines: Lines | null;
  /** What is tried beside other places; null where there is no grid. */
  readonly offers: Offers | null;
  /** How the threads of a search tell each other what they find; null when it has one thread. */
  readonly exchange: Exchange<Feasible> | null;
  /** Whether this is the second thread of a search, whose layouts count only through the exchange. */
  readonly isPartner: boolean;
  /** Called with each layout that is better than all before it, from either thread. */
  readonly improved: (best: Feasible) => void;
}
