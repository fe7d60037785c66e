import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../src/json/json.js';
import { diffDocuments } from '../../src/patterns/diff-documents.js';

const pieces = (...names: string[]): Json => ({ pieces: names.map((name) => ({ name, quantity: 1 })) });

test('another order of pieces or variables is a difference, told by the names from the first to the last that moved', () => {
  assert.equal(diffDocuments(pieces('front', 'back', 'sleeve', 'cuff'), pieces('front', 'sleeve', 'back', 'cuff')), [
    { path: 'pieces (order)', before: ['back', 'sleeve'], after: ['sleeve', 'back'] },
  ]);
  // names that are numbers, too
  assert.equal(diffDocuments(pieces('2', '1'), pieces('1', '2')), [
    { path: 'pieces (order)', before: ['2', '1'], after: ['1', '2'] },
  ]);
});

test('entries that come and go change no order of the others', () => {
  const piece = (name: string): Json => ({ name, quantity: 1 });
  assert.equal(diffDocuments(pieces('front', 'back'), pieces('collar', 'front', 'yoke', 'back')), [
    { path: 'pieces.collar', before: undefined, after: piece('collar') },
    { path: 'pieces.yoke', before: undefined, after: piece('yoke') },
  ]);
  assert.equal(
    diffDocuments(pieces('front', 'yoke', 'back'), pieces('back', 'front')).map(({ path }) => path),
    ['pieces.yoke', 'pieces (order)'],
  );
});

test.run();
