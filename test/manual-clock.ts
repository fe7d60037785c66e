/** The clock of forgetting, in the hands of a test. */
import { clock } from '../src/forgetting.js';

/** Replaces the process's clock, and returns a function that lets time pass. */
export function takeClock(): (ms: number) => void {
  let now = 0;
  let waking: { at: number; run: () => void }[] = [];
  clock.now = () => now;
  clock.wake = (afterMs, run) => waking.push({ at: now + afterMs, run });
  return (ms) => {
    for (const until = now + ms; now < until; ) {
      now = Math.min(until, ...waking.map(({ at }) => at));
      const due = waking.filter(({ at }) => at <= now);
      waking = waking.filter(({ at }) => at > now);
      for (const { run } of due) run();
    }
  };
}
