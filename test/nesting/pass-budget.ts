/** A budget of work for tests that search without a request. */
import type { Budget } from '../../src/nesting/overlap/budget.js';

/** Ends after a number of passes. */
export function passBudget(most: number): Budget {
  let done = 0;
  return {
    used: () => done / most,
    stopped: () => done >= most,
    poll: () => {},
    passed: () => {
      done++;
    },
    attempted: () => {},
  };
}
