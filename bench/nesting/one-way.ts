/**
 * Density of markers whose pieces lie either way, one way for each garment, and all one way: the price of nap. Time is
 * processor time of one thread.
 *
 * usage: node dist/bench/nesting/one-way.js [SECONDS] [SEEDS] [GARMENTS] [DESIGN...]
 */
import type { NestRequest } from '../../src/nesting/request.js';
import { matchedMarker } from '../patterns/matched-marker.js';
import { draftInSizes, latestDesigns, sizesOfTables } from '../patterns/size-drafts.js';
import { lastSolution } from './last-solution.js';

const [, , seconds = '20', seeds = '1,2', garments = '4', ...named] = process.argv;
const designs = named.length > 0 ? named : ['Simon shirt', 'Titan trouser block', 'Carlton coat', 'Teagan T-shirt'];
const width = 1500;
const ways: [name: string, group: (garment: number) => string | null][] = [
  ['either way', () => null],
  ['one way per garment', (garment) => `${garment}`],
  ['one way', () => 'all'],
];

const sizes = (await sizesOfTables()).filter(({ table }) => / men$/.test(table));
const size = sizes[Math.floor(sizes.length / 2)]!;
console.log(`${garments} garments of ${size.table} ${size.size}, ${width} mm wide, ${seconds} s, seeds ${seeds}`);
console.log(`| design | ${ways.map(([name]) => name).join(' | ')} |`);
console.log(`| --- |${ways.map(() => ' ---: |').join('')}`);
for (const design of designs) {
  const version = latestDesigns().find(({ name }) => name === design);
  if (!version) throw new Error(`the library has no design ${JSON.stringify(design)}`);
  const [drafted] = await draftInSizes(version, [size]);
  const one = matchedMarker(drafted!.draft!, { material: 'fabric', width, repeats: [null, null] });
  if (!one) throw new Error(`no piece of ${design} is cut from fabric`);
  const densities = ways.map(([, group]) => {
    const request = markerOf(one, Number(garments), group);
    const runs = seeds.split(',').map((seed) => lastSolution(request, Number(seed), Number(seconds)).utilisation);
    return (100 * runs.reduce((sum, density) => sum + density, 0)) / runs.length;
  });
  console.log(`| ${design} | ${densities.map((density) => density.toFixed(1)).join(' | ')} |`);
}

function markerOf(one: NestRequest, count: number, group: (garment: number) => string | null): NestRequest {
  const polygons = Array.from({ length: count }, (_, garment) => {
    const directionGroup = group(garment);
    return one.polygons.map((polygon) => ({ ...polygon, ...(directionGroup !== null && { directionGroup }) }));
  });
  return { ...one, polygons: polygons.flat() };
}
