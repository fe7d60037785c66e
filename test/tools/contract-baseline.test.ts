/** The guard of the contract that landed last: it records additions, and a break only if its author confirms it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../cli/readme.js';

const proto = 'selvage/file/v1/file.proto';
let folder: string;

/** A project with the contract alone, and nothing to record. */
test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvage-baseline-'));
  for (const part of ['buf.yaml', 'proto', 'third_party', 'package.json', '.ci/contract', 'scripts']) {
    cpSync(join(packageRoot, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
});
test.after.each(() => rmSync(folder, { recursive: true, force: true }));

/** Runs it as a developer and `.ci/run breaking` do. */
function run(...args: string[]): { status: number | null; told: string } {
  const { status, stdout, stderr } = spawnSync('node', ['scripts/contract-baseline.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, told: stdout + stderr };
}

const read = (root: string): string => readFileSync(join(folder, root, proto), 'utf8');
const change = (from: string | RegExp, to: string): void => {
  const text = read('proto');
  const changed = text.replace(from, to);
  assert.is.not(changed, text);
  writeFileSync(join(folder, 'proto', proto), changed);
};
const rename = (): void => change('string media_type = 2', 'string kind_of_file = 2');

test('the landed contract is complete, and recording it again changes nothing', () => {
  assert.equal(run('check'), { status: 0, told: '' });
  const before = read('.ci/contract');
  const { status, told } = run('record');
  assert.equal([status, told], [0, 'recorded\n']);
  assert.is(read('.ci/contract'), before);
});

test('a break fails the check and is not recorded; recorded with --break, it becomes the contract', () => {
  rename();
  const landed = read('.ci/contract');
  for (const task of ['check', 'record']) {
    const { status, told } = run(task);
    assert.is(status, 1, task);
    assert.match(told, /media_type/);
    assert.match(told, 'npm run generate:baseline -- --break');
    assert.is(read('.ci/contract'), landed, task);
  }
  const { status, told } = run('record', '--break');
  assert.is(status, 0, told);
  assert.match(told, /recorded with these breaks:[\s\S]*media_type/);
  assert.is(read('.ci/contract'), read('proto'));
  assert.equal(run('check'), { status: 0, told: '' });
});

test('an addition fails the check until it is recorded, without --break', () => {
  change('string media_type = 2;', 'string media_type = 2;\n  string extension = 9;');
  const { status, told } = run('check');
  assert.is(status, 1);
  assert.match(told, 'lacks what is new');
  assert.is(run('record').status, 0);
  assert.is(read('.ci/contract'), read('proto'));
  assert.equal(run('check'), { status: 0, told: '' });
});

test('an unreadable contract is an error', () => {
  change('message WriteLayoutResponse {', 'message WriteLayoutResponse');
  const landed = read('.ci/contract');
  for (const args of [['check'], ['record'], ['record', '--break']]) {
    const { status, told } = run(...args);
    assert.is.not(status, 0, args.join(' '));
    assert.match(told, 'file.proto', args.join(' '));
    assert.is(read('.ci/contract'), landed, args.join(' '));
  }
});

test.run();
