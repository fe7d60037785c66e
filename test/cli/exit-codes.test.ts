/** Causes every exit code of docs/cli.md. */
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exitCodes } from '../../src/cli/exit.js';
import {
  type Run,
  type Served,
  selvage,
  selvageInto,
  serve,
  start,
  temporaryFolder,
  untilStderr,
} from './run-selvage.js';

const data = temporaryFolder();
let service: Served;
test.before(async () => {
  service = await serve(['--data', data, '--solvers', '1']);
});
test.after(async () => {
  await service.stop();
});

const asking = (key = service.apiKey, url = service.url): string[] => ['--server', url, '--key', key];

/** Runs until Ctrl-C. */
async function interrupted(): Promise<Run> {
  const folder = temporaryFolder();
  const file = join(folder, 'parts.svg');
  const shapes = Array.from(
    { length: 30 },
    (_, i) => `<path id="t${i}" d="M${60 * i} 0h${20 + i}l-9 ${15 + (i % 7)}z"/>`,
  );
  writeFileSync(file, `<svg xmlns="http://www.w3.org/2000/svg">${shapes.join('')}</svg>`);
  const child = start([
    'nest',
    file,
    '--width',
    '90',
    '--rotations',
    '0,45',
    '--time',
    '60',
    '-o',
    join(folder, 'kept.dxf'),
  ]);
  await untilStderr(child, /utilisation/);
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number];
  assert.match(readFileSync(join(folder, 'kept.dxf'), 'latin1'), 'CUT');
  return { code, stdout: '', stderr: 'interrupted' };
}

/** Typed by the codes, so that a new one needs its line here. */
const ends: Record<keyof typeof exitCodes, () => Promise<Run>> = {
  ok: () => selvage(['body', 'female', 'height=168']),
  async failed() {
    // a store that somebody has tampered with
    const hands = new Sqlite(join(data, 'selvage.db'));
    hands.exec('ALTER TABLE pattern RENAME TO mislaid');
    try {
      return await selvage(['pattern', 'list', ...asking()]);
    } finally {
      hands.exec('ALTER TABLE mislaid RENAME TO pattern');
      hands.close();
    }
  },
  invalid: () => selvage(['body', 'female', 'hieght=168']),
  forbidden: () => selvage(['pattern', 'list', ...asking('wrong')]),
  notFound: () => selvage(['pattern', 'draft', '00000000-0000-4000-8000-000000000000', ...asking()]),
  unavailable: () => selvage(['pattern', 'list', ...asking('any', 'http://127.0.0.1:1')]),
  interrupted,
};

for (const [name, run] of Object.entries(ends) as [keyof typeof ends, () => Promise<Run>][]) {
  test(`exit code ${exitCodes[name]}: ${name}`, async () => {
    const { code, stderr } = await run();
    assert.is(code, exitCodes[name], stderr);
    if (name !== 'ok') assert.ok(stderr.length > 0 && !/\n\s+at /.test(stderr), 'a sentence, and no stack');
  });
}

test('an input file is not overwritten', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'parts.svg');
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h20v20z"/></svg>';
  writeFileSync(file, drawing);
  const args = ['nest', 'parts.svg', '--width', '90', '--time', '1'];
  const { code, stderr } = await selvage([...args, '-o', 'parts.svg'], { cwd: folder });
  assert.is(code, exitCodes.invalid);
  assert.match(stderr, /parts\.svg.*would overwrite/);
  assert.is((await selvage([...args, '-o', 'parts', '--format', 'dxf,svg'], { cwd: folder })).code, exitCodes.invalid);
  assert.is(readFileSync(file, 'utf8'), drawing);
  assert.not.ok(existsSync(join(folder, 'parts.dxf')));
});

test('a reader that stops early ends the program silently, like any tool', async () => {
  const child = start(['nest', '--help']);
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  assert.equal([code, said], [exitCodes.ok, '']);
});

test('a full disk behind standard output is reported in a sentence', async () => {
  const { code, stderr } = await selvageInto('/dev/full', ['nest', '--help']);
  assert.is(code, exitCodes.failed);
  assert.match(stderr, /^selvage: standard output cannot be written: the disk is full\n$/);
});

test.run();
