/** A point inside a no-fit polygon, where the parts overlap. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Ring } from '../../src/geometry/ring.js';
import { isBlocked, noFitOf } from '../../src/nesting/construct/no-fit.js';
import { outline } from '../geometry/random-outline.js';

/** Whether the edges of rings go around a point, each compared with it. A point on an edge is to its right. */
function isAround(rings: readonly Ring[], x: number, y: number): boolean {
  let winding = 0;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [px, py, qx, qy] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!];
      if (py <= y === qy <= y) continue;
      const side = (qx - px) * (y - py) - (qy - py) * (x - px);
      if (qy > py ? side > 0 : side < 0) winding += qy > py ? 1 : -1;
    }
  }
  return winding !== 0;
}

test('all edges and those of a band tell alike whether they go around a point, also level with a corner and on an edge', () => {
  const rings = fc.array(outline(60), { minLength: 1, maxLength: 12 });
  const somewhere = fc.tuple(fc.integer({ min: -70, max: 70 }), fc.integer({ min: -70, max: 70 }));
  const inside = { few: 0, many: 0 };
  fc.assert(
    fc.property(rings, fc.array(somewhere, { minLength: 20, maxLength: 20 }), fc.boolean(), (paths, points, many) => {
      const noFit = noFitOf(paths, paths);
      const corners = paths.flatMap((ring) => [[ring[0]!, ring[1]!] as const]);
      if (many) noFit.blocked.bands();
      for (const [x, y] of [...points, ...corners]) {
        const isInBox = x > noFit.minX && x < noFit.maxX && y > noFit.minY && y < noFit.maxY;
        assert.is(isBlocked(noFit, x, y), isInBox && isAround(paths, x, y), `${x}, ${y}`);
        if (isBlocked(noFit, x, y)) inside[many ? 'many' : 'few'] += 1;
      }
    }),
    { numRuns: 500 },
  );
  assert.ok(inside.few > 500 && inside.many > 500, JSON.stringify(inside));
});

test.run();
