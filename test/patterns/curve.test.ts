import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chainLines } from '../../src/geometry/chain.js';
import { cubicPoint } from '../../src/geometry/cubic.js';
import { arcCurve, Curve, lineCurve } from '../../src/geometry/curve.js';

const coordinate = fc.double({ min: -500, max: 500, noNaN: true });
const cubics = fc
  .tuple(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate, coordinate, coordinate)
  .map((cubic) => new Curve([cubic]));

/** Distance of a point from a polyline. */
function distanceTo(line: readonly (readonly [number, number])[], [x, y]: readonly [number, number]): number {
  let least = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [ax, ay] = line[i - 1]!;
    const [dx, dy] = [line[i]![0] - ax, line[i]![1] - ay];
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(ax + t * dx - x, ay + t * dy - y));
  }
  return least;
}

test('a flattened curve strays by at most the tolerance', () => {
  fc.assert(
    fc.property(cubics, fc.constantFrom(0.01, 0.1, 1), (curve, tolerance) => {
      const line = curve.flatten(tolerance);
      for (let i = 0; i <= 200; i++) {
        assert.ok(distanceTo(line, cubicPoint(curve.cubics[0]!, i / 200)) <= tolerance * 1.000001);
      }
    }),
    { seed: 1 },
  );
});

test('the length equals that of a very fine polyline', () => {
  fc.assert(
    fc.property(cubics, (curve) => {
      const line = curve.flatten(1e-5);
      const length = line.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - line[i]![0], y - line[i]![1]), 0);
      assert.ok(Math.abs(curve.length - length) < 1e-4 * (1 + length));
    }),
    { seed: 2, numRuns: 30 },
  );
});

test('points by length, parts by length and nearest lengths agree', () => {
  fc.assert(
    fc.property(cubics, fc.double({ min: 0, max: 1, noNaN: true }), (curve, share) => {
      const length = share * curve.length;
      const point = curve.pointAt(length);
      const [x, y] = curve.between(0, length).end;
      assert.ok(Math.hypot(x - point[0], y - point[1]) < 1e-6);
      const found = curve.pointAt(curve.nearestLength(point));
      assert.ok(Math.hypot(found[0] - point[0], found[1] - point[1]) < 0.5);
      const parts = curve.between(0, length).length + curve.between(length, curve.length).length;
      assert.ok(Math.abs(parts - curve.length) < 1e-6 * (1 + curve.length));
    }),
    { seed: 3 },
  );
});

test('arcs are circles to a few parts in ten million', () => {
  const arc = arcCurve([10, 20], [100, 100], 15, 240);
  for (const cubic of arc.cubics) {
    for (let i = 0; i <= 20; i++) {
      const [x, y] = cubicPoint(cubic, i / 20);
      assert.ok(Math.abs(Math.hypot(x - 10, y - 20) - 100) < 5e-5);
    }
  }
  assert.ok(Math.abs(arc.length - (100 * Math.PI * 225) / 180) < 1e-4);
});

test('a line crosses a curve where their distance is zero, once at each place', () => {
  const wave = new Curve([[0, 0, 100, 300, 200, -300, 300, 0]]);
  const places = wave.crossings([0, 0], [1, 0]);
  assert.is(places.length, 3);
  for (const [, y] of places) assert.ok(Math.abs(y) < 1e-6);
  assert.is(arcCurve([0, 0], [10, 10], 0, 180).crossings([0, 10], [1, 0]).length >= 1, true, 'a tangent touches');
  assert.is(lineCurve([0, 0], [10, 0]).crossings([5, 5], [1, 0]).length, 0);
});

test('lines are chained whatever their order and direction', () => {
  const square: [number, number][] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ];
  const sides = square.map((from, i) => [from, square[(i + 1) % 4]!]);
  fc.assert(
    fc.property(
      fc.shuffledSubarray(sides, { minLength: 4 }),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      (lines, flips) => {
        const [chain, ...rest] = chainLines(
          lines.map((line, i) => (flips[i] ? [...line].reverse() : line)),
          0.1,
        );
        assert.is(rest.length, 0);
        assert.equal(chain![0], chain!.at(-1));
      },
    ),
    { seed: 4 },
  );
  const open = chainLines(
    [
      [
        [0, 0],
        [1, 0],
      ],
      [
        [5, 5],
        [6, 5],
      ],
    ],
    0.1,
  );
  assert.is(open.length, 2);
});

test.run();
