/**
 * Gives turns to streams that wake together. A falling place in the queue, or the end of a second, wakes every waiting stream.
 * Without turns all of them would read and write the store in one turn of the event loop. Every other call would wait for
 * hundreds of them.
 */

/** Streams woken in one turn: some two milliseconds of reading and writing. */
const perTurn = 4;

export class WakeTurns {
  #waiting: (() => void)[] = [];

  /** Resolves in a turn of the event loop that few others share, in the order of the calls. */
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
