/**
 * What is kept of requests, so that others are answered faster, is forgotten after some minutes, whether or not others
 * come. Memory is given back by the garbage collector, in its own time, and is not written over.
 */

/** How long such things are kept at most; the documents say five minutes. */
export const keptMs = 4 * 60_000;

/** The time that counts; a test puts its own in place of it. */
export const clock = {
  /** Milliseconds since some moment. */
  now: (): number => performance.now(),
  /** Runs it after so many milliseconds, unless the process has nothing else to do before. */
  wake(afterMs: number, run: () => void): void {
    setTimeout(run, afterMs).unref();
  },
};

/** Has all of a cache forgotten `keptMs` after the first thing that came into it since the last time. */
export class Forgetting {
  #isDue = false;

  readonly #forget: () => void;

  constructor(forget: () => void) {
    this.#forget = forget;
  }

  /** To be told whenever something is kept. */
  kept(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    clock.wake(keptMs, () => {
      this.#isDue = false;
      this.#forget();
    });
  }
}
