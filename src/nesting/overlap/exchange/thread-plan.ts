/** How the two threads of a search divide it and exchange what they find; told to the second thread as it starts. */
import type { LayoutExchange } from './layout-exchange.js';
import { Lockstep, type Side } from './lockstep.js';
import { SharedBest } from './shared-best.js';

export interface ThreadPlan {
  /** Items of the layouts that are exchanged. */
  readonly items: number;
  /** Passes of each thread after which the work ends; null when time ends the search. */
  readonly passes: number | null;
}

/** Exchanges in a search that ends by work, and the fewest passes between two of them. */
const exchanges = 64;
const fewestPasses = 16;

function passesPerRound(passes: number): number {
  return Math.max(fewestPasses, Math.ceil(passes / exchanges));
}

export function exchangeOf({ items, passes }: ThreadPlan, side: Side, memory?: SharedArrayBuffer): LayoutExchange {
  if (passes === null) return memory ? new SharedBest(memory, items) : SharedBest.of(items);
  const shared = memory ?? new SharedArrayBuffer(Lockstep.bytes(items));
  return new Lockstep(shared, items, passesPerRound(passes), side, 1 / passes);
}
