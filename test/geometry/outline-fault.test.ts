import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { orient2d, segmentsMeet } from '../../src/geometry/orient2d.js';
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

test('edges that touch in a repeated corner, or lie on each other, are named by their own points', () => {
  const named = (points: Points): readonly number[] => {
    const fault = outlineFault(points);
    return fault?.kind === 'self_intersection' ? [...fault.points].sort((a, b) => a - b) : [];
  };
  const step: Points = [
    [0, 0],
    [10, 0],
    [10, 10],
    [20, 10],
    [20, 20],
    [10, 10],
    [0, 10],
  ];
  const bow: Points = [
    [0, 0],
    [20, 20],
    [40, 0],
    [40, 40],
    [20, 20],
    [0, 40],
  ];
  const spike: Points = [
    [0, 0],
    [40, 0],
    [60, 0],
    [40, 0],
    [40, 40],
    [0, 40],
  ];
  assert.equal(
    [named(step), named(bow), named(spike)],
    [
      [1, 5],
      [0, 4],
      [0, 3],
    ],
  );
  // The first point is redundant, and so is the closing one.
  assert.equal(named([[5, 0], ...step.slice(1), [0, 0], [5, 0]]), [1, 5]);
});

test('named edges meet beyond a corner that neighbours share', () => {
  let named = 0;
  const coordinate = fc.integer({ min: 0, max: 6 });
  const outlines: fc.Arbitrary<Points> = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 9 });
  fc.assert(
    fc.property(outlines, (points) => {
      const n = points.length;
      fc.pre(withoutRedundantPoints(ringOf(points)).length === 2 * n);
      const fault = outlineFault(points);
      if (fault?.kind !== 'self_intersection') return;
      named++;
      const [first, second] = [...fault.points].sort((a, b) => a - b) as [number, number];
      const edge = (i: number) => [points[i]!, points[(i + 1) % n]!] as const;
      const [[a, b], [c, d]] = second - first === n - 1 ? [edge(second), edge(first)] : [edge(first), edge(second)];
      const isNext = second - first === 1 || second - first === n - 1;
      const turnsBack = (d[0] - c[0]) * (b[0] - a[0]) + (d[1] - c[1]) * (b[1] - a[1]) < 0;
      const isFlat = orient2d(...a, ...b, ...d) === 0;
      assert.ok(
        first !== second && (!isNext || (isFlat && turnsBack)),
        `${JSON.stringify(points)}: ${first} ${second}`,
      );
      assert.ok(segmentsMeet(...a, ...b, ...c, ...d), `${JSON.stringify(points)}: ${first} ${second}`);
    }),
    { numRuns: 5000, seed: 3 },
  );
  assert.ok(named > 500);
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
