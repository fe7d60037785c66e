import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type LinearProgramme, leastCost, type Rows } from '../../src/nesting/overlap/linear-programme.js';

type Row = readonly [bound: number, ...entries: (readonly [variable: number, value: number])[]];

function rowsOf(list: readonly Row[]): Rows {
  const starts = [0];
  const entries: (readonly [number, number])[] = [];
  for (const [, ...row] of list) {
    entries.push(...row);
    starts.push(entries.length);
  }
  return {
    starts: Int32Array.from(starts),
    variables: Int32Array.from(entries, ([variable]) => variable),
    values: Float64Array.from(entries, ([, value]) => value),
    bounds: Float64Array.from(list, ([bound]) => bound),
  };
}

const boxed = (costs: readonly number[], rows: readonly Row[], side: number): LinearProgramme => ({
  costs: Float64Array.from(costs),
  low: new Float64Array(costs.length).fill(-side),
  high: new Float64Array(costs.length).fill(side),
  rows: rowsOf(rows),
});
const solve = (programme: LinearProgramme, tolerance = 1e-6) => leastCost(programme, tolerance, () => {});

test('the solution is the corner of two rows with the least cost', () => {
  // The least value of -x - 2y with x + y <= 3 and y <= 1 is at (2, 1).
  const at = solve(
    boxed(
      [-1, -2],
      [
        [3, [0, 1], [1, 1]],
        [1, [1, 1]],
      ],
      10,
    ),
  )!;
  assert.ok(Math.abs(at[0]! - 2) < 1e-4 && Math.abs(at[1]! - 1) < 1e-4, `${at}`);
});

test('rows that contradict each other have no solution', () => {
  assert.is(
    solve(
      boxed(
        [1, 0],
        [
          [-3, [0, 1], [1, -1]],
          [-3, [0, -1], [1, 1]],
        ],
        10,
      ),
    ),
    null,
  );
  assert.is(solve(boxed([1], [[-11, [0, 1]]], 10)), null);
});

const number = fc.double({ min: -2, max: 2, noNaN: true });
/** Programmes with a known solution. Prices of the binding rows at a point give costs that are least at that point. */
const solved = fc.integer({ min: 2, max: 30 }).chain((n) =>
  fc.record({
    at: fc.array(number, { minLength: n, maxLength: n }),
    rows: fc.array(
      fc.record({
        first: fc.nat(n - 1),
        values: fc.tuple(number, number, number),
        price: fc.double({ min: 0, max: 1, noNaN: true }),
        slack: fc.double({ min: 0, max: 3, noNaN: true }),
        binds: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 * n },
    ),
  }),
);

test('programmes with a known solution are solved at its cost', () => {
  fc.assert(
    fc.property(solved, ({ at, rows }) => {
      const costs = new Array<number>(at.length).fill(0);
      const list = rows.map(({ first, values, price, slack, binds }): Row => {
        const variables = [...new Set([first, Math.min(at.length - 1, first + 1), at.length - 1])];
        const entries = variables.map((variable, k) => [variable, values[k]!] as const);
        const sum = entries.reduce((total, [variable, value]) => total + value * at[variable]!, 0);
        if (binds) for (const [variable, value] of entries) costs[variable]! -= price * value;
        return [binds ? sum : sum + slack, ...entries];
      });
      const programme = boxed(costs, list, 5);
      const found = solve(programme)!;
      const cost = (z: ArrayLike<number>): number => costs.reduce((sum, c, v) => sum + c * z[v]!, 0);
      assert.ok(Math.abs(cost(found) - cost(at)) < 1e-4, `a cost of ${cost(found)}, not ${cost(at)}`);
      list.forEach(([bound, ...entries], r) => {
        const sum = entries.reduce((total, [variable, value]) => total + value * found[variable]!, 0);
        assert.ok(sum < bound + 1e-6, `row ${r}: ${sum} > ${bound}`);
      });
    }),
    { numRuns: 300, seed: 7 },
  );
});

test.run();
