/**
 * The meaning of `populationSize` and `mutationRate` of a request to the overlap searches. They set how many layouts a
 * search keeps, how many starts it makes, and how much of a layout a try disturbs. The usual values give the counts
 * that measured best; other values scale them in proportion.
 */

import type { Random } from '../../random.js';

export interface Breadth {
  /** At least one; a generation is this many tries. */
  readonly populationSize: number;
  /** Share of the items that a try disturbs, 0 to 1. */
  readonly mutationRate: number;
}

/** With this rate a try disturbs one pair of items. */
const usualRate = 0.1;

/** Starts of each thread: 6 for a population of 10. */
export function startsOf({ populationSize }: Breadth): number {
  return Math.ceil(0.6 * populationSize);
}

/** Layouts that each thread keeps to continue from: 20 for a population of 10. */
export function keptOf({ populationSize }: Breadth): number {
  return 2 * populationSize;
}

/**
 * Pairs of items that change places before a try. A rate of 0 gives none, and a rate below the usual one gives one pair
 * now and then. Above it the count grows evenly, up to all items at 1.
 */
export function exchangesOf({ mutationRate }: Breadth, items: number, random: Random): number {
  if (mutationRate < usualRate) return random.next() * usualRate < mutationRate ? 1 : 0;
  const beyond = (mutationRate - usualRate) / (1 - usualRate);
  return Math.max(1, Math.round(1 + beyond * (items / 2 - 1)));
}
