import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readNestFile } from '../../src/cli/nest-file.js';
import { packageRoot } from './readme.js';
import { temporaryFolder } from './run-selvage.js';

const marker = `${packageRoot}examples/marker.json`;

test('the example marker is a request of real size', () => {
  const request = readNestFile(marker);
  const ids = new Set(request.polygons.map(({ id }) => id));
  assert.is(ids.size, request.polygons.length);
  assert.ok(ids.size >= 40);
  assert.equal(request.allowedRotations, [0, 180]);
  assert.is(request.minDistance, 3);
});

test('the script beside the example drafts it, byte for byte', () => {
  const draft = fileURLToPath(new URL('../../examples/draft-marker.js', import.meta.url));
  const again = join(temporaryFolder(), 'marker.json');
  execFileSync(process.execPath, [draft, again]);
  assert.is(readFileSync(again, 'utf8'), readFileSync(marker, 'utf8'));
});

test.run();
