/** Many questions to one outline get the answers of the even-odd rule, as each edge gives them. */
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { pointCover } from '../../src/geometry/point-cover.js';

/** A ray to the right, against every edge. */
const byEveryEdge = (outline: readonly Point[], [x, y]: Point): boolean =>
  outline.filter(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length]!;
    return ay > y !== by > y && (x - ax) * (by - ay) * Math.sign(by - ay) < (bx - ax) * (y - ay) * Math.sign(by - ay);
  }).length %
    2 ===
  1;

const coordinate = fc.integer({ min: -20, max: 20 });
const point = fc.tuple(coordinate, coordinate);

test('any outline, any point', () => {
  let inside = 0;
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 1, maxLength: 60 }),
      fc.array(point, { minLength: 20 }),
      (outline, asked) => {
        const covers = pointCover(outline);
        for (const each of asked) {
          assert.is(covers(each), byEveryEdge(outline, each));
          if (covers(each)) inside += 1;
        }
      },
    ),
    { numRuns: 500 },
  );
  assert.ok(inside > 1000, `${inside} points inside`);
});

test('a circle of 20,000 points covers what is nearer to its centre', () => {
  const circle = Array.from({ length: 20_000 }, (_, i): Point => {
    const angle = (i / 10_000) * Math.PI;
    return [1000 * Math.cos(angle), 1000 * Math.sin(angle)];
  });
  const covers = pointCover(circle);
  assert.ok(circle.every(([x, y]) => covers([x * 0.9999, y * 0.9999]) && !covers([x * 1.0001, y * 1.0001])));
});

test.run();
