/** What one thread's search of a strip is told. */
import type { Budget } from './budget.js';
import type { Feasible } from './compact.js';
import type { LayoutExchange } from './layout-exchange.js';
import type { Lines } from './lines.js';

export interface StripRunOptions {
  readonly seed: number;
  /** Short starts before the best of them goes on; at least one. */
  readonly starts: number;
  readonly budget: Budget;
  /** What positions have to lie on; null where they may be anything. */
  readonly lines: Lines | null;
  /** How the threads of a search tell each other what they find; null when it has one thread. */
  readonly exchange: LayoutExchange | null;
  /** Whether this is the second thread of a search, whose layouts count only through the exchange. */
  readonly isPartner: boolean;
  /** Called with each layout that is better than all before it, from either thread. */
  readonly improved: (best: Feasible) => void;
}
