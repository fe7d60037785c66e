/** Typed numbers that change their unit: short, and the same again on the way back. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toImperial, toMetric } from '../../src/drawing/typed-length.js';

/** Millimetres in an inch, metres in a yard, prices by the metre and by the yard, kilograms in a pound. */
const factors = [25.4, 2.54, 0.9144, 1 / 0.9144, 0.45359237];

test('round numbers of one unit are short in the other', () => {
  assert.equal(
    ['1500', '3', '127', '168', '0', '12,7'].map((mm) => toImperial(mm, 25.4)),
    ['59.055', '0.118', '5', '6.614', '0', '0.5'],
  );
  assert.equal([toImperial('168', 2.54, 2), toMetric('66.14', 2.54, 2)], ['66.14', '168']);
  assert.equal(
    ['59.055', '0.118', '5', '0.0625', '0,5'].map((inches) => toMetric(inches, 25.4)),
    ['1500', '3', '127', '1.587', '12.7'],
  );
});

test('other text stays as it is typed', () => {
  for (const text of ['', ' ', 'x', '1 2', '3 mm', '1e999']) {
    assert.equal([toMetric(text, 25.4), toImperial(text, 25.4)], [text, text]);
  }
});

test('a metric number of any decimals is the same after the way to inches and back', () => {
  const typed = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 99_999 }), fc.nat(5));
  fc.assert(
    fc.property(typed, fc.constantFrom(...factors), ([whole, part, decimals], metric) => {
      const text = String(Number(`${whole}.${String(part).padStart(5, '0').slice(0, decimals)}`));
      assert.is(toMetric(toImperial(text, metric), metric), text);
    }),
    { numRuns: 3000 },
  );
});

test('imperial numbers of up to three decimals are the same after the way to metric ones and back', () => {
  const thousandths = fc.integer({ min: 0, max: 400_000 });
  fc.assert(
    fc.property(thousandths, fc.constantFrom(...factors), (count, metric) => {
      const text = String(count / 1000);
      assert.is(toImperial(toMetric(text, metric), metric), text);
    }),
    { numRuns: 3000 },
  );
});

test('inches in binary fractions to a 64th are the same after the way to millimetres and back', () => {
  for (let count = 0; count < 64 * 100; count += 1) {
    const text = String(count / 64);
    assert.is(toImperial(toMetric(text, 25.4), 25.4), text);
  }
});

test.run();
