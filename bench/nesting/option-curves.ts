/**
 * The density of strips by `populationSize` or `mutationRate`, with the other one at its default. It is measured by
 * processor time with one thread, and drawn as docs/images/nesting/population.svg and mutation.svg.
 *
 * node dist/bench/nesting/option-curves.js RUNS.ndjson [SECONDS SEED,SEED,... NAME...]
 *
 * Appends to RUNS.ndjson what it does not hold yet, and draws what it holds. Without SECONDS it only draws. OPTION names
 * one of the two, to leave the other as it is.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { defaultSettings } from '../../src/nesting/request.js';
import { loadStrip } from './instances.js';
import { measuredRun } from './measured-run.js';
import { type OptionCurve, optionPlot } from './option-plot.js';

interface Run {
  readonly option: Option;
  readonly value: number;
  readonly name: string;
  readonly seed: number;
  readonly seconds: number;
  /** In percent. */
  readonly density: number;
}

type Option = 'populationSize' | 'mutationRate';

const values: Record<Option, readonly number[]> = {
  populationSize: [1, 2, 5, 10, 20, 50, 200],
  mutationRate: [0, 0.02, 0.05, 0.1, 0.2, 0.5, 1],
};
const pictures: Record<Option, string> = { populationSize: 'population', mutationRate: 'mutation' };

const [file, seconds, seeds, ...names] = process.argv.slice(2);
if (!file) throw new Error('usage: option-curves RUNS.ndjson [SECONDS SEED,SEED,... NAME...]');
const held = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
const runs = held.map((line) => JSON.parse(line) as Run);
const options = (Object.keys(values) as Option[]).filter((option) => option === (process.env.OPTION ?? option));

if (seconds && seeds) {
  // Seed by seed, so that an interrupted run gives a whole picture with fewer seeds.
  for (const seed of seeds.split(',').map(Number)) {
    for (const name of names) {
      for (const option of options) {
        for (const value of values[option]) measure(option, value, name, seed, Number(seconds));
      }
    }
  }
}

function measure(option: Option, value: number, name: string, seed: number, limit: number): void {
  const isHeld = (run: Run): boolean =>
    run.option === option &&
    run.value === value &&
    run.name === name &&
    run.seed === seed &&
    Math.round(run.seconds) === limit;
  if (runs.some(isHeld)) return;
  const { populationSize, mutationRate } = defaultSettings;
  const breadth = { populationSize, mutationRate, [option]: value };
  const { curve, seconds } = measuredRun(loadStrip(name), { seed, seconds: limit, breadth, threads: 1 });
  const run: Run = { option, value, name, seed, seconds, density: 100 * curve[curve.length - 1]![1] };
  runs.push(run);
  appendFileSync(file!, `${JSON.stringify(run)}\n`);
}

const mean = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;

for (const option of options) {
  const own = runs.filter((run) => run.option === option);
  const strips = [...new Set(own.map(({ name }) => name))];
  const densities = (name: string | null, value: number): number[] =>
    own.filter((run) => run.value === value && (name === null || run.name === name)).map(({ density }) => density);
  const curves = [...strips, null].map(
    (name): OptionCurve => ({
      name: name ?? 'mean',
      points: values[option].map((value) => [value, mean(densities(name, value))]),
    }),
  );
  const limit = Math.round(Math.max(...own.map((run) => run.seconds)));
  const seedCount = new Set(own.map(({ seed }) => seed)).size;
  const title = `Density in percent by ${option}, ${limit} s of one thread, ${seedCount} seeds`;
  writeFileSync(`docs/images/nesting/${pictures[option]}.svg`, optionPlot(title, curves, defaultSettings[option]));
  for (const { name, points } of curves) {
    console.log(`${option} ${name.padEnd(10)} ${points.map(([value, d]) => `${value}: ${d.toFixed(2)}`).join('  ')}`);
  }
}
