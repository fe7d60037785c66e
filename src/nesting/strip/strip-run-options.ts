/** What one thread's search of a strip is told. */
import type { Budget } from './budget.js';
import type { Feasible } from './explore.js';
import type { SharedBest } from './shared-best.js';

export interface StripRunOptions {
  readonly seed: number;
  /** Short starts before the best of them goes on; at least one. */
  readonly starts: number;
  readonly budget: Budget;
  /** What the threads of a search share; null when it has one thread. */
  readonly shared: SharedBest | null;
  /** Whether this is the second thread of a search, whose layouts count only through what is shared. */
  readonly isPartner: boolean;
  /** Called with each layout that is better than all before it, from either thread. */
  readonly improved: (best: Feasible) => void;
}
