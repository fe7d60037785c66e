/** Calls that follow what is typed: each waits until the typing pauses, and gives up the one before it. */

export interface Latest<T> {
  (value: T): void;
  /** Gives up what waits or runs. */
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
