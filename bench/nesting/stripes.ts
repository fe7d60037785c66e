/**
 * Density of a garment on striped and checked cloth beside plain cloth: the price of matching its seams. Time is processor
 * time of one thread.
 *
 * usage: node dist/bench/nesting/stripes.js [SECONDS] [SEEDS] [DESIGN] [MATERIAL]
 */
import { matchedMarker } from '../patterns/matched-marker.js';
import { draftInSizes, latestDesigns, sizesOfTables } from '../patterns/size-drafts.js';
import { lastSolution } from './last-solution.js';

const [, , seconds = '30', seeds = '1,2,3', design = 'Simon shirt', material = 'fabric'] = process.argv;
const width = 1500;
const steps = [10, 40, 100];
const cloths: [name: string, repeats: readonly [number | null, number | null]][] = [
  ['plain', [null, null]],
  ...steps.map((mm): [string, [number, null]] => [`stripes across, every ${mm} mm`, [mm, null]]),
  ...steps.map((mm): [string, [null, number]] => [`stripes along, every ${mm} mm`, [null, mm]]),
  ...steps.map((mm): [string, [number, number]] => [`checks of ${mm} mm`, [mm, mm]]),
];

const version = latestDesigns().find(({ name }) => name === design);
if (!version) throw new Error(`the library has no design ${JSON.stringify(design)}`);
const male = (await sizesOfTables()).filter(({ table }) => / men$/.test(table));
const size = male[Math.floor(male.length / 2)]!;
const [drafted] = await draftInSizes(version, [size]);
console.log(`${design}, ${size.table} ${size.size}, ${material}, ${width} mm wide, ${seconds} s, seeds ${seeds}`);
console.log('| cloth | utilisation | points lost | most off |');
console.log('| ----- | ------- | ----------- | -------- |');
let plain = 0;
for (const [name, repeats] of cloths) {
  const request = matchedMarker(drafted!.draft!, { material, width, repeats });
  if (!request) throw new Error(`no piece is cut from ${JSON.stringify(material)}`);
  const last = seeds.split(',').map((seed) => lastSolution(request, Number(seed), Number(seconds)));
  const utilisation = (100 * last.reduce((sum, { utilisation }) => sum + utilisation, 0)) / last.length;
  if (name === 'plain') plain = utilisation;
  const off = Math.max(0, ...last.flatMap(({ matches = [] }) => matches.flatMap(({ x, y }) => [x ?? 0, y ?? 0])));
  const lost = name === 'plain' ? '' : (plain - utilisation).toFixed(1);
  console.log(`| ${name} | ${utilisation.toFixed(1)} % | ${lost} | ${off < 1e-6 ? '0' : off.toExponential(1)} mm |`);
}
