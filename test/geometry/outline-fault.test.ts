import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outlineFault } from '../../src/geometry/outline-fault.js';
import { ringOf, withoutRedundantPoints } from '../../src/geometry/ring.js';
import { selfIntersection } from '../../src/geometry/self-intersection.js';

type Points = [number, number][];
const kind = (points: Points) => outlineFault(points)?.kind ?? null;

/** Every pair of edges, one by one, in exact integer arithmetic. */
function crossesItself(ring: Float64Array): boolean {
  const n = ring.length / 2;
  const at = (i: number): [number, number] => [ring[2 * (i % n)]!, ring[2 * (i % n) + 1]!];
  const turn = (a: number[], b: number[], c: number[]) =>
    Math.sign((b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!));
  const on = (a: number[], b: number[], p: number[]) =>
    turn(a, b, p) === 0 && [0, 1].every((k) => Math.min(a[k]!, b[k]!) <= p[k]! && p[k]! <= Math.max(a[k]!, b[k]!));
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const [a, b, c, d] = [at(i), at(i + 1), at(j), at(j + 1)];
      if (j === i + 1 || (i === 0 && j === n - 1)) {
        const [before, corner, after] = j === i + 1 ? [a, b, d] : [c, a, b];
        const back =
          (after[0] - corner[0]) * (before[0] - corner[0]) + (after[1] - corner[1]) * (before[1] - corner[1]);
        if (turn(before, corner, after) === 0 && back > 0) return true;
        continue;
      }
      if (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) return true;
      if (on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)) return true;
    }
  }
  return false;
}

test('the sweep finds a crossing exactly when a check of every pair of edges does', () => {
  let crossed = 0;
  const coordinate = fc.integer({ min: 0, max: 7 });
  const ring = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 9 });
  fc.assert(
    fc.property(ring, (points) => {
      const clean = withoutRedundantPoints(ringOf(points));
      fc.pre(clean.length >= 6);
      const expected = crossesItself(clean);
      if (expected) crossed++;
      assert.is(selfIntersection(clean) !== null, expected);
    }),
    { numRuns: 20_000, seed: 11 },
  );
  assert.ok(crossed > 1000);
});

test('simple outlines have no fault: either winding, closed or not, with points on straight sides', () => {
  assert.is(
    kind([
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ]),
    null,
  );
  assert.is(
    kind([
      [0, 4],
      [4, 4],
      [4, 0],
      [0, 0],
      [0, 4],
    ]),
    null,
  );
  assert.is(
    kind([
      [0, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, 4],
      [2, 4],
      [0, 4],
      [0, 2],
    ]),
    null,
  );
});

test('faults are named', () => {
  assert.is(kind([]), 'too_few_points');
  assert.is(
    kind([
      [0, 0],
      [1, 1],
      [0, 0],
      [1, 1],
    ]),
    'too_few_points',
  );
  assert.is(
    kind([
      [0, 0],
      [1, 1],
      [2, 2],
      [5, 5],
    ]),
    'zero_area',
  );
  assert.is(
    kind([
      [0, 0],
      [4, 4],
      [4, 0],
      [0, 4],
    ]),
    'self_intersection',
  );
  assert.is(
    kind([
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 0],
      [0, 4],
    ]),
    'self_intersection',
    'a corner touches a side',
  );
  assert.is(
    kind([
      [0, 0],
      [2, 2],
      [4, 0],
      [4, 4],
      [2, 2],
      [0, 4],
    ]),
    'self_intersection',
    'two corners touch',
  );
  assert.is(
    kind([
      [0, 0],
      [4, 0],
      [8, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ]),
    'self_intersection',
    'a spike',
  );
  assert.equal(
    outlineFault([
      [0, 0],
      [1, Number.NaN],
      [1, 1],
    ]),
    { kind: 'coordinate', point: 1 },
  );
  assert.equal(
    outlineFault([
      [0, 0],
      [1, 0],
      [Number.POSITIVE_INFINITY, 1],
    ]),
    { kind: 'coordinate', point: 2 },
  );
  assert.equal(
    outlineFault([
      [0, 0],
      [1, 0],
      [1e300, 1],
    ]),
    { kind: 'coordinate', point: 2 },
  );
});

test('a crossing is named by the points of the request', () => {
  const fault = outlineFault([
    [0, 0],
    [0, 0],
    [4, 4],
    [4, 2],
    [4, 0],
    [0, 4],
  ]);
  assert.is(fault?.kind, 'self_intersection');
  if (fault?.kind === 'self_intersection') assert.equal([...fault.points].sort(), [0, 4]);
});

test('a hundred thousand points get an answer, sound or not', () => {
  const n = 100_000;
  const comb = (i: number): [number, number] =>
    i < n / 2 ? [2 * i, i % 2 ? 1000 : 0] : [2 * (n - i), -5000 + (i % 2) * 1000];
  const points = Array.from({ length: n }, (_, i) => comb(i));
  assert.is(kind(points), null);
  points[n / 4] = [n / 2, 1e6];
  points[(3 * n) / 4] = [n / 2, 2e6];
  assert.is(kind(points), 'self_intersection');
});

test.run();
