/**
 * Parts with all corners on a lattice: the engine finds the lattice, and the search on it still finds the best layouts.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { latticesOf } from '../../src/nesting/overlap/lattice.js';
import { prepareShapes } from '../../src/nesting/overlap/shapes.js';
import type { GravityDirection } from '../../src/nesting/request.js';
import { searchStrip } from '../../src/nesting/strip/search.js';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, rectangle, request } from './nest.js';
import { passBudget } from './pass-budget.js';

const bracket: Points = [
  [0, 0],
  [2, 0],
  [2, 3],
  [12, 3],
  [12, 0],
  [14, 0],
  [14, 5],
  [0, 5],
];
const arrow: Points = [
  [0, 0],
  [6, 0],
  [6, -2],
  [7, -2],
  [11, 2],
  [11, 4],
  [0, 4],
];
const wedge: Points = [
  [0, 0],
  [9, 2],
  [7, 6],
  [0, 6],
];
const tromino: Points = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
];

const scaled = (points: Points, factor: number, dx = 0, dy = 0): Points =>
  points.map(([x, y]) => [x * factor + dx, y * factor + dy]);

/**
 * The step of the finest lattice, in the unit of the outlines, on a strip 40 units high; null without a lattice.
 */
function stepOf(outlines: readonly Points[], rotations: readonly number[] = [0], height = 40): number | null {
  const types = outlines.map((points) => ({ outline: Float64Array.from(points.flat()), rotations }));
  const shapes = prepareShapes({ types, items: outlines.map((_, i) => i), height });
  const lattice = latticesOf(shapes).at(-1);
  return lattice ? lattice.stepX / shapes.scale : null;
}

const near = (found: number | null, step: number): void =>
  assert.ok(found !== null && Math.abs(found - step) < 1e-6 * step, `a step of ${found}, not ${step}`);

test('lines lie a step apart for edges along the axes, and half a step apart for edges at 45 degrees', () => {
  near(stepOf([bracket]), 1);
  near(stepOf([bracket, arrow]), 0.5);
  near(stepOf([scaled(bracket, 3), scaled(tromino, 6)]), 3);
  near(stepOf([bracket, arrow], [0, 90, 180, 270], 50), 0.5);
});

test('the place and unit of outlines do not matter, and neither do decimals without an exact binary value', () => {
  near(stepOf([scaled(bracket, 0.1, 7.77, -3.3), scaled(arrow, 0.1, 1 / 3, 0)], [0], 4), 0.05);
  near(stepOf([scaled(bracket, 1e6), scaled(arrow, 1e6)], [0, 180], 4e7), 5e5);
});

test('outlines with other slants, other rotations or very fine steps have no lattice', () => {
  assert.is(stepOf([bracket, wedge]), null);
  assert.is(stepOf([bracket], [0, 45]), null);
  assert.is(stepOf([scaled(bracket, 100), rectangle(301, 200)], [0], 4000), null);
  assert.is(stepOf([bracket, scaled(bracket, Math.SQRT2)]), null);
});

for (const gravity of ['left', 'right', 'top', 'bottom'] as const) {
  test(`gravity ${gravity}: trominoes that fill a rectangle do so without a gap`, () => {
    assert.ok(Math.abs(filled(gravity, 1) - 6) < 1e-5);
    assert.ok(Math.abs(filled(gravity, 0.1) - 0.6) < 1e-6);
  });
}

/** The used length of twelve trominoes with sides of 2 x `unit` on a strip 6 x `unit` wide; every layout is judged. */
function filled(gravityDirection: GravityDirection, unit: number): number {
  const isAcross = gravityDirection === 'top' || gravityDirection === 'bottom';
  const sheet = isAcross ? rectangle(6 * unit, 30 * unit, 0.3, 0.7) : rectangle(30 * unit, 6 * unit, 0.3, 0.7);
  const polygons = Array.from({ length: 12 }, (_, i) => part(scaled(tromino, unit, i, -i), `${i}`));
  const problem = request(polygons, [bin(sheet)], {
    gravityDirection,
    allowedRotations: [0, 90, 180, 270],
    reportInterval: 0,
    maximumExecutionTime: 600,
    workLimit: 4000,
  });
  const { solutions, last } = nest(problem);
  for (const solution of solutions) assert.equal(complaints(problem, solution), []);
  return last.usage.length;
}

test('no layout is longer than the first one, even if the first one is shorter off the lattice', () => {
  const types = [{ outline: Float64Array.from(rectangle(3, 3).flat()), rotations: [0] }];
  // The nearest lines are 0, 3 and 9.
  const start = { x: Float64Array.of(0, 3.2, 7.6), y: new Float64Array(3), choice: new Int32Array(3), length: 10.6 };
  const lengths: number[] = [];
  searchStrip(
    { types, items: [0, 0, 0], height: 3.5 },
    {
      seed: 1,
      breadth: { populationSize: 3, mutationRate: 0.1 },
      share: null,
      passes: 200,
      budget: passBudget(200),
      start,
      report: ({ length }) => lengths.push(length),
    },
  );
  assert.ok(lengths[0]! <= start.length + 1e-5, `a length of ${lengths[0]}`);
  assert.ok(Math.abs(lengths.at(-1)! - 9) < 1e-5);
});

test.run();
