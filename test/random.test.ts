import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Random } from '../src/random.js';

test('an index is drawn as often as its weight says', () => {
  const random = new Random(3);
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 8000; i++) counts[random.weighted([1, 0, 2, 5])]!++;
  assert.is(counts[1], 0);
  for (const [index, share] of [0.125, 0, 0.25, 0.625].entries())
    assert.ok(Math.abs(counts[index]! / 8000 - share) < 0.02, `${counts}`);
});

test('without any weight all are alike', () => {
  const random = new Random(4);
  const counts = [0, 0];
  for (let i = 0; i < 2000; i++) counts[random.weighted([0, 0])]!++;
  assert.ok(Math.min(...counts) > 900, `${counts}`);
});

test.run();
