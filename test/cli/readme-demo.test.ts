import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot, readmeCommands } from './readme.js';

test('the demo of the README packs every part, makes a shirt to measure, and leaves its files', () => {
  const [install, demo] = readmeCommands('npm run demo').trim().split('\n');
  assert.is(install, 'npm ci');
  rmSync(`${packageRoot}demo-output`, { recursive: true, force: true });
  // `npm ci` has been run, or this test would not exist
  const output = execFileSync('bash', ['-c', demo!], { cwd: packageRoot, encoding: 'utf8', stdio: 'pipe' });
  assert.match(output, /parts\s+111 placed, 0 not/);
  assert.match(output, /gRPC and REST begin with the same layout/);
  const svg = readFileSync(`${packageRoot}demo-output/marker.svg`, 'utf8');
  for (const id of ['shirt-M-back-1', 'chinos-L-front-2']) assert.match(svg, id);
  assert.ok(readFileSync(`${packageRoot}demo-output/marker.png`).length > 50_000);

  assert.match(output, /shirt\s+13 pieces; 14 measurements predicted/);
  assert.match(output, /parts\s+19 placed, 0 not/);
  for (const name of ['shirt', 'shirt-marker']) {
    const file = (ending: string): string => readFileSync(`${packageRoot}demo-output/${name}.${ending}`, 'latin1');
    assert.match(file('dxf'), /^\s*(0|999)\r?\n/);
    assert.match(file('svg'), /<svg /);
    assert.match(file('pdf'), /^%PDF-/);
  }
});

test.run();
