/** One search of a shared strip, timed by processor time: other programs on the machine do not shorten it. */

import { shareStrip } from '../../src/nesting/bridge/partner.js';
import type { Breadth } from '../../src/nesting/overlap/breadth.js';
import { searchStrip } from '../../src/nesting/strip/search.js';
import type { StripInstance } from './instances.js';

export interface MeasuredRun {
  /** Seconds of processor time, and the density reached by then. */
  readonly curve: readonly (readonly [seconds: number, density: number])[];
  readonly seconds: number;
  /** The last layout as a response that check_layout.py accepts. */
  readonly response: string;
}

export function measuredRun(
  instance: StripInstance,
  { seed, seconds, breadth, threads }: { seed: number; seconds: number; breadth: Breadth; threads: 1 | 2 },
): MeasuredRun {
  const before = process.cpuUsage();
  // Reading processor time costs a dozen times as much as the wall clock, and every pass asks for it.
  let seen = 0;
  let lookAgainAt = 0;
  const elapsed = (): number => {
    const now = performance.now();
    if (now >= lookAgainAt) {
      const { user, system } = process.cpuUsage(before);
      seen = (user + system) / 1e6;
      lookAgainAt = now + 1;
    }
    return seen;
  };
  const curve: [number, number][] = [];
  let response = '';
  searchStrip(instance.problem, {
    seed,
    breadth,
    share: threads === 2 ? shareStrip : null,
    passes: null,
    budget: {
      used: () => elapsed() / seconds,
      stopped: () => elapsed() >= seconds,
      passed: () => {},
      poll: () => {},
      attempted: () => {},
    },
    report(layout) {
      curve.push([elapsed(), instance.partArea / (instance.problem.height * layout.length)]);
      response = instance.response(layout, elapsed());
    },
  });
  return { curve, seconds: elapsed(), response };
}
