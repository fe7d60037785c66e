import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ringBands, windingAt } from '../../src/geometry/edge-bands.js';
import type { Ring } from '../../src/geometry/ring.js';
import { outline } from './random-outline.js';

/** The winding number from all edges, one after another. */
function windingByAll(rings: readonly Ring[], x: number, y: number): number {
  let winding = 0;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [x1, y1, x2, y2] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!];
      if (y1 > y !== y2 > y && x1 + ((y - y1) * (x2 - x1)) / (y2 - y1) < x) winding += y2 > y1 ? -1 : 1;
    }
  }
  return winding;
}

test('the edges of one band give the same winding as all edges, also level with a corner', () => {
  const rings = fc.array(outline(60), { minLength: 1, maxLength: 12 });
  const somewhere = fc.tuple(fc.integer({ min: -70, max: 70 }), fc.integer({ min: -70, max: 70 }));
  let inside = 0;
  fc.assert(
    fc.property(rings, fc.array(somewhere, { minLength: 20, maxLength: 20 }), (paths, points) => {
      const bands = ringBands(paths);
      for (const [x, y] of points) {
        const winding = windingByAll(paths, x, y);
        if (winding !== 0) inside++;
        assert.is(windingAt(bands, x, y), winding);
      }
    }),
    { numRuns: 500 },
  );
  assert.ok(inside > 1000);
});

test('nothing goes around a point where there are no edges', () => {
  assert.is(windingAt(ringBands([]), 0, 0), 0);
});

test.run();
