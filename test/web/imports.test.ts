/** The modules of the project that the page may import. The lint rule for imports elsewhere does not read JSX. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../cli/readme.js';

/**
 * Modules that need no server: stubs, the client's resuming stream, codecs of JSON, the example, readers and writers of files
 * and pattern documents, and the exact check of a layout.
 */
const allowed = [
  /^gen\//,
  /^clients\/typescript\/src\/nest-stream\.js$/,
  /^gateway\/json\//,
  /^src\/json\//,
  /^src\/drawing\//,
  /^src\/body\/(csv|fields)\.js$/,
  /^src\/lays\/(bundles|cut-plan-document)\.js$/,
  /^src\/projects\/document\.js$/,
  /^src\/(errors|problems)\.js$/,
  /^src\/geometry\//,
  /^src\/nesting\/(request|layout\/.*|check\/.*)\.js$/,
  /^src\/patterns\/(diff-documents|document-text|draft|free-place|label-place|import\/sizes|grading\/size-lines)\.js$/,
  /^examples\//,
];
const readers = /^src\/services\/(files\/read-parts|nest\/request)\.js$/;

test('the page imports itself, the stubs, the client, and modules that work without a server', () => {
  const folder = join(packageRoot, 'web/src');
  let imports = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue;
    const source = readFileSync(join(folder, name), 'utf8');
    for (const [, path] of source.matchAll(/(?:\bfrom |\bimport\(|\bimport )'(\.[^']+)'/g)) {
      const target = relative(packageRoot, join(folder, dirname(name), path!));
      if (target.startsWith('web/')) continue;
      imports += 1;
      assert.ok(
        [...allowed, readers].some((each) => each.test(target)),
        `web/src/${name} imports ${target}`,
      );
    }
  }
  assert.ok(imports > 20);
});

test.run();
