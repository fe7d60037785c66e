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
let passed = 0;
let failed = 0;

// The first `npx selvage` in a folder makes npm prepare the package again, which must not happen beside tests that load it. If
// that fails, the tests of the README's commands give the reason.
spawnSync('npx', ['--yes', 'selvage', '--version'], { stdio: 'ignore', timeout: 120_000 });

function run(file) {
  return new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(process.execPath, ['--enable-source-maps', file], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), fileTimeoutMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      const total = [...output.matchAll(/Total:\s+(\d+)/g)].reduce((sum, match) => sum + Number(match[1]), 0);
      const good = [...output.matchAll(/Passed:\s+(\d+)/g)].reduce((sum, match) => sum + Number(match[1]), 0);
      const bad = total - good + (code !== 0 && total === good ? 1 : 0) + (total === 0 && code === 0 ? 1 : 0);
      passed += good;
      failed += bad;
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(
        `${bad ? 'FAIL' : 'ok  '} ${file.replace(/^dist\//, '').replace(/\.js$/, '')}  ${good}/${total}  ${seconds} s`,
      );
      if (bad) console.log(output);
      resolve();
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
