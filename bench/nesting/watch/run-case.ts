/** Runs one case of the watch in a process of its own, whose clock no other case shares. Prints its record as JSON. */
import { densest } from '../../../src/nesting/bridge/densest.js';
import { Costs } from '../../../src/nesting/overlap/costs.js';
import type { Solution } from '../../../src/nesting/request.js';
import { solve } from '../../../src/nesting/solver.js';
import { densityOf } from '../density.js';
import { requestOf, watchCases } from './cases.js';
import type { CaseRun, Counters } from './record.js';

const [name] = process.argv.slice(2);
const watched = watchCases.find((one) => one.name === name);
if (!watched) throw new Error(`the watch has no case ${name}`);
const request = requestOf(watched);
const densities: number[] = [];
const total = new Costs();
for (const seed of watched.seeds) {
  const costs = new Costs();
  let last: Solution | null = null;
  const emit = (event: { type: string; solution?: Solution }): void => {
    if (event.solution) last = event.solution;
  };
  solve(request, { seed, shouldStop: () => false, emit }, densest(costs));
  densities.push(densityOf(request, last!));
  add(costs);
}
const { user, system } = process.cpuUsage();
const { passes, positions, ...counts } = total;
const counters: Counters = { ...counts, positionsPerPass: Math.round(positions / Math.max(1, passes)) };
const run: CaseRun = { density: mean(densities), counters, passes, seconds: (user + system) / 1e6 };
process.stdout.write(`${JSON.stringify(run)}\n`);
process.exit(0);

function add(costs: Costs): void {
  for (const key of Object.keys(costs) as (keyof Costs)[]) {
    const value = costs[key];
    if (typeof value === 'number') (total as unknown as Record<string, number>)[key]! += value;
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
