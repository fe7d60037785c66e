/** The pace of a plan's nests: how many seconds of them go into a second, as the nests so far show. */

/** Solvers that a plan counts on until its nests show how many it has. */
const usualSolvers = 2;
const slowest = 0.25;

export class Pace {
  readonly #parallel: number;
  #now: number;

  /** `parallel`: nests that may be open at once. */
  constructor(parallel: number) {
    this.#parallel = parallel;
    this.#now = Math.min(usualSolvers, parallel);
  }

  get now(): number {
    return this.#now;
  }

  /** Takes the nests of a round into account, whose seconds went into so many seconds. */
  learn(nestSeconds: number, seconds: number): void {
    const seen = Math.min(this.#parallel, Math.max(slowest, nestSeconds / Math.max(seconds, 1e-3)));
    this.#now = (this.#now + seen) / 2;
  }
}
