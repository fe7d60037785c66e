/**
 * Random orders on strips, sheets and hides. How long does each take to its first layout, and to the first that leaves out as
 * few parts as the last one? How long beyond its time limit, and from one look at the wish to stop to the next? In seconds of
 * processor time, one thread. Prints the slow ones, then a summary.
 *
 *     node dist/bench/nesting/random-orders.js [--seconds 3] [--seed 1] [--count 100] [--options SALT] [--write FOLDER]
 *
 * `--options` draws random options for each order, others for each salt, and has the last layout judged: it prints the
 * faults, and ends with 1 where there are any. `--write` keeps the requests of the printed ones.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import type { NestRequest, Solution } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { complaints } from '../../test/nesting/judge.js';
import { remnantComplaints } from '../../test/nesting/judge-remnants.js';
import { withRandomOptions } from './random-options.js';
import { randomOrder } from './random-order.js';

const slow = { first: 2.5, whole: 10, beyond: 1, gap: 0.5 };

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    options: { type: 'string' },
    write: { type: 'string' },
  },
});
const seconds = Number(values.seconds);

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function timed(request: NestRequest, seed: number) {
  const begin = processorSeconds();
  let last: Solution | null = null;
  let [looked, gap, first, whole, left] = [begin, 0, Number.NaN, Number.NaN, Number.POSITIVE_INFINITY];
  solve(request, {
    seed,
    cores: () => 1,
    clock: () => 1000 * processorSeconds(),
    shouldStop: () => {
      const now = processorSeconds();
      gap = Math.max(gap, now - looked);
      looked = now;
      return false;
    },
    emit: (event) => {
      if (event.type !== 'solution') return;
      last = event.solution;
      const now = processorSeconds() - begin;
      if (Number.isNaN(first)) first = now;
      if (event.solution.unplaced.length < left) whole = now;
      left = Math.min(left, event.solution.unplaced.length);
    },
  });
  return { first, whole, beyond: processorSeconds() - begin - seconds, gap, left, last: last as Solution | null };
}

/** The judge compares each part with each other one, point by point. */
const mostJudged = 400;

/** The matches that contradict others, and that a warning names for it. */
function leftOut(request: NestRequest): string[] {
  return checkNestRequest(request).warnings.flatMap(({ code, message }) => {
    const [, name, axis] = /the match "(.+)" is left out along ([xy])/.exec(message) ?? [];
    return code === 'match_left_out' ? [`${axis} ${name}`] : [];
  });
}

function faultsOf(request: NestRequest, last: Solution | null): string[] {
  if (!last) return ['no layout'];
  if (last.placements.length > mostJudged) return [];
  return [
    ...complaints(request, last, leftOut(request)),
    ...(request.remnants ? remnantComplaints(request, last) : []),
  ];
}

function drawn(seed: number): { request: NestRequest; names: string[] } {
  const order = randomOrder(seed, seconds);
  return values.options === undefined || checkNestRequest(order).problems.length > 0
    ? { request: order, names: [] }
    : withRandomOptions(order, 1e6 * Number(values.options) + seed);
}

if (values.write) mkdirSync(values.write, { recursive: true });
const all: Record<keyof typeof slow, number>[] = [];
console.log(
  '| seed | parts, types | sheets | options | first layout, s | whole, s | beyond the limit, s | longest gap, s | left out |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (let seed = Number(values.seed); all.length < Number(values.count); seed++) {
  const { request, names } = drawn(seed);
  const [problem] = checkNestRequest(request).problems;
  if (problem) {
    console.log(`| ${seed} | refused: ${problem.message} |`);
    all.push({ first: 0, whole: 0, beyond: 0, gap: 0 });
    continue;
  }
  const found = timed(request, seed);
  all.push(found);
  const faults = values.options === undefined ? [] : faultsOf(request, found.last);
  if (faults.length > 0) process.exitCode = 1;
  const isSlow = (Object.keys(slow) as (keyof typeof slow)[]).some((key) => found[key] > slow[key]);
  if (faults.length === 0 && !isSlow) continue;
  const parts = request.polygons.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  const counts = [seed, `${parts}, ${request.polygons.length}`, request.bins.length, names.join(' ')];
  const figures = [found.first, found.whole, found.beyond, found.gap].map((figure) => figure.toFixed(2));
  console.log(`| ${[...counts, ...figures, found.left, ...faults.slice(0, 3)].join(' | ')} |`);
  if (values.write) writeFileSync(join(values.write, `order-${seed}.json`), JSON.stringify(request));
}
for (const key of Object.keys(slow) as (keyof typeof slow)[]) {
  const sorted = all.map((found) => found[key]).sort((a, b) => a - b);
  const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(2);
  console.log(`${key}: median ${at(0.5)}, 95 % ${at(0.95)}, worst ${at(1)} s`);
}
