/**
 * Draws designs of the library in all sizes of a table, nested as the service writes them, for a look by eye: a PNG each.
 *
 * usage: node dist/bench/patterns/nested-pictures.js [FOLDER, default nested-pictures] [beginning of a name]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { gradeSizes } from '../../src/patterns/grading/grade.js';
import { gradedToSvg } from '../../src/patterns/grading/graded-files.js';
import { draftInSizes, latestDesigns, sizesOfTables } from './size-drafts.js';

/** Garments of every kind, own blocks and FreeSewing's, each with the table of its wearers. */
const designs: readonly (readonly [name: string, table: string])[] = [
  ['A-line skirt', 'EN 13402-3 women'],
  ['Bodice block', 'EN 13402-3 women'],
  ['Trousers', 'EN 13402-3 women'],
  ['Simon shirt', 'EN 13402-3 men'],
  ['Teagan', 'EN 13402-3 men'],
  ['Bella', 'EN 13402-3 women'],
  ['Charlie', 'EN 13402-3 men'],
  ['Jaeger', 'EN 13402-3 men'],
  ['Huey', 'ASTM D5585 misses, straight'],
  ['Sandy', 'FreeSewing women'],
];
const width = 1800;

const [folder = 'nested-pictures', wanted = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const sizes = await sizesOfTables();
const library = latestDesigns();
for (const [name, table] of designs.filter(([each]) => each.startsWith(wanted))) {
  const version = library.find((each) => each.name.startsWith(name));
  if (!version) throw new Error(`no design begins with ${name}`);
  const drafted = await draftInSizes(
    version,
    sizes.filter((size) => size.table === table),
  );
  const good = drafted.flatMap(({ size, draft }) => (draft ? [{ name: size, draft }] : []));
  const base = good[good.length >> 1]!;
  const graded = gradeSizes(good, base.name);
  const sheet = { subject: '', versionNumber: version.versionNumber, publishedAt: version.publishedAt, halves: false };
  const svg = gradedToSvg(graded, base.draft, sheet);
  const file = join(folder, `${name.toLowerCase().replaceAll(/\W+/g, '-')}.png`);
  const picture = new Resvg(svg, { background: '#ffffff', fitTo: { mode: 'width', value: width } });
  writeFileSync(file, picture.render().asPng());
  console.log(`${file}: ${version.name} in ${good.length} of ${drafted.length} sizes of ${table}`);
  for (const { message } of graded.warnings) console.log(`  ${message}`);
}
