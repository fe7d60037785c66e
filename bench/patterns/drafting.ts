/**
 * The time of a draft: own definitions, FreeSewing designs beside the bare library, and cached drafts. It is processor
 * time, which a busy machine does not change. It includes the compiler and collector threads.
 *
 * usage: npm run build && node dist/bench/patterns/drafting.js
 */
import { performance } from 'node:perf_hooks';
import { compileFormula } from '../../src/patterns/definition/compile-formula.js';
import { DraftPool } from '../../src/patterns/draft-pool.js';
import type { FreesewingContent } from '../../src/patterns/freesewing/content.js';
import { loadDesign } from '../../src/patterns/freesewing/design.js';
import { freesewingMeasurements } from '../../src/patterns/freesewing/measurement-map.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { draft } from '../../src/patterns/patterns.js';

const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1]!;

/** Processor time of this process so far, ms. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs the works in turn; medians in ms. */
async function timed(runs: number, ...works: (() => unknown)[]): Promise<number[]> {
  for (let i = 0; i < 5; i++) for (const work of works) await work();
  const times = works.map((): number[] => []);
  for (let i = 0; i < runs; i++) {
    for (const [k, work] of works.entries()) {
      const started = spent();
      await work();
      times[k]!.push(spent() - started);
    }
  }
  return times.map(median);
}

const request = { variables: {}, unfold: true };
const versions = libraryVersions();

console.log('own definitions, p50 of a draft');
const own: number[] = [];
for (const version of versions.filter(({ kind }) => kind === 'definition')) {
  const [time] = await timed(300, () => draft(version, request));
  own.push(time!);
  console.log(`  ${version.name} ${version.versionNumber}`.padEnd(28), `${time!.toFixed(2)} ms`);
}
console.log(`  median ${median(own).toFixed(2)} ms`);

console.log('FreeSewing designs, p50: bare library, here, ratio');
const ratios: number[] = [];
let [bareSum, hereSum] = [0, 0];
for (const version of versions.filter(({ kind }) => kind === 'freesewing')) {
  const content = version.content as unknown as FreesewingContent;
  const { construct: Design } = await loadDesign(content.design);
  const defaults = new Map(content.variables.map(({ key, default: value }) => [key, value as number]));
  const measurements = freesewingMeasurements(content.measurements, (key) => defaults.get(key)!, content.gender);
  const bare = (): unknown =>
    new Design({ measurements, options: {}, sa: 10, complete: true, paperless: false, expand: true }).draft();
  const [library, here] = await timed(30, bare, () => draft(version, request));
  ratios.push(here! / library!);
  bareSum += library!;
  hereSum += here!;
  console.log(
    `  ${version.name}`.padEnd(28),
    `${library!.toFixed(1)} ms  ${here!.toFixed(1)} ms  ${(here! / library!).toFixed(2)}`,
  );
}
console.log(`  median ratio ${median(ratios).toFixed(2)}, of the sums ${(hereSum / bareSum).toFixed(2)}`);

const names = { variables: new Map(), points: new Set<string>(), curves: new Set<string>() };
const hostile = [
  '('.repeat(2000),
  `${'('.repeat(1000)}1`,
  `1${'+1'.repeat(999)}`,
  `1${'+1'.repeat(50_000)}`,
  '-'.repeat(2000),
  `${'1^'.repeat(999)}1`,
  `${'true?1:'.repeat(280)}1`,
  'constructor.constructor("return 1")()',
];
let slowest = 0;
for (const formula of hostile) {
  const times: number[] = [];
  for (let i = 0; i < 51; i++) {
    const started = performance.now();
    try {
      compileFormula(formula, names);
    } catch {
      // Refused, as expected.
    }
    times.push(performance.now() - started);
  }
  slowest = Math.max(slowest, median(times));
}
console.log(`the slowest hostile formula is refused in ${slowest.toFixed(3)} ms`);

const pool = new DraftPool();
await pool.draft(versions[0]!, request);
const count = 20_000;
const started = performance.now();
for (let i = 0; i < count; i++) await pool.draft(versions[0]!, request);
console.log(`cached drafts: ${Math.round((count / (performance.now() - started)) * 1000)} a second`);
await pool.close();
