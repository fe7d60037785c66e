/**
 * Sends solutions, not too many a second. By the clock an improvement replaces one that still waits; with a work limit
 * the sequence has to repeat, so nothing is replaced and the publisher takes its time instead.
 */

import type { Solution, SolverEvent } from './request.js';

export type Unsent = Omit<Solution, 'elapsedSeconds'>;

/** Requests of more parts than this publish less often. */
const manyParts = 2000;

export class Publisher {
  readonly #interval: number;
  #lastSent = -Infinity;
  #waiting: Unsent[] = [];

  constructor(
    parts: number,
    readonly emit: (event: SolverEvent) => void,
    readonly elapsedSeconds: () => number,
    readonly keepsAll: boolean,
  ) {
    this.#interval = parts > manyParts ? 1 : 0.1;
  }

  offer(solution: Unsent): void {
    if (!this.keepsAll) this.#waiting.length = 0;
    this.#waiting.push(solution);
    this.sendDue();
  }

  /** Sends what waits, where enough time has passed. */
  sendDue(): void {
    if (this.#waiting.length > 0 && this.elapsedSeconds() - this.#lastSent >= this.#interval) this.#send();
  }

  /** Sends everything that waits; all but the last of them at the usual pace. */
  flush(): void {
    while (this.#waiting.length > 1) {
      const wait = this.#lastSent + this.#interval - this.elapsedSeconds();
      if (wait > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000 * wait);
      this.#send();
    }
    if (this.#waiting.length > 0) this.#send();
  }

  #send(): void {
    const elapsedSeconds = this.elapsedSeconds();
    this.#lastSent = elapsedSeconds;
    this.emit({ type: 'solution', solution: { ...this.#waiting.shift()!, elapsedSeconds } });
  }
}
