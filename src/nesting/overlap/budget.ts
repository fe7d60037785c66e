/** How much of its time or work a search has used. */
export interface Budget {
  /** Share used, from 0; the search ends at 1. */
  used(): number;
  /** True ends the search. The search asks before every pass; a pass takes a millisecond or two. */
  stopped(): boolean;
  /** Long work between passes calls it every few milliseconds; it may throw to end the search. */
  poll(): void;
  /** The search calls it after every pass over a whole layout. */
  passed(): void;
  /** The search calls it after every separation, successful or not. */
  attempted(): void;
}

/** The part of a budget between two shares of the whole. */
export function between(budget: Budget, from: number, to: number): Budget {
  return {
    used: () => (budget.used() - from) / (to - from),
    stopped: () => budget.stopped() || budget.used() >= to,
    poll: () => budget.poll(),
    passed: () => budget.passed(),
    attempted: () => budget.attempted(),
  };
}

/** The same budget, which also calls `then` after every pass. */
export function alsoAfterPass(budget: Budget, then: () => void): Budget {
  return {
    used: () => budget.used(),
    stopped: () => budget.stopped(),
    poll: () => budget.poll(),
    attempted: () => budget.attempted(),
    passed: () => {
      budget.passed();
      then();
    },
  };
}
