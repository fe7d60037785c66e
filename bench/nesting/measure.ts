// Density over CPU time of the strip search on the shared instances.
// usage: node dist/bench/nesting/measure.js SECONDS SEED[,SEED...] [NAME...]   writes responses to $OUT if that is set
// The environment may set POPULATION (populationSize), MUTATION (mutationRate) and THREADS (1 or 2).
import { writeFileSync } from 'node:fs';
import { loadStrip, stripNames } from './instances.js';
import { measuredRun } from './measured-run.js';

const [seconds = '10', seeds = '1', ...names] = process.argv.slice(2);
const limit = Number(seconds);
const marks = [1, 3, 10, 30].filter((mark) => mark < limit);
const breadth = {
  populationSize: Number(process.env.POPULATION ?? 10),
  mutationRate: Number(process.env.MUTATION ?? 0.1),
};
const threads = process.env.THREADS === '2' ? 2 : 1;
const totals: number[] = [];
for (const name of names.length ? names : stripNames().filter((n) => !n.startsWith('large'))) {
  for (const seed of seeds.split(',').map(Number)) {
    const run = measuredRun(loadStrip(name), { seed, seconds: limit, breadth, threads });
    const { curve } = run;
    const at = (t: number): string =>
      (100 * Math.max(0, ...curve.filter(([s]) => s <= t).map(([, d]) => d))).toFixed(2);
    totals.push(100 * curve[curve.length - 1]![1]);
    console.log(
      `${name.padEnd(12)} seed ${seed}  first ${curve[0]![0].toFixed(3)} s ${(100 * curve[0]![1]).toFixed(2)}  ` +
        `${marks.map((m) => `${m} s ${at(m)}`).join('  ')}  end ${at(Infinity)} (${run.seconds.toFixed(1)} s)`,
    );
    if (process.env.CURVE) console.log(curve.map(([s, d]) => `${s.toFixed(2)}:${(100 * d).toFixed(2)}`).join(' '));
    if (process.env.OUT) writeFileSync(`${process.env.OUT}/${name}-${seed}.ndjson`, run.response);
  }
}
console.log(`mean ${(totals.reduce((sum, d) => sum + d, 0) / totals.length).toFixed(2)}`);
