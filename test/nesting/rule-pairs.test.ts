/** Rules of cloth alone and in pairs: each layout keeps both. */

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import { complaints } from './judge.js';
import { remnantComplaints } from './judge-remnants.js';
import { nest, request } from './nest.js';
import { base, rules } from './rules.js';

/** Folds are sides of rectangles. */
const excluding = ['fold hide', 'tubular hide'];

const runs = Number(process.env.FUZZ_RUNS ?? 2);
const names = Object.keys(rules);
for (const [i, first] of names.entries()) {
  for (const second of names.slice(i)) {
    const pair = first === second ? first : `${first} ${second}`;
    if (excluding.includes(pair)) {
      test(`${pair}: refused`, () => {
        const [plain] = fc.sample(base, { numRuns: 1, seed: 3 });
        assert.ok(checkNestRequest(rules[second]!(rules[first]!(plain!))).problems.length > 0);
      });
      continue;
    }
    test(`${pair}: every layout keeps to it`, () => {
      let solved = 0;
      fc.assert(
        fc.property(base, (plain) => {
          const once = rules[first]!(plain);
          const problem = first === second ? once : rules[second]!(once);
          const codes = checkNestRequest(problem).problems.map(({ code }) => code);
          fc.pre(codes.length === 0);
          for (const solution of nest(problem).solutions)
            assert.equal([...complaints(problem, solution), ...remnantComplaints(problem, solution)], []);
          solved++;
        }),
        { numRuns: runs, seed: Number(process.env.FUZZ_SEED ?? 1 + names.indexOf(second)) },
      );
      assert.ok(solved > 0);
    });
  }
}

/** Rules that only allow more. */
const permissions = ['openings', 'mirror', 'costs'];

test('the judge sees where a layout without a rule breaks it', () => {
  const [plain] = fc.sample(base, { numRuns: 1, seed: 7 });
  for (const name of names.filter((one) => !permissions.includes(one))) {
    const ruled = rules[name]!(plain!);
    const { polygons } = ruled;
    const loose = {
      ...request(
        polygons.map(({ points, id, origin, quantity }) => ({ points, id, origin, quantity: quantity! })),
        plain!.bins,
      ),
      allowedRotations: name === 'tilt' ? [20] : [0, 180],
      workLimit: 20,
    };
    const { last } = nest(loose);
    assert.ok([...complaints(ruled, last), ...remnantComplaints(ruled, last)].length > 0, name);
  }
});

test.run();
