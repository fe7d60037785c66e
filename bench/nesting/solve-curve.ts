/**
 * Density over processor time of whole requests, from the service's own first layout, two threads. Half of the processor
 * time of both threads is their clock, so other programs on the machine cost nothing but patience.
 *
 * node dist/bench/nesting/solve-curve.js SECONDS SEED[,SEED...] [NAME...]
 */
import { readFileSync } from 'node:fs';
import type { NestRequest, Solution } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { densityOf } from './density.js';
import { instanceRequest } from './instance.js';
import { stripNames } from './instances.js';

const [limit = '10', seeds = '1', ...names] = process.argv.slice(2);
const seconds = Number(limit);
const marks = [1, 2, 3, 5, 10, 20, 30, 60].filter((mark) => mark < seconds);
const means = [...marks, seconds].map(() => 0);
let runs = 0;
for (const name of names.length ? names : stripNames().filter((one) => !one.startsWith('large'))) {
  const request = instanceRequest(JSON.parse(readFileSync(`../shared/nesting/instances/${name}.json`, 'utf8')), {
    maximumExecutionTime: seconds,
    reportInterval: 0,
  });
  for (const seed of seeds.split(',').map(Number)) {
    const curve = solved(request, seed);
    const best = (until: number): number => Math.max(0, ...curve.filter(([at]) => at <= until).map(([, d]) => d));
    const found = [...marks, Infinity].map(best);
    found.forEach((density, k) => {
      means[k]! += density;
    });
    runs++;
    const at = marks.map((mark, k) => `${mark} s ${found[k]!.toFixed(2)}`).join('  ');
    const [firstAt, first] = curve[0]!;
    console.log(
      `${name.padEnd(12)} seed ${seed}  first ${firstAt.toFixed(2)} s ${first.toFixed(2)}  ${at}  end ${best(Infinity).toFixed(2)}`,
    );
  }
}
const labels = [...marks.map((mark) => `${mark} s`), 'end'];
console.log(`mean ${labels.map((label, k) => `${label} ${(means[k]! / runs).toFixed(2)}`).join('  ')}`);
process.exit(0);

/** Pairs of seconds and percent. */
function solved(request: NestRequest, seed: number): [seconds: number, density: number][] {
  const before = process.cpuUsage();
  let seen = 0;
  let lookAgainAt = 0;
  // To read the processor time costs a dozen times as much as the wall clock.
  const clock = (): number => {
    const now = performance.now();
    if (now < lookAgainAt) return seen;
    const { user, system } = process.cpuUsage(before);
    seen = (user + system) / 2e3;
    lookAgainAt = now + 1;
    return seen;
  };
  const curve: [number, number][] = [];
  const emit = (event: { type: string; solution?: Solution }): void => {
    if (event.solution) curve.push([clock() / 1e3, densityOf(request, event.solution)]);
  };
  solve(request, { seed, shouldStop: () => false, emit, clock });
  return curve;
}
