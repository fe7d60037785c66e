// Runs the fault scenarios with their figures, and closes with one line: N passed, N failed.
// usage: node scripts/run-faults.mjs [--short] [PATTERN]   --short: few rounds of each, two at a time, as in CI
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const args = process.argv.slice(2);
const short = args.includes('--short');
const pattern = args.find((arg) => arg !== '--short') ?? '';
// CI sends the random requests in a step of their own, .ci/steps/abuse.sh, and more of them.
const elsewhere = short && pattern === '' ? ['random-requests.fault.js'] : [];
const files = readdirSync('dist/test/faults')
  .filter((name) => name.endsWith('.fault.js') && name.includes(pattern) && !elsewhere.includes(name))
  .map((name) => join('dist/test/faults', name))
  .sort();
let passed = 0;
let failed = 0;

async function run(file) {
  const started = Date.now();
  const env = { ...process.env, FAULTS_FORM: short ? 'short' : 'full' };
  const child = spawn(process.execPath, ['--enable-source-maps', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    // A failing scenario may have left something open that keeps it from ending.
    timeout: short ? 10 * 60_000 : 60 * 60_000,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  const total = Number(/Total:\s+(\d+)/.exec(output)?.[1] ?? 0);
  const good = Number(/Passed:\s+(\d+)/.exec(output)?.[1] ?? 0);
  const bad = code === 0 && total > 0 ? total - good : Math.max(1, total - good);
  passed += good;
  failed += bad;
  const name = file.replace('dist/test/faults/', '').replace('.fault.js', '');
  console.log(`${bad ? 'FAIL' : 'ok  '} ${name}  ${good}/${total}  ${((Date.now() - started) / 1000).toFixed(0)} s`);
  const figures = output.match(/^ {2}figure {2}.*$/gm) ?? [];
  console.log(bad ? output : figures.map((line) => line.replace('figure', '  ')).join('\n'));
}

await Promise.all(
  Array.from({ length: short ? 2 : 1 }, async () => {
    for (let file = files.shift(); file; file = files.shift()) await run(file);
  }),
);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
