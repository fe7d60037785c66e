/** A start of many different parts comes from their hulls, and keeps their outlines apart. */

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bottomLeft, byArea } from '../../src/nesting/overlap/bottom-left.js';
import { reachOf } from '../../src/nesting/overlap/compact.js';
import { Costs } from '../../src/nesting/overlap/costs.js';
import { HullPolygons, secondsForOutlines } from '../../src/nesting/overlap/hull-polygons.js';
import { NoFitPolygons } from '../../src/nesting/overlap/no-fit-polygons.js';
import { SeparatingPlanes } from '../../src/nesting/overlap/separating-planes.js';
import { prepareShapes } from '../../src/nesting/overlap/shapes.js';
import { searchStrip } from '../../src/nesting/strip/search.js';
import { passBudget } from './pass-budget.js';
import { randomStrip } from './random-problems.js';

const poll = (): void => {};

test('a layout of hulls, however spaced and turned, is exact for the outlines', () => {
  fc.assert(
    fc.property(randomStrip('anywhere'), ({ problem }) => {
      const shapes = prepareShapes(problem);
      const at = bottomLeft(shapes, new HullPolygons(shapes, poll, new Costs()), byArea(shapes), poll);
      const exact = new NoFitPolygons(shapes, 1e8, poll, new Costs());
      const planes = new SeparatingPlanes(shapes, exact, shapes.itemTypes, shapes.itemTypes.length);
      assert.ok(planes.isExact(at, reachOf(shapes, shapes.itemTypes, at)));
    }),
    { numRuns: 60 },
  );
});

/** Gears, all different. */
function gears(count: number): Float64Array[] {
  return Array.from({ length: count }, (_, i) =>
    Float64Array.from({ length: 96 }, (_, k) => {
      const radius = (Math.floor(k / 2) % 2 ? 7 : 9) + i / 50;
      const angle = (Math.floor(k / 2) * 2 * Math.PI) / 48;
      return radius * (k % 2 ? Math.sin(angle) : Math.cos(angle));
    }),
  );
}

test('the search shortens a strip of many different parts that hulls begin', () => {
  const types = gears(45).map((outline) => ({ outline, rotations: [0, 90, 180, 270] }));
  const problem = { types, items: types.map((_, i) => i), height: 100 };
  assert.ok(secondsForOutlines(prepareShapes(problem)) > 1);
  const lengths: number[] = [];
  searchStrip(problem, {
    seed: 1,
    breadth: { populationSize: 10, mutationRate: 0.1 },
    share: null,
    passes: 60,
    budget: passBudget(60),
    report: ({ length }) => lengths.push(length),
  });
  assert.ok(lengths.at(-1)! < 0.97 * lengths[0]!, `${lengths[0]} to ${lengths.at(-1)}`);
});

test.run();
