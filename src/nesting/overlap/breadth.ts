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

/** Starts of each thread: 6 for a population of 10. */
function startsOf({ populationSize }: Breadth): number {
  return Math.ceil(0.6 * populationSize);
}

/**
 * Starts of each thread for a number of items. `usual` items get the usual number; more get fewer starts, and fewer items
 * up to `most` times as many.
 */
export function startsFor(breadth: Breadth, items: number, { usual, most }: { usual: number; most: number }): number {
  return Math.max(1, Math.round(startsOf(breadth) * Math.min(most, usual / items)));
}

/** Layouts that each thread keeps to continue from: 20 for a population of 10. */
export function keptOf({ populationSize }: Breadth): number {
  return 2 * populationSize;
}

/**
 * Pairs of items that change places before a try: on the mean of many tries, as many as the share says. A share of less
 * than a pair disturbs one now and then. Otherwise most tries exchange one pair, which keeps the rest of a nearly fitting
 * layout, and a few tries exchange all.
 */
export function exchangesOf({ mutationRate }: Breadth, items: number, random: Random): number {
  const mean = (mutationRate * items) / 2;
  const all = Math.floor(items / 2);
  if (mean <= 1) return Math.floor(mean + random.next());
  return random.next() * (all - 1) < mean - 1 ? all : 1;
}
