/** Calls that follow the typing. Each waits for a pause and cancels the one before it. */

export interface Latest<T> {
  (value: T): void;
  /** Cancels the waiting or running call. */
  cancel(): void;
}

export function latest<T>(pauseMs: number, call: (value: T, signal: AbortSignal) => Promise<void>): Latest<T> {
  let running = new AbortController();
  let waiting = 0;
  const cancel = (): void => {
    clearTimeout(waiting);
    running.abort();
  };
  const ask = (value: T): void => {
    cancel();
    const next = new AbortController();
    running = next;
    waiting = window.setTimeout(() => void call(value, next.signal), pauseMs);
  };
  return Object.assign(ask, { cancel });
}
