/** The time for other first layouts beside the search on sheets: constructions, of which one may take seconds. */
import type { Budget } from '../overlap/budget.js';

export class OtherStarts {
  /** The length of the next turn, as a share of the usual one. */
  #hope = 1;
  /** The share of the budget that is left for them. */
  #due = 0;

  /**
   * A turn of a usual share of the budget. `next` makes one layout, and says whether it is the best one so far. Each turn
   * without a better one makes the next turn shorter, unless `isOpen`. A long construction takes the time of the next turns.
   */
  turn(share: number, budget: Budget, isOpen: boolean, next: () => boolean): void {
    this.#due += share * this.#hope;
    if (this.#due <= 0) return;
    let isBetter = false;
    while (this.#due > 0 && !budget.stopped()) {
      const begin = budget.used();
      if (next()) isBetter = true;
      this.#due -= budget.used() - begin;
    }
    this.#hope = isBetter || isOpen ? 1 : this.#hope / 2;
  }
}
