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

test('of numbers, the nearest by value is suggested, the smaller of two', () => {
  const sizes = ['44', '46', '48', '50', '52', '54', '56', '58'];
  assert.is(nearestName('47', sizes), '46');
  assert.is(nearestName('47', sizes.toReversed()), '46');
  assert.is(nearestName('60', sizes), '58');
  assert.is(nearestName('9', ['00', '0', '2', '10', '20']), '10');
  assert.is(nearestName('38.5', ['36', '38', '40']), '38');
  assert.is(nearestName('47', ['S', 'M', 'L']), null);
  assert.is(nearestName('4O', sizes), '44', 'no number: by its letters');
  assert.is(nearestName('4', sizes), '44', 'no value is near: by its digits');
  assert.is(nearestName('1000', sizes), null);
});

test('a name of a million letters costs no more than a look at its length', () => {
  assert.is(nearestName('a'.repeat(1_000_000), Array(1_000).fill('height')), null);
});

test.run();
