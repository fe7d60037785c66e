/**
 * Sends solutions, not too many a second. By the clock an improvement replaces one that still waits; with a work limit
 * the sequence has to repeat, so nothing is replaced and the publisher takes its time instead, while there is time. The
 * last improvement is sent in any case.
 */

import type { Solution, SolverEvent } from './request.js';

export type Unsent = Omit<Solution, 'elapsedSeconds'>;

/** Requests of more parts than this publish less often. */
const manyParts = 2000;

const pause = new Int32Array(new SharedArrayBuffer(4));
/** Seconds between two looks whether time is up. */
const longestPause = 0.02;

/** Of one stream, however many solvers find them. */
export function secondsBetweenLayouts(parts: number): number {
  return parts > manyParts ? 1 : 0.1;
}

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
    this.#interval = secondsBetweenLayouts(parts);
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

  /** Sends everything that waits, all but the last of them at the usual pace; the last alone once time is up. */
  flush(isTimeUp: () => boolean): void {
    while (this.#waiting.length > 1 && !isTimeUp()) {
      const wait = this.#lastSent + this.#interval - this.elapsedSeconds();
      if (wait <= 0) this.#send();
      else Atomics.wait(pause, 0, 0, 1000 * Math.min(wait, longestPause));
    }
    this.#waiting.splice(0, this.#waiting.length - 1);
    if (this.#waiting.length > 0) this.#send();
  }

  #send(): void {
    const elapsedSeconds = this.elapsedSeconds();
    this.#lastSent = elapsedSeconds;
    this.emit({ type: 'solution', solution: { ...this.#waiting.shift()!, elapsedSeconds } });
  }
}
