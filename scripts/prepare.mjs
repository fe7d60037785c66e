// The end of `npm ci`: the native part of the embedded store, the service and the page, beside each other.
//
// npm would compile better-sqlite3 on one core before anything else starts. So package.json denies its install script, and
// this script does the same work: fetch a built one, else compile it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const store = dirname(require.resolve('better-sqlite3/package.json'));
const fetchLimitMs = 30_000;
const started = Date.now();

/** Runs a program to its end; the promise has its output, and fails with it. */
function run(args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${args.join(' ')}\n${output}`));
    });
  });
}

/** node-gyp comes with npm, which names its place to every script. */
function nodeGyp() {
  const path = process.env.npm_config_node_gyp;
  if (!path) throw new Error('node-gyp is not known here: run this script as `npm run prepare`');
  return path;
}

/**
 * SQLite is one file of C, on one core: -O3 takes 2.4 times as long as -O1 here, for statements that are about 8 % quicker.
 * The last -O of a command holds, and these variables come last.
 */
function quicklyCompiled() {
  const { CFLAGS = '', CXXFLAGS = '' } = process.env;
  return { ...process.env, CFLAGS: `-O1 ${CFLAGS}`, CXXFLAGS: `-O1 ${CXXFLAGS}` };
}

async function nativeStore() {
  if (existsSync(join(store, 'build/Release/better_sqlite3.node'))) return;
  const fetcher = require.resolve('prebuild-install/bin.js', { paths: [store] });
  try {
    await run([fetcher], { cwd: store, timeout: fetchLimitMs });
  } catch {
    console.log('better-sqlite3: no built one could be fetched for this machine; compiling it takes about a minute');
    await run([nodeGyp(), 'rebuild', '--release', '--jobs=max'], { cwd: store, env: quicklyCompiled() });
  }
}

async function service() {
  await run(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']);
  await run(['scripts/finish-build.mjs']);
}

async function page() {
  await run(['node_modules/typescript/bin/tsc', '-p', 'web/tsconfig.json']);
  const output = await run(['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts']);
  return /^first load: .*$/m.exec(output)?.[0];
}

try {
  const [, , firstLoad] = await Promise.all([nativeStore(), service(), page()]);
  console.log(`built in ${Math.round((Date.now() - started) / 1000)} s; ${firstLoad}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
