/**
 * All designs of the library in all sizes of the shipped tables: broken drafts, the walk along every sewn pair, and
 * whether pieces grow with the size.
 *
 * usage: node dist/bench/patterns/sewn-sizes.js [beginning of a name]
 */
import type { Draft, Seam } from '../../src/patterns/draft.js';
import { loopArea } from '../../src/patterns/region.js';
import { draftInSizes, latestDesigns, type SizedDraft, sizesOfTables } from './size-drafts.js';

/** Sides within this of their ease, mm, fit. */
const fits = 0.5;

const sizes = await sizesOfTables();
const wanted = process.argv[2] ?? '';
const designs = latestDesigns().filter(({ name }) => name.startsWith(wanted));
let [drafts, broken, withSeams, pairs, fitting, measurements] = [0, 0, 0, 0, 0, 0];
const misfits: string[] = [];
const shrinking: string[] = [];

for (const version of designs) {
  const drafted = await draftInSizes(version, sizes);
  drafts += drafted.length;
  for (const { table, size, failure } of drafted.filter(({ draft }) => draft === null)) {
    broken++;
    console.log(`broken: ${version.name}, ${table} ${size}: ${failure}`);
  }
  const good = drafted.flatMap(({ draft }) => (draft ? [draft] : []));
  const seams = walked(good);
  if (seams.size > 0) withSeams++;
  measurements += new Set(good.flatMap(({ finished }) => finished.map(({ name }) => name))).size;
  for (const [name, all] of seams) {
    pairs++;
    const worst = all.reduce((a, b) => (Math.abs(b.difference) > Math.abs(a.difference) ? b : a));
    if (Math.abs(worst.difference) <= fits) fitting++;
    else misfits.push(`${version.name}, ${name}: ${range(all)} mm off in ${all.length} sizes`);
  }
  shrinking.push(...shrinkage(version.name, drafted));
}

console.log(`${designs.length} designs x ${sizes.length} sizes: ${drafts} drafts, ${broken} broken`);
console.log(`${withSeams} designs with ${pairs} sewn pairs and ${measurements} finished measurements`);
console.log(`${fitting} pairs within ${fits} mm of their ease in every size; the other ${pairs - fitting}:`);
for (const line of misfits) console.log(`  ${line}`);
console.log(`${shrinking.length} times a larger size of a table has no larger pieces:`);
for (const line of shrinking) console.log(`  ${line}`);

function walked(all: readonly Draft[]): Map<string, Seam[]> {
  const seams = new Map<string, Seam[]>();
  for (const seam of all.flatMap((draft) => draft.seams)) {
    const known = seams.get(seam.name);
    if (known) known.push(seam);
    else seams.set(seam.name, [seam]);
  }
  return seams;
}

function range(all: readonly Seam[]): string {
  const off = all.map(({ difference }) => difference);
  return `${Math.min(...off).toFixed(2)} to ${Math.max(...off).toFixed(2)}`;
}

/** The neighbours in a table whose larger one has no larger area of all its copies. */
function shrinkage(design: string, drafted: readonly SizedDraft[]): string[] {
  const found = drafted.slice(1).filter((larger, i) => {
    const smaller = drafted[i]!;
    return (
      smaller.table === larger.table && smaller.draft && larger.draft && areaOf(larger.draft) <= areaOf(smaller.draft)
    );
  });
  if (found.length === 0) return [];
  const places = found.map(({ table, size }) => `${table} ${size}`);
  return [`${design}: ${places.length > 4 ? `${places.length} of ${drafted.length} sizes` : places.join(', ')}`];
}

function areaOf({ pieces }: Draft): number {
  return pieces.reduce((sum, { boundary, quantity }) => sum + quantity * loopArea(boundary.slice(0, -1)), 0);
}
