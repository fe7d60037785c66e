/**
 * How many Seamly2D sample files convert and draft. Reads them from wherever they lie; they are not part of the project.
 *
 * usage: npm run build && node dist/bench/patterns/seamly-samples.js FOLDER
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { importSeamly } from '../../src/patterns/import/seamly/import-seamly.js';
import { checkContent } from '../../src/patterns/patterns.js';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: node dist/bench/patterns/seamly-samples.js FOLDER');
  process.exit(2);
}
const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));

/** The measurement file that a pattern names, preferably beside it; older endings have newer names. */
function measurementsOf(pattern: string, file: string): string | null {
  const wanted = /<measurements>([^<]+)</.exec(pattern)?.[1];
  if (wanted === undefined) return null;
  const name = basename(wanted).toLowerCase();
  const names = [name, name.replace(/\.vit$/, '.smis').replace(/\.vst$/, '.smms')];
  const found = files.filter((other) => names.some((candidate) => basename(other).toLowerCase() === candidate));
  const chosen = found.find((other) => dirname(other) === dirname(file)) ?? found[0];
  return chosen === undefined ? null : readFileSync(chosen, 'utf8');
}

let [withPieces, converted, whole] = [0, 0, 0];
for (const file of files.filter((name) => /\.(sm2d|val)$/.test(name)).sort()) {
  const pattern = readFileSync(file, 'utf8');
  if (!/<(piece|detail) /.test(pattern)) continue;
  withPieces++;
  try {
    const { content, notes, pieceCount } = importSeamly(pattern, measurementsOf(pattern, file), basename(file));
    await checkContent('definition', content);
    const drafted = (content as { pieces: readonly unknown[] }).pieces.length;
    converted++;
    if (drafted === pieceCount) whole++;
    console.log(`ok    ${basename(file)}: ${drafted} of ${pieceCount} pieces, ${notes.length} notes`);
  } catch (error) {
    console.log(`fails ${basename(file)}: ${(error as Error).message.slice(0, 160)}`);
  }
}
console.log(`${converted} of ${withPieces} files convert and draft, ${whole} with every piece`);
