// Runs the properties of one compiled test file. The seed, the number of runs, or the path to one failing case come from
// fast-check's output.
// usage: node scripts/fuzz.mjs dist/test/AREA/X.test.js [seed=42] [runs=100000] [path=0:1:2]
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

const [file, ...settings] = process.argv.slice(2);
if (!file) {
  console.error('usage: node scripts/fuzz.mjs dist/test/AREA/X.test.js [seed=42] [runs=100000] [path=0:1:2]');
  process.exit(2);
}
const { seed, runs, path } = Object.fromEntries(settings.map((setting) => setting.split('=')));
fc.configureGlobal({
  ...(seed === undefined ? {} : { seed: Number(seed) }),
  ...(runs === undefined ? {} : { numRuns: Number(runs) }),
  ...(path === undefined ? {} : { path }),
});
await import(pathToFileURL(file));
