/** Work with several callers who wait for its result; when the last caller has gone, the work is unwanted. */

export class SharedWork<Result> {
  readonly #result: Promise<Result>;
  readonly #unwanted = new AbortController();
  #waiting = 0;

  /** @param start begins the work; its signal is aborted when nobody waits, with the reason of the last caller */
  constructor(start: (unwanted: AbortSignal) => Promise<Result>) {
    this.#result = start(this.#unwanted.signal);
    // Waiting callers hear of a failure; here perhaps nobody waits any more.
    this.#result.catch(() => {});
  }

  /** Whether all waiting callers have gone. */
  get isUnwanted(): boolean {
    return this.#unwanted.signal.aborted;
  }

  /** The result; rejects with the signal's reason on an earlier abort. */
  wait(signal?: AbortSignal): Promise<Result> {
    this.#waiting += 1;
    return new Promise<Result>((resolve, reject) => {
      const go = (): void => {
        reject(signal?.reason);
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#unwanted.abort(signal?.reason);
      };
      if (signal?.aborted) return go();
      signal?.addEventListener('abort', go);
      this.#result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', go));
    });
  }
}
