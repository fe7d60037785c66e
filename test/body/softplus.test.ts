/** The table gives the values of the function. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { softplus } from '../../src/body/model/softplus.js';

const exactly = (x: number): number => (x > 30 ? x : Math.log1p(Math.exp(x)));

test('is log(1 + exp(x)) to 5e-9, and above 0', () => {
  fc.assert(
    fc.property(fc.double({ min: -60, max: 60, noNaN: true }), (x) => {
      assert.ok(Math.abs(softplus(x) - exactly(x)) <= 5e-9, `${softplus(x)} is not ${exactly(x)}`);
      assert.ok(softplus(x) > 0);
    }),
    { numRuns: 20_000 },
  );
});

test('is right at the ends of its steps and of its table', () => {
  for (let i = -23 * 16; i <= 23 * 16; i++) {
    for (const x of [i / 16, i / 16 - 1e-12, i / 16 + 1e-12]) {
      assert.ok(Math.abs(softplus(x) - exactly(x)) <= 5e-9, `at ${x}`);
    }
  }
});

test.run();
