/**
 * Calls that follow the typing. Each waits for a pause and cancels the one before it. The last one is repeated when the service
 * is back, if it has found none.
 */
import { isAway, returns } from './away.js';

export interface Latest<T> {
  (value: T): void;
  /** Cancels the waiting or running call. */
  cancel(): void;
}

export function latest<T>(pauseMs: number, call: (value: T, signal: AbortSignal) => Promise<void>): Latest<T> {
  let running = new AbortController();
  let waiting = 0;
  let missed: { readonly value: T } | null = null;
  const cancel = (): void => {
    clearTimeout(waiting);
    running.abort();
    missed = null;
  };
  const ask = (value: T): void => {
    cancel();
    const next = new AbortController();
    running = next;
    waiting = window.setTimeout(async () => {
      await call(value, next.signal);
      if (isAway.peek() && !next.signal.aborted) missed = { value };
    }, pauseMs);
  };
  returns.subscribe(() => {
    if (missed) ask(missed.value);
  });
  return Object.assign(ask, { cancel });
}
