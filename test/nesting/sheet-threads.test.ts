/** Two threads that search on sheets: their layouts are sound, and equal work gives equal layouts. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { NestRequest, Solution } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, part, quadrilaterals, rectangle, request } from './nest.js';

const shapes = quadrilaterals(12);
const polygons = shapes.map((points) => ({ ...part(points), mirror: true }));
const keepOut = rectangle(30, 20, 40, 30);
/** The least work with two threads. */
const work = {
  workLimit: 1000,
  allowedRotations: [0, 180],
  minDistance: 1,
  reportInterval: 0,
  maximumExecutionTime: 600,
};

const problems: Record<string, NestRequest> = {
  'several sheets': request(polygons, [bin(rectangle(90, 80), { holes: [keepOut] }), bin(rectangle(300, 80))], work),
  'one sheet with a keep-out': request(polygons, [bin(rectangle(900, 90), { holes: [keepOut] })], work),
  'the occupied area': request(polygons, [bin(rectangle(900, 300))], {
    ...work,
    optimization: { type: 'area', paperWidth: null, paperHeight: null },
  }),
  'sheets with room for some of the parts': request(polygons, [bin(rectangle(90, 80)), bin(rectangle(80, 60))], work),
};

const sequence = (solutions: readonly Solution[]) =>
  solutions.map(({ placements, fitness, generation, tested }) => ({ placements, fitness, generation, tested }));

for (const [name, problem] of Object.entries(problems)) {
  test(`${name}: two threads find sound layouts, and equal work gives equal layouts`, () => {
    const { solutions, end, last } = nest(problem, { seed: 3 });
    assert.is(end, 'work_limit');
    for (const solution of solutions) assert.equal(complaints(problem, solution), []);
    assert.ok(last.fitness < solutions[0]!.fitness);
    assert.equal(sequence(nest(problem, { seed: 3 }).solutions), sequence(solutions));
  });
}

test('with a time limit, two threads find sound layouts and end in time', () => {
  const problem = { ...problems['several sheets']!, workLimit: null, maximumExecutionTime: 2 };
  const { solutions, end, last } = nest(problem);
  assert.is(end, 'time_limit');
  for (const solution of solutions) assert.equal(complaints(problem, solution), []);
  assert.ok(last.fitness < solutions[0]!.fitness);
});

test('a request to stop ends both threads', () => {
  const { end, solutions } = nest(
    { ...problems['one sheet with a keep-out']!, workLimit: 1_000_000 },
    { stopAfter: 2 },
  );
  assert.is(end, 'cancelled');
  assert.is(solutions.length, 2);
});

test.run();
