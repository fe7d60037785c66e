/**
 * The guard of the contract that landed last: it records additions, and a break only if its author confirms it. A break of a
 * release needs a new major version.
 */
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
  for (const part of ['buf.yaml', 'proto', 'third_party', 'package.json', '.ci/contract', '.ci/releases', 'scripts']) {
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
const add = (): void => change('string media_type = 2;', 'string media_type = 2;\n  string extension = 9;');
/** Starts the next major version. */
function setVersion(version: string): void {
  const file = join(folder, 'package.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }));
}

test('the landed contract is complete, and recording it again changes nothing', () => {
  assert.equal(run('check'), { status: 0, told: '' });
  const before = read('.ci/contract');
  const { status, told } = run('record');
  assert.equal([status, told], [0, 'recorded\n']);
  assert.is(read('.ci/contract'), before);
});

test('a break fails the check and is not recorded; recorded with --break, it becomes the contract', () => {
  add();
  assert.is(run('record').status, 0);
  change('string extension = 9', 'string suffix = 9');
  const landed = read('.ci/contract');
  for (const task of ['check', 'record']) {
    const { status, told } = run(task);
    assert.is(status, 1, task);
    assert.match(told, /extension/);
    assert.match(told, 'npm run generate:baseline -- --break');
    assert.is(read('.ci/contract'), landed, task);
  }
  const { status, told } = run('record', '--break');
  assert.is(status, 0, told);
  assert.match(told, /recorded with these breaks:[\s\S]*extension/);
  assert.is(read('.ci/contract'), read('proto'));
  assert.equal(run('check'), { status: 0, told: '' });
});

test('a break of a release is refused, with --break too, until the next major version', () => {
  change('string media_type = 2', 'string kind_of_file = 2');
  const landed = read('.ci/contract');
  for (const args of [['check'], ['record'], ['record', '--break'], ['release']]) {
    const { status, told } = run(...args);
    assert.is(status, 1, args.join(' '));
    assert.match(told, /media_type[\s\S]*breaks version 1\.0\.0\. Only a new major version may do that/);
    assert.is(read('.ci/contract'), landed, args.join(' '));
  }
  setVersion('2.0.0');
  assert.is(run('record', '--break').status, 0);
  assert.match(run('check').told, /2\.0\.0\.binpb\.gz is missing/);
  assert.is(run('release').status, 0);
  assert.equal(run('check'), { status: 0, told: '' });
  assert.match(run('release').told, 'a release is never changed');
});

test('an addition fails the check until it is recorded, without --break', () => {
  add();
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
