/** Whether the engine has become worse than its baseline says. */
import type { WatchCase } from './cases.js';
import type { Baseline, CaseRun, Counters } from './record.js';

/** Points of density that may be lost: on the mean of all cases, and on one of them. */
const meanLoss = 0.3;
const caseLoss = 1.5;
/** Share by which a counter may grow, and how much that is at least: the first few of anything are no fault. */
const growth = 0.25;
const leastGrowth = 20;

/** A sentence for each fault; empty where all is well. */
export function faultsOf(baseline: Baseline, runs: ReadonlyMap<WatchCase, CaseRun>): string[] {
  const faults: string[] = [];
  let gain = 0;
  for (const [{ name, work, seeds }, run] of runs) {
    const before = baseline[name];
    if (!before || before.work !== work || before.seeds.join() !== seeds.join()) {
      faults.push(`${name}: the baseline has no record with work ${work} and seeds ${seeds.join(', ')}`);
      continue;
    }
    gain += run.density - before.density;
    if (run.density < before.density - caseLoss) {
      faults.push(`${name}: density ${run.density.toFixed(2)} instead of ${before.density.toFixed(2)}`);
    }
    for (const key of Object.keys(before.counters) as (keyof Counters)[]) {
      const most = before.counters[key] + Math.max(leastGrowth, growth * before.counters[key]);
      if (run.counters[key] > most)
        faults.push(`${name}: ${key} ${run.counters[key]} instead of ${before.counters[key]}`);
    }
  }
  const mean = gain / runs.size;
  if (mean < -meanLoss) faults.push(`all cases: density ${mean.toFixed(2)} on the mean`);
  return faults;
}
