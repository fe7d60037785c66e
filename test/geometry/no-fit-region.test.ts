import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { difference, intersection, union } from '../../src/geometry/boolean.js';
import { noFitRegion } from '../../src/geometry/no-fit-polygon.js';
import { grownRound, shrunkMitred } from '../../src/geometry/offset.js';
import { winding } from '../../src/geometry/region.js';
import { type Ring, reversed, signedArea } from '../../src/geometry/ring.js';
import { outline } from './random-outline.js';

const moved = (ring: Ring, x: number, y: number): Ring => ring.map((v, i) => v + (i % 2 ? y : x));
const area = (rings: readonly Ring[]): number => rings.reduce((sum, ring) => sum + signedArea(ring), 0);

/** An outline with openings inside it that do not meet, each far from its edge. */
const region = fc
  .record({ outer: outline(20_000), openings: fc.array(outline(6000), { minLength: 1, maxLength: 3 }) })
  .map(({ outer, openings }) => {
    const spread = openings.map((ring, i) => moved(ring, 9000 * (i - 1), 0));
    const around = grownRound(outer, 14_000)[0]!;
    return [around, ...spread.map(reversed)];
  })
  .filter(([outer, ...openings]) => area(difference(openings.map(reversed), [outer!])) === 0)
  .filter(([, ...openings]) => union(openings.map(reversed), 'nonzero').length === openings.length);

test('a place is free exactly where the outline meets nothing of a region with openings', () => {
  fc.assert(
    fc.property(
      region,
      outline(2500),
      fc.array(fc.tuple(fc.integer({ min: -16_000, max: 16_000 }), fc.integer({ min: -9000, max: 9000 })), {
        minLength: 40,
        maxLength: 40,
      }),
      (rings, moving, places) => {
        const noFit = noFitRegion(rings, moving);
        const shrunk = shrunkMitred(moving, 4);
        const grown = grownRound(moving, 4, 1);
        for (const [x, y] of places) {
          const isFree = winding(noFit, x, y) === 0;
          const meets = (own: readonly Ring[]) =>
            area(
              intersection(
                rings,
                own.map((ring) => moved(ring, x, y)),
              ),
            ) > 0;
          if (isFree) assert.not(meets(shrunk), `free at ${x},${y}, although it overlaps`);
          else assert.ok(meets(grown), `blocked at ${x},${y}, although it is free`);
        }
      },
    ),
    { seed: 41, numRuns: 150 },
  );
});

test('an outline fits into an opening, or not where it is a little larger', () => {
  const square = (side: number): Ring =>
    Float64Array.of(-side / 2, -side / 2, side / 2, -side / 2, side / 2, side / 2, -side / 2, side / 2);
  const octagon = grownRound(square(3000), 1000, 1)[0]!;
  const ring = [octagon, reversed(square(1000))];
  const inside = noFitRegion(ring, square(900)).filter((own) => signedArea(own) < 0);
  assert.is(area(inside), -100 * 100);
  assert.is(noFitRegion(ring, square(1002)).filter((own) => signedArea(own) < 0).length, 0);
});

test.run();
