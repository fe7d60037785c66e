/**
 * Sends solutions at a limited rate. In a search by time, an improvement replaces one that still waits. With a work
 * limit the sequence must be repeatable, so the publisher drops nothing and takes its time, while there is time. It
 * always sends the last improvement.
 */

import type { Solution, SolverEvent } from './request.js';

export type Unsent = Omit<Solution, 'elapsedSeconds'>;

interface Waiting {
  readonly solution: Unsent;
  readonly complete: (solution: Unsent) => Unsent;
  readonly isPartial: boolean;
}

/** Requests of more parts than this publish less often. */
const manyParts = 2000;

const pause = new Int32Array(new SharedArrayBuffer(4));
/** Of the time of a search, the share that its solutions take for facts that are slow to find. */
const completingShare = 0.1;
/** Seconds between two checks of the time limit. */
const longestPause = 0.02;

/** For one stream, however many solvers feed it. */
export function secondsBetweenLayouts(parts: number): number {
  return parts > manyParts ? 1 : 0.1;
}

export class Publisher {
  readonly #interval: number;
  /** Seconds that the last completion took. */
  #completing = 0;
  #lastSent = -Infinity;
  #waiting: Waiting[] = [];

  constructor(
    parts: number,
    readonly emit: (event: SolverEvent) => void,
    readonly elapsedSeconds: () => number,
    readonly keepsAll: boolean,
  ) {
    this.#interval = secondsBetweenLayouts(parts);
  }

  /** `complete` adds facts that take time to find, once the solution is sent. */
  offer(solution: Unsent, complete: (solution: Unsent) => Unsent = (own) => own, isPartial = false): void {
    if (!this.keepsAll) this.#waiting.length = 0;
    this.#waiting.push({ solution, complete, isPartial });
    this.sendDue();
  }

  /** Drops waiting solutions, since the stream of the job has a better one. */
  forget(): void {
    this.#waiting.length = 0;
  }

  /** Sends the first waiting solution once enough time has passed. */
  sendDue(): void {
    const wait = this.keepsAll ? this.#interval : Math.max(this.#interval, this.#completing / completingShare);
    if (this.#waiting.length > 0 && this.elapsedSeconds() - this.#lastSent >= wait) this.#send();
  }

  /** Sends all waiting solutions at the usual pace; once time is up, only the last. */
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
    const { solution, complete, isPartial } = this.#waiting.shift()!;
    const completed = complete(solution);
    this.#completing = this.elapsedSeconds() - elapsedSeconds;
    this.emit({
      type: 'solution',
      solution: { ...completed, elapsedSeconds },
      ...(isPartial && { isPartial }),
    });
  }
}
