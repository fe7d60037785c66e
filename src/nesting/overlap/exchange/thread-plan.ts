/**
 * How the two threads of a search share the work and exchange layouts. The second thread gets the plan when it starts.
 */
import type { Codec, Exchange } from './exchange.js';
import { Lockstep, type Side } from './lockstep.js';
import { SharedBest } from './shared-best.js';

export interface ThreadPlan {
  /** Items of an exchanged layout. */
  readonly items: number;
  /** Passes of each thread after which the work ends; null when time ends the search. */
  readonly passes: number | null;
}

/** The start data of the second thread of a search. */
export interface Half {
  readonly seed: number;
  readonly plan: ThreadPlan;
  /** The memory of the exchange, which also tells the thread when to end. */
  readonly memory: SharedArrayBuffer;
}

/** Exchanges in a search that ends by work, and the fewest passes between two of them. */
const exchanges = 64;
const fewestPasses = 16;

function passesPerRound(passes: number): number {
  return Math.max(fewestPasses, Math.ceil(passes / exchanges));
}

export function exchangeOf<T>(
  { passes }: ThreadPlan,
  codec: Codec<T>,
  side: Side,
  memory?: SharedArrayBuffer,
): Exchange<T> {
  if (passes === null) return memory ? new SharedBest(memory, codec) : SharedBest.of(codec);
  const shared = memory ?? new SharedArrayBuffer(Lockstep.bytes(codec));
  return new Lockstep(shared, codec, passesPerRound(passes), side, 1 / passes);
}
