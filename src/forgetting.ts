/**
 * Caches of request data make later answers faster. They are cleared after some minutes, whether or not other requests come.
 * The garbage collector frees the memory in its own time and does not overwrite it.
 */

/** Longest time that such data is kept. The documents say five minutes. */
export const keptMs = 4 * 60_000;

/** The clock in use. Tests replace its members. */
export const clock = {
  /** Milliseconds since a fixed moment. */
  now: (): number => performance.now(),
  /** Calls `run` after this time, unless the process ends first for lack of other work. */
  wake(afterMs: number, run: () => void): void {
    setTimeout(run, afterMs).unref();
  },
};

/** Clears a whole cache `keptMs` after the first entry since the last clearing. */
export class Forgetting {
  #isDue = false;

  readonly #forget: () => void;

  constructor(forget: () => void) {
    this.#forget = forget;
  }

  /** Call this for every entry. */
  kept(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    clock.wake(keptMs, () => {
      this.#isDue = false;
      this.#forget();
    });
  }
}
