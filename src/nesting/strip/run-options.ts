/** The options of one thread's search of a strip. */
import type { Arrangement } from '../overlap/arrangement.js';
import type { Breadth } from '../overlap/breadth.js';
import type { Budget } from '../overlap/budget.js';
import type { Feasible } from '../overlap/compact.js';
import type { Costs } from '../overlap/costs.js';
import type { Exchange } from '../overlap/exchange/exchange.js';
import type { Lines } from '../overlap/lines.js';
import type { Offers } from '../overlap/offers.js';
import type { WindowRelay } from './window-relay.js';

export interface StripRunOptions {
  readonly seed: number;
  readonly breadth: Breadth;
  /** Whether the search only goes on from its start. */
  readonly refines: boolean;
  readonly budget: Budget;
  /** The lines that positions must lie on; null where positions are free. */
  readonly lines: Lines | null;
  /** Grid points to try beside other places; null where there is no grid. */
  readonly offers: Offers | null;
  /** The exchange of layouts between two threads; null for a search with one thread. */
  readonly exchange: Exchange<Feasible> | null;
  /** The two threads' windows on a long strip; null for a search with one thread. */
  readonly relay: WindowRelay | null;
  /** The memory for tables that two threads share; null for a search with one thread, or of fewer shapes. */
  readonly tables: SharedArrayBuffer | null;
  /** Whether this is the second thread of a search, whose layouts count only through the exchange. */
  readonly isPartner: boolean;
  /** A first layout of some items alone, with touching items that may overlap by a rounding error; null: there is none. */
  readonly constructed: (items: Iterable<number>) => Arrangement | null;
  /** A layout that may overlap, from which a search of few items begins if it comes apart; null: there is none. */
  readonly sketch: Arrangement | null;
  /** A new layout of another search of the whole strip, once; null: there is none. It is cheap. */
  readonly elsewhere: () => Arrangement | null;
  readonly costs: Costs;
  /** Called with each layout better than all before it, from either thread. */
  readonly improved: (best: Feasible) => void;
}
