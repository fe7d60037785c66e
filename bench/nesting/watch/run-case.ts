/** Runs one case of the watch in a process of its own, whose clock no other case shares. Prints its record as JSON. */
import { densest } from '../../../src/nesting/bridge/densest.js';
import { Costs } from '../../../src/nesting/overlap/costs.js';
import type { NestRequest, Solution } from '../../../src/nesting/request.js';
import { solve } from '../../../src/nesting/solver.js';
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

/**
 * Placed area / material, in percent. The material is all sheets where parts are left, else the sheets in use, the last
 * one as far as it is used.
 */
function densityOf({ bins }: NestRequest, { usage, unplaced }: Solution): number {
  const areas = bins.map(({ boundary: { points } }) => areaOf(points));
  const used = usage.sheets.map(({ bin }) => areas[bin]!);
  const last = usage.sheets[usage.sheets.length - 1]!;
  const material = unplaced.length > 0 ? sum(areas) : sum(used.slice(0, -1)) + last.area;
  return (100 * usage.partArea) / material;
}

function areaOf(points: readonly (readonly [number, number])[]): number {
  let doubled = 0;
  points.forEach(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    doubled += x * nextY - nextX * y;
  });
  return Math.abs(doubled) / 2;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}
