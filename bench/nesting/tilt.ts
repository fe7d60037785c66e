/**
 * Density of markers without tilt and with a tolerance of some degrees, in equal processor time of one thread: the
 * instances of shared/nesting, and markers of four garments of one size of our designs. Every last layout is judged.
 *
 * usage: node dist/bench/nesting/tilt.js [SECONDS] [SEEDS] [DEGREES] [NAME...]
 */
import { existsSync, readFileSync } from 'node:fs';
import type { NestRequest } from '../../src/nesting/request.js';
import { complaints } from '../../test/nesting/judge.js';
import { matchedMarker } from '../patterns/matched-marker.js';
import { draftInSizes, latestDesigns, sizesOfTables } from '../patterns/size-drafts.js';
import { densityOf } from './density.js';
import { instanceRequest } from './instance.js';
import { lastSolution } from './last-solution.js';

const [, , seconds = '20', seeds = '1,2', degrees = '2', ...named] = process.argv;
const usual = [
  'shirts',
  'trousers',
  'marker-shirts',
  'albano',
  'dagli',
  'mao',
  'jakobs1',
  'Simon shirt',
  'Titan trouser block',
];
const garments = 4;
const width = 1500;

console.log(`${seconds} s of processor time, one thread, seeds ${seeds}, ${garments} garments of a design`);
console.log(`| marker | parts | straight | ${degrees} degrees | gain of each seed |`);
console.log('| --- | ---: | ---: | ---: | --- |');
for (const name of named.length > 0 ? named : usual) {
  const request = await requestOf(name);
  const runs = seeds.split(',').map((seed) => {
    const [straight, tilted] = [0, Number(degrees)].map((rotationTolerance) => {
      const own = { ...request, rotationTolerance };
      const solution = lastSolution(own, Number(seed), Number(seconds));
      const faults = complaints(own, solution);
      if (faults.length > 0) throw new Error(`${name}, seed ${seed}: ${faults[0]}`);
      return densityOf(own, solution);
    });
    return [straight!, tilted!] as const;
  });
  const mean = (k: 0 | 1): string => (runs.reduce((sum, run) => sum + run[k], 0) / runs.length).toFixed(2);
  const gains = runs.map(([straight, tilted]) => (tilted - straight).toFixed(2)).join(', ');
  const parts = request.polygons.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  console.log(`| ${name} | ${parts} | ${mean(0)} | ${mean(1)} | ${gains} |`);
}

async function requestOf(name: string): Promise<NestRequest> {
  const file = `../shared/nesting/instances/${name}.json`;
  if (existsSync(file)) return instanceRequest(JSON.parse(readFileSync(file, 'utf8')), { reportInterval: 0 });
  const version = latestDesigns().find((design) => design.name === name);
  if (!version) throw new Error(`there is neither an instance nor a design ${JSON.stringify(name)}`);
  const sizes = (await sizesOfTables()).filter(({ table }) => / men$/.test(table));
  const [drafted] = await draftInSizes(version, [sizes[Math.floor(sizes.length / 2)]!]);
  const one = matchedMarker(drafted!.draft!, { material: 'fabric', width, repeats: [null, null] });
  if (!one) throw new Error(`no piece of ${name} is cut from fabric`);
  const polygons = Array.from({ length: garments }, () => one.polygons).flat();
  return { ...one, polygons, reportInterval: 0 };
}
