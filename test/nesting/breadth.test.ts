/** The effect of `populationSize` and `mutationRate` on the overlap searches. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exchangesOf, keptOf, startsFor } from '../../src/nesting/overlap/breadth.js';
import { CollisionField } from '../../src/nesting/overlap/collision-field.js';
import { disturb } from '../../src/nesting/overlap/disturb.js';
import { prepareShapes } from '../../src/nesting/overlap/shapes.js';
import type { NestRequest } from '../../src/nesting/request.js';
import { Random } from '../../src/random.js';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, quadrilaterals, rectangle, request } from './nest.js';

/** The numbers of items that 1,000 tries disturb at this rate, with `count` separate items. */
function disturbances(mutationRate: number, count: number, kinds = count): number[] {
  const types = quadrilaterals(kinds).map((points) => ({ outline: Float64Array.from(points.flat()), rotations: [0] }));
  const problem = { types, items: Array.from({ length: count }, (_, i) => i % kinds), height: 100 };
  const poll = (): void => {};
  const shapes = prepareShapes(problem, poll);
  const field = new CollisionField(shapes, 1, poll);
  field.bind(shapes.itemTypes, count);
  const random = new Random(7);
  return Array.from({ length: 1000 }, () => {
    const lay = () => ({
      x: Float64Array.from({ length: count }, (_, i) => 2000 * (i + 1)),
      y: new Float64Array(count).fill(500),
      orientation: new Int32Array(count),
    });
    const before = lay();
    const at = lay();
    disturb(field, at, 1e6, random, exchangesOf({ populationSize: 10, mutationRate }, count, random));
    return at.x.filter((x, i) => x !== before.x[i] || at.y[i] !== before.y[i]).length;
  });
}

/** Their mean. */
function disturbed(mutationRate: number, count = 20, kinds = count): number {
  const all = disturbances(mutationRate, count, kinds);
  return all.reduce((sum, moved) => sum + moved, 0) / all.length;
}

test('the mutation rate is the share of parts that a try disturbs, for few parts and for many', () => {
  assert.is(disturbed(0), 0);
  assert.is(disturbed(0.1), 2);
  assert.is(disturbed(1), 20);
  for (const count of [8, 20, 50, 100]) {
    for (const rate of [0.02, 0.1, 0.5]) {
      const share = disturbed(rate, count) / count;
      assert.ok(Math.abs(share - rate) < 0.02, `a rate of ${rate} with ${count} parts disturbs ${share}`);
    }
  }
});

test('most tries disturb a single pair, and a few disturb everything', () => {
  const tries = disturbances(0.1, 100);
  assert.equal(
    [...new Set(tries)].sort((a, b) => a - b),
    [2, 100],
  );
  assert.ok(tries.filter((moved) => moved === 2).length > 0.85 * tries.length);
});

test('the rate also holds for equal parts, for parts of one kind, and for an odd number of parts', () => {
  const odd = disturbed(1, 21);
  assert.ok(odd >= 20 && odd <= 21, `${odd} of 21 items`);
  assert.ok(disturbed(1, 20, 2) >= 19);
  assert.is(disturbed(0, 8, 1), 0);
  // Two items of one type cannot swap places, so one of them jumps.
  assert.is(disturbed(0.25, 8, 1), 1);
});

test('the default population keeps its numbers of starts and layouts; other populations get proportional numbers', () => {
  assert.equal(
    [1, 10, 20, 1000].map((populationSize) =>
      startsFor({ populationSize, mutationRate: 0 }, 48, { usual: 48, most: 2 }),
    ),
    [1, 6, 12, 600],
  );
  assert.equal(
    [1, 10, 20, 1000].map((populationSize) => keptOf({ populationSize, mutationRate: 0 })),
    [2, 20, 40, 2000],
  );
});

test('more parts get fewer starts, and few parts more of them where they may', () => {
  const breadth = { populationSize: 10, mutationRate: 0.1 };
  assert.equal(
    [12, 24, 48, 96, 1000].map((items) => startsFor(breadth, items, { usual: 48, most: 2 })),
    [12, 12, 6, 3, 1],
  );
  assert.equal(
    [12, 96].map((items) => startsFor(breadth, items, { usual: 48, most: 1 })),
    [6, 3],
  );
});

const parts = quadrilaterals(12).map((points, i) => part(points, `${i}`));
const hide: Points = [
  [20, 0],
  [150, 12],
  [290, 0],
  [320, 60],
  [300, 118],
  [160, 130],
  [15, 112],
  [0, 50],
];
const over = { allowedRotations: [0, 180], reportInterval: 0, maximumExecutionTime: 600, workLimit: 2000 };
const problems: Record<string, NestRequest> = {
  'a strip': request(parts, [bin(rectangle(900, 90))], { ...over, workLimit: 25_000 }),
  'a strip with a keep-out': request(parts, [bin(rectangle(900, 90), { holes: [rectangle(40, 30, 60, 20)] })], over),
  'a hide': request(parts, [bin(hide, { holes: [rectangle(12, 12, 140, 60)] })], over),
  'a grid': request(parts.slice(0, 10), [bin(rectangle(900, 90), { cellWidth: 3, cellHeight: 4 })], {
    ...over,
    matchingType: 'pattern',
    workLimit: 40_000,
  }),
  'several sheets': request(parts, [bin(rectangle(90, 90)), bin(rectangle(90, 90)), bin(rectangle(90, 90))], over),
};

for (const [name, problem] of Object.entries(problems)) {
  test(`${name}: the population and the mutation rate change the search`, () => {
    const sequence = (change: Partial<NestRequest>): string => {
      const { solutions } = nest({ ...problem, populationSize: 10, mutationRate: 0.1, ...change });
      for (const solution of solutions) assert.equal(complaints(problem, solution), []);
      return JSON.stringify(solutions.map(({ placements }) => placements));
    };
    const searches = [{}, { populationSize: 1 }, { populationSize: 40 }, { mutationRate: 0 }, { mutationRate: 0.6 }];
    const found = searches.map(sequence);
    assert.ok(new Set(found).size >= 4, 'too many searches are the same');
    assert.is.not(found[0], found[3], 'a rate of 0 disturbs nothing');
  });

  test(`${name}: a generation has one try for each member of the population`, () => {
    const generations = (populationSize: number): number => {
      const { events } = nest({ ...problem, workLimit: 2000, populationSize, reportInterval: 1e-6 });
      return Math.max(...events.map((event) => (event.type === 'progress' ? event.generation : 0)));
    };
    const single = generations(1);
    assert.ok(single >= 3, `${single} tries`);
    assert.is(generations(1000), 0);
  });
}

test.run();
