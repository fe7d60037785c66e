/** Work whose result several wait for: each may go, and when the last one has gone, nobody wants it any more. */

export class SharedWork<Result> {
  readonly #result: Promise<Result>;
  readonly #unwanted = new AbortController();
  #waiting = 0;

  /** @param start begins the work; its signal is aborted when nobody waits, with the reason of who left last */
  constructor(start: (unwanted: AbortSignal) => Promise<Result>) {
    this.#result = start(this.#unwanted.signal);
    // Who waits hears of a failure; nobody may wait any more.
    this.#result.catch(() => {});
  }

  /** Whether all have gone who waited. */
  get isUnwanted(): boolean {
    return this.#unwanted.signal.aborted;
  }

  /** The result; rejects with the reason of the signal when that is aborted before. */
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
