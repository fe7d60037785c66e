// Density over CPU time of the strip search on the shared instances.
// usage: node dist/bench/nesting/measure.js SECONDS SEED[,SEED...] [NAME...]   writes responses to $OUT when it is set
import { writeFileSync } from 'node:fs';
import { searchStrip } from '../../src/nesting/strip/strip-search.js';
import { loadStrip, stripNames } from './instances.js';

const [seconds = '10', seeds = '1', ...names] = process.argv.slice(2);
const limit = Number(seconds);
const marks = [1, 3, 10, 30].filter((mark) => mark < limit);
const totals: number[] = [];
for (const name of names.length ? names : stripNames().filter((n) => !n.startsWith('large'))) {
  for (const seed of seeds.split(',').map(Number)) {
    const instance = loadStrip(name);
    const before = process.cpuUsage();
    // The clock of the processor costs a dozen times what the other one does, and is asked before every pass.
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
      starts: Number(process.env.STARTS ?? 6),
      threads: process.env.THREADS === '2' ? 2 : 1,
      passes: null,
      budget: {
        used: () => elapsed() / limit,
        stopped: () => elapsed() >= limit,
        passed: () => {},
        poll: () => {},
        attempted: () => {},
      },
      report(layout) {
        curve.push([elapsed(), instance.partArea / (instance.problem.height * layout.length)]);
        response = instance.response(layout, elapsed());
      },
    });
    const at = (t: number): string =>
      (100 * Math.max(0, ...curve.filter(([s]) => s <= t).map(([, d]) => d))).toFixed(2);
    totals.push(100 * curve[curve.length - 1]![1]);
    console.log(
      `${name.padEnd(12)} seed ${seed}  first ${curve[0]![0].toFixed(3)} s ${(100 * curve[0]![1]).toFixed(2)}  ` +
        `${marks.map((m) => `${m} s ${at(m)}`).join('  ')}  end ${at(Infinity)} (${elapsed().toFixed(1)} s)`,
    );
    if (process.env.CURVE) console.log(curve.map(([s, d]) => `${s.toFixed(2)}:${(100 * d).toFixed(2)}`).join(' '));
    if (process.env.OUT) writeFileSync(`${process.env.OUT}/${name}-${seed}.ndjson`, response);
  }
}
console.log(`mean ${(totals.reduce((sum, d) => sum + d, 0) / totals.length).toFixed(2)}`);
