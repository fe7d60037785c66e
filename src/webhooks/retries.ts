/** When a failed delivery is tried again, and when a failing webhook is given up. */

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000];

/** Waits after the first, second, ... failure: a bit over a day together. */
const waits: readonly number[] = [
  5 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  10 * hourMs,
];
/** Each wait is longer by up to this share, so that the messages of an outage do not come back all at once. */
const jitter = 0.25;
/** A webhook without a success for this long is disabled when the next delivery runs out of attempts. */
export const failingMs = 5 * 24 * hourMs;

/** `random` in [0, 1). Milliseconds after the given number of failures; null: no further attempt. */
export function waitAfter(failures: number, random: number): number | null {
  const wait = waits[failures - 1];
  return wait === undefined ? null : Math.round(wait * (1 + jitter * random));
}
