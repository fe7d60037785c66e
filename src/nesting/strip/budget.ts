/** How much of its time or work a search has used. */
export interface Budget {
  /** Share used, from 0; the search ends at 1. */
  used(): number;
  /** Asked often; true ends the search at once. */
  stopped(): boolean;
}

/** A part of a budget: ends when the whole has used `until`. */
export function upTo(budget: Budget, until: number): Budget {
  return {
    used: () => budget.used() / until,
    stopped: () => budget.stopped() || budget.used() >= until,
  };
}
