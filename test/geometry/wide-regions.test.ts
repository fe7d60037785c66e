/** Regions wider than high, with more corners than the sweep takes as they are: the same points, rings and senses. */

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { difference, intersection, union } from '../../src/geometry/boolean.js';
import { componentsOf } from '../../src/geometry/components.js';
import { winding } from '../../src/geometry/region.js';
import { type Ring, reversed, signedArea } from '../../src/geometry/ring.js';

const [width, height] = [4000, 500];

/** Twelve of a kind anywhere on the region. */
const twelve = (ringOf: (x: number, y: number, radius: number) => Ring): fc.Arbitrary<Ring[]> => {
  const whole = (min: number, max: number) => fc.integer({ min, max });
  return fc.array(
    fc.tuple(whole(0, width), whole(0, height), whole(40, 300)).map(([x, y, radius]) => ringOf(x, y, radius)),
    { minLength: 12, maxLength: 12 },
  );
};

const kinds = {
  'wheels of a hundred corners': twelve((x, y, radius) =>
    Float64Array.from({ length: 200 }, (_, i) => {
      const angle = (2 * Math.PI * (i >> 1)) / 100;
      return Math.round(i % 2 ? y + radius * Math.sin(angle) : x + radius * Math.cos(angle));
    }),
  ),
  // Their teeth are level, and many lie on one line.
  'combs of sixty teeth': twelve((x, y, radius) => {
    const [left, top] = [x - 200, 20 * Math.round(y / 20)];
    const teeth = Array.from({ length: 60 }, (_, i) => {
      const at = left + 6 * i;
      return [at, top + radius, at + 3, top + radius, at + 3, top + 20, at + 6, top + 20];
    });
    return reversed(Float64Array.of(left, top, ...teeth.flat(), left + 360, top));
  }),
};
const frame: Ring[] = [
  Float64Array.of(0, 0, width, 0, width, height, 0, height),
  Float64Array.of(300, 100, 300, 400, 3000, 400, 3000, 100),
];
// Between the whole coordinates, so that none lies on an edge of the frame.
const places = fc.array(
  fc.tuple(fc.integer({ min: -50, max: width + 50 }), fc.integer({ min: -50, max: height + 50 })),
  { minLength: 60, maxLength: 60 },
);

const isIn = (rings: readonly Ring[], x: number, y: number): boolean => winding(rings, x + 0.5, y + 0.5) !== 0;
/** Rounded crossings move a boundary by less than a unit. */
const isNearEdge = (rings: readonly Ring[], x: number, y: number): boolean => {
  const around = [-2, 0, 2].flatMap((dx) => [-2, 0, 2].map((dy) => isIn(rings, x + dx, y + dy)));
  return around.some((value) => value !== around[0]);
};

for (const [kind, rings] of Object.entries(kinds))
  for (const [name, made, holds] of [
    ['difference', difference, (a: boolean, b: boolean) => a && !b],
    ['intersection', intersection, (a: boolean, b: boolean) => a && b],
    ['union', (a: Ring[], b: Ring[]) => union([...a, ...b], 'nonzero'), (a: boolean, b: boolean) => a || b],
  ] as const) {
    test(`the ${name} of ${kind} has the right points, and its components have their own holes`, () => {
      let [inside, looked] = [0, 0];
      fc.assert(
        fc.property(rings, places, (others, at) => {
          const found = made(frame, others);
          const components = componentsOf(found);
          assert.is(
            components.reduce((sum, { holes }) => sum + 1 + holes.length, 0),
            found.length,
          );
          for (const { outer, holes } of components) {
            assert.ok(signedArea(outer) > 0 && holes.every((hole) => signedArea(hole) < 0));
            assert.ok(signedArea(outer) + holes.reduce((sum, hole) => sum + signedArea(hole), 0) > -1);
          }
          for (const [x, y] of at) {
            if (isNearEdge(frame, x, y) || others.some((ring) => isNearEdge([ring], x, y))) continue;
            const wanted = holds(
              isIn(frame, x, y),
              others.some((ring) => isIn([ring], x, y)),
            );
            assert.is(isIn(found, x, y), wanted);
            const among = components.filter(({ outer, holes }) => isIn([outer, ...holes], x, y));
            assert.is(among.length, wanted ? 1 : 0);
            looked++;
            if (wanted) inside++;
          }
        }),
        { numRuns: 60, seed: 5 },
      );
      assert.ok(inside > looked / 20 && looked > 1500, `${inside} of ${looked}`);
    });
  }

test.run();
