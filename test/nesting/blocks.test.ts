import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { Tilings } from '../../src/nesting/construct/blocks.js';
import { searchDetail } from '../../src/nesting/construct/detail.js';
import { Groundwork } from '../../src/nesting/construct/groundwork.js';
import { tilingsOf } from '../../src/nesting/construct/tilings.js';
import { Problem } from '../../src/nesting/layout/problem.js';
import type { NestRequest } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, rectangle, request } from './nest.js';

const rightTriangle: Points = [
  [0, 0],
  [30, 0],
  [0, 20],
];
const chamfered: Points = [
  [0, 0],
  [250, 0],
  [270, 20],
  [270, 200],
  [180, 200],
  [0, 70],
];
const regular = (corners: number): Points =>
  Array.from({ length: corners }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / corners;
    return [100 * Math.cos(angle), 100 * Math.sin(angle)];
  });

/** Solves, and checks the layouts that come before any search. */
function firstLayouts(problem: NestRequest) {
  const outcome = nest(problem);
  for (const solution of outcome.solutions) assert.equal(complaints(problem, solution), []);
  return outcome.last;
}

const copies = (points: Points, quantity: number) => ({ ...part(points), quantity });

/** The density of the best tiling of a shape on a sheet of this height. */
function bestDensity(points: Points, rotations: readonly number[], height: number): number {
  const problem = new Problem(
    request([part(points)], [bin(rectangle(5000, height))], { allowedRotations: rotations }),
    searchDetail,
  );
  const { choices, noFits } = new Groundwork(problem, () => {});
  const { room } = problem.sheets[0]!.shape;
  const [first] = tilingsOf(noFits, choices.of(problem.shapes[0]!), room.maxY - room.minY, () => {});
  return first!.density;
}

test('shapes that can fill the plane do fill it: triangles in pairs, hexagons one by one', () => {
  assert.ok(bestDensity(rightTriangle, [0, 180], 1000) > 0.999);
  assert.ok(bestDensity(regular(6), [0], 1000) > 0.999);
});

test('hides of any height share their tilings, and each rectangle has periods that fill its own height', () => {
  const hides = [500, 700].map((height) =>
    bin([
      [0, 0],
      [900, 0],
      [1000, height / 2],
      [900, height],
      [0, height],
    ]),
  );
  const sheets = [...hides, bin(rectangle(1000, 1000)), bin(rectangle(1000, 1010))];
  const problem = new Problem(request([part(regular(8))], sheets, { allowedRotations: [0] }), searchDetail);
  const tilings = new Tilings(new Groundwork(problem, () => {}), () => {});
  const [first, second, low, high] = problem.sheets.map((sheet) => tilings.of(problem.shapes[0]!, sheet));
  assert.ok(first!.length > 0);
  assert.is(first, second);
  assert.not.equal(low, high);
});

test('no tiling is denser than the densest packing, and the search finds that of the octagon', () => {
  const octagon = (4 + 4 * Math.SQRT2) / (5 + 4 * Math.SQRT2);
  const rotated = regular(8).map(([x, y]): Point => {
    const [c, s] = [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8)];
    return [c * x - s * y, s * x + c * y];
  });
  const density = bestDensity(rotated, [0], 1000);
  assert.ok(Math.abs(density - octagon) < 1e-3, `a density of ${density}, not ${octagon}`);
  const pentagon = (5 - Math.sqrt(5)) / 3;
  assert.ok(bestDensity(regular(5), [0, 180], 1000) <= pentagon + 1e-6);
});

test('copies that fill a sheet exactly are all in the first layout', () => {
  const problem = request([copies(rightTriangle, 80)], [bin(rectangle(300, 80))], {
    allowedRotations: [0, 180],
    workLimit: 0,
  });
  const last = firstLayouts(problem);
  assert.is(last.unplaced.length, 0);
  assert.ok(last.utilisation > 0.9999);
});

test('462 copies of a hexagonal outline fit on a sheet that they fill to 93 %', () => {
  const problem = request([copies(chamfered, 462)], [bin(rectangle(7099, 3000))], {
    allowedRotations: [0, 90, 180, 270],
    minDistance: 0.1,
    workLimit: 0,
  });
  const last = firstLayouts(problem);
  assert.is(last.placements.length, 462);
  assert.ok(last.usage.length < 7045);
});

test('blocks of several shapes spread over several sheets and around keep-outs; the last copies go into the gaps', () => {
  const polygons = [copies(chamfered, 60), copies(rightTriangle, 400), copies(rectangle(90, 35), 5)];
  const keepOut = rectangle(120, 200, 900, 300);
  const sheets = Array.from({ length: 4 }, () => bin(rectangle(1500, 1000), { holes: [keepOut] }));
  const problem = request(polygons, sheets, {
    allowedRotations: [0, 180],
    minDistance: 2,
    edgeDistance: 5,
    workLimit: 0,
  });
  const last = firstLayouts(problem);
  assert.is(last.placements.length, 465);
  assert.is(last.usage.sheets.length, 3);
});

test('the first layout of many copies of any outline is sound', () => {
  const outline = fc
    .array(fc.record({ share: fc.double({ min: 0.3, max: 1, noNaN: true }), gap: fc.integer({ min: 2, max: 6 }) }), {
      minLength: 4,
      maxLength: 8,
    })
    .map((corners) => {
      const whole = corners.reduce((sum, { gap }) => sum + gap, 0);
      let angle = 0;
      return corners.map(({ share, gap }): Point => {
        angle += (2 * Math.PI * gap) / whole;
        return [20 * share * Math.cos(angle), 20 * share * Math.sin(angle)];
      });
    });
  const order = fc.record({
    outlines: fc.array(outline, { minLength: 1, maxLength: 2 }),
    quantity: fc.integer({ min: 20, max: 45 }),
    rotations: fc.constantFrom([0], [0, 180], [0, 90, 180, 270], [0, 37]),
    height: fc.integer({ min: 60, max: 180 }),
    gravityDirection: fc.constantFrom('left', 'right', 'top', 'bottom'),
    minDistance: fc.constantFrom(0, 0.7),
    mirror: fc.boolean(),
    sheets: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(order, ({ outlines, quantity, rotations, height, sheets, mirror, gravityDirection, minDistance }) => {
      const polygons = outlines.map((points, i) => ({ ...copies(points, quantity), mirror, priority: i }));
      const bins = Array.from({ length: sheets }, () => bin(rectangle(260, height)));
      const over = { allowedRotations: rotations, gravityDirection, minDistance, workLimit: 0 } as const;
      firstLayouts(request(polygons, bins, over as Partial<NestRequest>));
    }),
    { numRuns: 25 },
  );
});

test.run();
