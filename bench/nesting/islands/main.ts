/**
 * The worth of many solvers on one job: N instances of T seconds beside one of N x T, by processor time.
 *
 * node dist/bench/nesting/islands/main.js [--instances 4] [--seconds 30] [--seeds 1,2] [--apart] [--alone] [--only islands|one] [NAME...]
 *
 * A job runs over a real store, with real hosts and solver threads. They take turns of a quarter of a second, so each instance
 * has its own processor time on any machine, and one core is enough. The exchange keeps its pace by that time. `--apart`
 * gives each instance a host of its own; they meet in the store alone. `--alone` lets them exchange nothing. Every instance
 * has one thread.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { IslandsResult, IslandsRun } from './run-job.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    instances: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '30' },
    seeds: { type: 'string', default: '1' },
    apart: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const names = positionals.length ? positionals : ['mao', 'shirts', 'trousers', 'gardeyn3', 'users-2026-04-08'];
const instances = Number(values.instances);
const seconds = Number(values.seconds);
const seeds = values.seeds.split(',').map(Number);
const program = fileURLToPath(new URL('./run-job.js', import.meta.url));

function run(change: Pick<IslandsRun, 'name' | 'seed' | 'instances' | 'seconds'>): IslandsResult {
  const job: IslandsRun = { ...change, apart: values.apart, exchange: !values.alone };
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, JSON.stringify(job)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as IslandsResult;
}

const differences: number[] = [];
for (const name of names) {
  for (const seed of seeds) {
    const many = values.only === 'one' ? null : run({ name, seed, instances, seconds });
    const one = values.only === 'islands' ? null : run({ name, seed, instances: 1, seconds: seconds * instances });
    const words = [`${name.padEnd(18)} seed ${seed}`];
    if (many) {
      const { density, bests, peakMegabytes } = many;
      words.push(
        `${instances} x ${seconds} s ${density.toFixed(2)} (bests ${bests.join(' ')}, ${Math.round(peakMegabytes)} MB)`,
      );
    }
    if (one) words.push(`1 x ${instances * seconds} s ${one.density.toFixed(2)}`);
    if (many && one) {
      const difference = many.density - one.density;
      differences.push(difference);
      words.push(`difference ${difference.toFixed(2)}`);
    }
    console.log(words.join('  '));
  }
}
if (differences.length > 0) {
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  console.log(`mean difference ${mean.toFixed(2)}`);
}
