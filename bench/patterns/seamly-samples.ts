/**
 * Counts the Seamly2D and Valentina sample files that convert and draft. The files may lie anywhere; they are not part
 * of the project.
 *
 * usage: npm run build && node dist/bench/patterns/seamly-samples.js FOLDER
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { importSeamly } from '../../src/patterns/import/seamly/import-seamly.js';
import { checkContent } from '../../src/patterns/patterns.js';
import { seamlySamples } from './seamly-files.js';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: node dist/bench/patterns/seamly-samples.js FOLDER');
  process.exit(2);
}

const samples = seamlySamples(folder);
let [converted, whole] = [0, 0];
for (const { file, text, measurements } of samples) {
  try {
    const source = measurements === null ? null : readFileSync(measurements, 'utf8');
    const { content, notes, pieceCount } = importSeamly(text, source, basename(file));
    await checkContent('definition', content);
    const drafted = (content as { pieces: readonly unknown[] }).pieces.length;
    converted++;
    if (drafted === pieceCount) whole++;
    console.log(`ok    ${basename(file)}: ${drafted} of ${pieceCount} pieces, ${notes.length} notes`);
  } catch (error) {
    console.log(`fails ${basename(file)}: ${(error as Error).message.slice(0, 160)}`);
  }
}
console.log(`${converted} of ${samples.length} files convert and draft, ${whole} with every piece`);
