/** The least bad of the failed layouts, from which a search continues. */
import type { Random } from '../../random.js';
import type { Arrangement } from './arrangement.js';

export interface Failure<L> {
  readonly at: Arrangement;
  /** The limits that the separation tried. */
  readonly limits: L;
  /** Its unweighted overlap. */
  readonly loss: number;
}

/** Deviation of the normal distribution of draws, as a share of the pool. */
const drawDeviation = 0.25;

export class Pool<L> {
  #failures: Failure<L>[] = [];

  /** The most layouts that it keeps. */
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get isEmpty(): boolean {
    return this.#failures.length === 0;
  }

  /** The least bad ones first. */
  get sorted(): readonly Failure<L>[] {
    return this.#failures;
  }

  clear(): void {
    this.#failures = [];
  }

  keep(failure: Failure<L>): void {
    // On a lattice the same overlap comes back again and again, mostly in the same layout.
    const same = this.#failures.findIndex(({ loss }) => loss === failure.loss);
    if (same >= 0) this.#failures[same] = failure;
    else this.#failures.push(failure);
    this.#failures.sort((a, b) => a.loss - b.loss);
    this.#failures.length = Math.min(this.#failures.length, this.#size);
  }

  /** Draws a layout, less bad ones more often. */
  draw(random: Random): Failure<L> {
    const rank = Math.floor(Math.abs(random.normal() * drawDeviation) * this.#failures.length);
    return this.#failures[Math.min(this.#failures.length - 1, rank)]!;
  }

  drop(failure: Failure<L>): void {
    this.#failures.splice(this.#failures.indexOf(failure), 1);
  }
}
