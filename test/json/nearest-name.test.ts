import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nearest, nearestName } from '../../src/json/nearest-name.js';

test('a suggestion is near, or absent', () => {
  assert.is(nearestName('hieght', ['height', 'weight']), 'height');
  assert.is(nearestName('MINDISTANCE', ['minDistance']), 'minDistance');
  assert.is(nearestName('entirelyOther', ['id', 'points']), null);
  assert.is(nearest('polygon', ['bins', 'polygons']), '; did you mean "polygons"?');
  assert.is(nearest('x', ['bins', 'polygons']), '');
});

test('a name of a million letters costs no more than a look at its length', () => {
  assert.is(nearestName('a'.repeat(1_000_000), Array(1_000).fill('height')), null);
});

test.run();
