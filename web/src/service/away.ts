/** Whether the service answers. While it does not, the page asks at growing intervals, and tells when it is back. */
import { signal } from '@preact/signals';

export const isAway = signal(false);
/** Grows whenever the service is back. */
export const returns = signal(0);

const leastPauseMs = 300;
const mostPauseMs = 5000;
/** A return that lasts so long was a true one. */
const calmMs = 30_000;

let pauseMs = leastPauseMs;
let backAt = 0;

/** A call has found no service. */
export function noteAway(): void {
  if (isAway.peek()) return;
  if (Date.now() - backAt > calmMs) pauseMs = leastPauseMs;
  isAway.value = true;
  void untilBack();
}

async function untilBack(): Promise<void> {
  do {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(mostPauseMs, 1.5 * pauseMs);
  } while (!(await answers()));
  backAt = Date.now();
  isAway.value = false;
  returns.value += 1;
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch('/readyz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Resolves as soon as the service is there, or the signal aborts. */
export const there = (abort?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (!isAway.peek() || abort?.aborted) return resolve();
    const stop = returns.subscribe(() => {
      if (isAway.peek()) return;
      resolve();
      queueMicrotask(() => stop());
    });
    abort?.addEventListener('abort', () => resolve(), { once: true });
  });
