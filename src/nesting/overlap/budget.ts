/** How much of its time or work a search has used. */
export interface Budget {
  /** Share used, from 0; the search ends at 1. */
  used(): number;
  /** True ends the search. Asked before every pass, which takes a millisecond or two. */
  stopped(): boolean;
  /** Called every few milliseconds of anything that takes long between passes; may throw to end the search. */
  poll(): void;
  /** Told after every pass over a whole layout. */
  passed(): void;
  /** Told after every separation, whether it succeeded or not. */
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

/** The same budget, with something more to do after every pass. */
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
