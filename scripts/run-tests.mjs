// Runs every compiled test file in a process of its own, and closes with one line: N passed, N failed.
// usage: node scripts/run-tests.mjs [PATTERN...]   only the files whose path contains one of them
// TESTS_AT_ONCE: files that run side by side; by default two, or one on a single processor
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const patterns = process.argv.length > 2 ? process.argv.slice(2) : [''];
const files = readdirSync('dist/test', { recursive: true })
  .map((name) => join('dist/test', name))
  .filter((name) => name.endsWith('.test.js') && patterns.some((pattern) => name.includes(pattern)))
  .sort();
const fileTimeoutMs = 600_000;
/** For a process to end after its last test. */
const endTimeoutMs = 60_000;
let passed = 0;
let failed = 0;

// The first `npx selvage` in a folder makes npm prepare the package again, which must not happen beside tests that load it. If
// that fails, the tests of the README's commands give the reason.
spawnSync('npx', ['--yes', 'selvage', '--version'], { stdio: 'ignore', timeout: 120_000 });

async function run(file) {
  // Node rarely blocks for ever while a process ends (nodejs/node#54918). A test that keeps its process alive does so again.
  const started = Date.now();
  const first = await ended(file);
  const { code, output, hasHung } = first.hasHung ? await ended(file) : first;
  const { total, good } = countsOf(output);
  const bad = total - good + (code !== 0 && total === good ? 1 : 0) + (total === 0 && code === 0 ? 1 : 0);
  passed += good;
  failed += bad;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const name = file.replace(/^dist\//, '').replace(/\.js$/, '');
  console.log(`${bad ? 'FAIL' : 'ok  '} ${name}  ${good}/${total}  ${seconds} s${first.hasHung ? ', run again' : ''}`);
  if (bad) console.log(hasHung ? `${output}The process does not end after its tests.` : output);
}

function countsOf(output) {
  const sumOf = (number) => [...output.matchAll(number)].reduce((sum, match) => sum + Number(match[1]), 0);
  return { total: sumOf(/Total:\s+(\d+)/g), good: sumOf(/Passed:\s+(\d+)/g) };
}

/** Runs a file of tests. `hasHung`: all of them passed, and the process did not end. */
function ended(file) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--enable-source-maps', file], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let endTimer;
    let hasHung = false;
    child.stdout.on('data', (chunk) => {
      output += chunk;
      clearTimeout(endTimer);
      endTimer = setTimeout(() => {
        const { total, good } = countsOf(output);
        hasHung = total > 0 && total === good;
        if (hasHung) child.kill('SIGKILL');
      }, endTimeoutMs);
    });
    child.stderr.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), fileTimeoutMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      clearTimeout(endTimer);
      resolve({ code, output, hasHung });
    });
  });
}

const queue = [...files];
const atOnce = Number(process.env.TESTS_AT_ONCE ?? Math.min(2, availableParallelism()));
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let file = queue.shift(); file; file = queue.shift()) await run(file);
  }),
);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
