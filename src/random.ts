/** A seeded source of random numbers (mulberry32), so that a search or a training run can be repeated. */

export class Random {
  #state: number;

  constructor(seed: number) {
    // Both halves of a large seed count.
    this.#state = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer in [0, n). */
  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  /** An index, each as often as its weight says; all alike where none has any. */
  weighted(weights: readonly number[]): number {
    const sum = weights.reduce((all, weight) => all + weight, 0);
    if (sum <= 0) return this.below(weights.length);
    let left = this.next() * sum;
    for (const [i, weight] of weights.entries()) {
      left -= weight;
      if (left < 0) return i;
    }
    return weights.length - 1;
  }

  /** Shuffles in place (Fisher and Yates). */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j]!, items[i]!];
    }
    return items;
  }

  /** Draws from the standard normal distribution (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
}
