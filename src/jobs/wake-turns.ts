/**
 * Turns for those who are woken at once. A place in the queue that falls, or the end of a second, wakes every stream that
 * waits: if all of them read the store and wrote their lines in one turn of the event loop, everyone else's call would
 * wait for hundreds of them.
 */

/** Woken in one turn: some two milliseconds of reading and writing. */
const perTurn = 4;

export class WakeTurns {
  #waiting: (() => void)[] = [];

  /** Resolves in a turn of the event loop that few others share, in the order of asking. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#wake());
    });
  }

  #wake(): void {
    const woken = this.#waiting.slice(0, perTurn);
    this.#waiting = this.#waiting.slice(perTurn);
    for (const resolve of woken) resolve();
    if (this.#waiting.length > 0) setImmediate(() => this.#wake());
  }
}
