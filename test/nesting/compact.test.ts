import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Arrangement } from '../../src/nesting/overlap/arrangement.js';
import { compact, takenApart } from '../../src/nesting/overlap/compact.js';
import { Costs } from '../../src/nesting/overlap/costs.js';
import { NoFitPolygons } from '../../src/nesting/overlap/no-fit-polygons.js';
import { SeparatingPlanes } from '../../src/nesting/overlap/separating-planes.js';
import { prepareShapes } from '../../src/nesting/overlap/shapes.js';

const poll = (): void => {};
// Lengths are in search units: the strip is 1000 high.
const side = 500;
const rowOf = (count: number, closed = false): SeparatingPlanes => {
  const outline = Float64Array.of(0, 0, side, 0, side, side, 0, side);
  const problem = { types: [{ outline, rotations: [0] }], items: new Array<number>(count).fill(0), height: 1000 };
  const shapes = prepareShapes(problem, poll);
  return new SeparatingPlanes(
    shapes,
    new NoFitPolygons(shapes, 1e6, poll, new Costs()),
    shapes.itemTypes,
    count,
    closed,
  );
};
/** Squares in two rows, with a gap after each square. */
const spread = (gaps: readonly number[]): Arrangement => {
  const reach = [side / 2, side / 2];
  return {
    x: Float64Array.from(gaps, (gap, i) => {
      reach[i % 2]! += gap + (i < 2 ? 0 : side);
      return reach[i % 2]!;
    }),
    y: Float64Array.from(gaps, (_, i) => (i % 2 ? 1000 - side / 2 : side / 2)),
    orientation: new Int32Array(gaps.length),
  };
};
const gaps = fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { minLength: 2, maxLength: 24 });

test('squares in two rows move together until they touch', () => {
  fc.assert(
    fc.property(gaps, (between) => {
      const planes = rowOf(between.length);
      const start = spread(between);
      const length = Math.max(...start.x) + side / 2;
      const { at, length: after } = compact(planes, start, length, 'fine', poll);
      const least = side * Math.ceil(between.length / 2);
      assert.ok(after < least + 1e-2 && after > least - 1e-2, `a length of ${after}, not ${least}`);
      assert.ok(planes.isExact(at, after));
    }),
    { numRuns: 60, seed: 3 },
  );
});

test('a closed strip of two rows shortens to its squares', () => {
  const planes = rowOf(8, true);
  const start = spread([0, 0, 10, 10, 10, 10, 10, 10]);
  const { at, length } = compact(planes, start, 4 * side + 40, 'fine', poll);
  assert.ok(Math.abs(length - 4 * side) < 1e-2, `${length}`);
  assert.ok(planes.isExact(at, length));
});

test('shallow overlaps are separated within the limit, or left alone', () => {
  const planes = rowOf(6);
  const start = spread([0, 0, -4, -3, -2, -5]);
  const length = 3 * side - 5;
  const apart = takenApart(planes, { at: start, length }, 3 * side + 1, poll)!;
  assert.ok(apart.length > 3 * side - 1e-2 && apart.length <= 3 * side + 1);
  assert.ok(planes.isExact(apart.at, apart.length));
  assert.is(takenApart(planes, { at: start, length }, 3 * side - 1, poll), null);
});

test.run();
