/** docs/pattern-documents.md: it has every operation with a picture of the result, and its documents can be published. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { drawExample, examples, fileOf } from '../../scripts/draw-operations.js';
import { optionPictures } from '../../scripts/draw-options.js';
import { drawSeams, seamsPicture } from '../../scripts/draw-seams.js';
import { curveOperations } from '../../src/patterns/definition/curve-operations.js';
import { pointOperations } from '../../src/patterns/definition/point-operations.js';
import { readDocument } from '../../src/patterns/document.js';
import { checkContent } from '../../src/patterns/patterns.js';

const reference = readFileSync('docs/pattern-documents.md', 'utf8');

test('every operation has an example, an up-to-date picture, and a matching row', () => {
  for (const [makes, operations] of [
    ['point', pointOperations],
    ['curve', curveOperations],
  ] as const) {
    const drawn = examples.filter((example) => example.makes === makes);
    assert.equal(drawn.map(({ op }) => op).sort(), Object.keys(operations).sort());
    for (const example of drawn) {
      const picture = `images/operations/${fileOf(example)}`;
      assert.ok(existsSync(join('docs', picture)), `run draw-operations: ${picture}`);
      assert.is(readFileSync(join('docs', picture), 'utf8'), drawExample(example), `run draw-operations: ${picture}`);
      const row = reference.split('\n').find((line) => line.includes(`(${picture})`));
      assert.ok(row, picture);
      const [, shown] = /`(\{ "op".*?\})` +\|/.exec(row) ?? [];
      assert.equal(JSON.parse(shown ?? 'null'), { op: example.op, ...example.parameters });
    }
  }
});

test('the picture of edges and seams shows the block as it is', () => {
  assert.is(readFileSync(seamsPicture, 'utf8'), drawSeams(), 'run draw-seams');
});

test('the pictures of the options of bodies and patterns show them as they are, and the guides have them all', async () => {
  for (const [file, svg] of await optionPictures()) {
    assert.is(readFileSync(file, 'utf8'), svg, `run draw-options: ${file}`);
    const [guide, picture] = [file.includes('/body/') ? 'body' : 'patterns', file.replace('docs/', '')];
    assert.ok(readFileSync(`docs/${guide}.md`, 'utf8').includes(`(${picture})`), picture);
  }
});

test('the document of the reference and the example are sound', async () => {
  const [, shown] = /```json\n(\{\n {2}"schema"[\s\S]*?)```/.exec(reference) ?? [];
  for (const text of [shown!, readFileSync('examples/apron.json', 'utf8')]) {
    const { kind, content } = readDocument(text);
    assert.is(kind, 'definition');
    await checkContent(kind, content);
  }
});

test.run();
