/**
 * What `populationSize` and `mutationRate` of a request mean to the overlap searches: how many layouts they keep, from how
 * many places they start, and how much of a layout a try disturbs. Of the usual values come the counts that were found to
 * be the best; of other values the same in proportion.
 */

import type { Random } from '../../random.js';

export interface Breadth {
  /** At least one; a generation is as many tries. */
  readonly populationSize: number;
  /** Share of the items that a try disturbs, 0 to 1. */
  readonly mutationRate: number;
}

/** With this rate a try disturbs one pair of items. */
const usualRate = 0.1;

/** Places that each thread starts from: 6 for a population of 10. */
export function startsOf({ populationSize }: Breadth): number {
  return Math.ceil(0.6 * populationSize);
}

/** Layouts that each thread keeps to go on from: 20 for a population of 10. */
export function keptOf({ populationSize }: Breadth): number {
  return 2 * populationSize;
}

/**
 * Pairs of items that change places before a try: none at 0, at lower rates than the usual one now and then one, at higher
 * ones evenly more, up to all items at 1.
 */
export function exchangesOf({ mutationRate }: Breadth, items: number, random: Random): number {
  if (mutationRate < usualRate) return random.next() * usualRate < mutationRate ? 1 : 0;
  const beyond = (mutationRate - usualRate) / (1 - usualRate);
  return Math.max(1, Math.round(1 + beyond * (items / 2 - 1)));
}
