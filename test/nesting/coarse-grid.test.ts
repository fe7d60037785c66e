/** On a strip with a coarse grid, or with lines along one axis, every layout of the overlap search lies on the grid. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { construct } from '../../src/nesting/construct/construct.js';
import { searchDetail } from '../../src/nesting/construct/detail.js';
import { Groundwork } from '../../src/nesting/construct/groundwork.js';
import { largestFirst } from '../../src/nesting/construct/plan.js';
import { copiesOf } from '../../src/nesting/layout/copies.js';
import { Problem } from '../../src/nesting/layout/problem.js';
import type { GravityDirection, NestRequest, Solution } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, quadrilaterals, rectangle, request } from './nest.js';

const corner = 7.5;

function gridded(
  gravityDirection: GravityDirection,
  cellWidth: number,
  cellHeight: number,
  over: Partial<NestRequest> = {},
): NestRequest {
  const isAcross = gravityDirection === 'top' || gravityDirection === 'bottom';
  const sheet = isAcross ? rectangle(90, 900, corner, corner) : rectangle(900, 90, corner, corner);
  const polygons = quadrilaterals(14).map((points, i) => part(points, `${i}`, i % 2 ? [0.3, 12.25] : null));
  return request(polygons, [bin(sheet, { cellWidth, cellHeight })], {
    gravityDirection,
    matchingType: 'pattern',
    allowedRotations: [0, 90, 180, 270],
    minDistance: 1,
    reportInterval: 0,
    maximumExecutionTime: 600,
    workLimit: 2000,
    ...over,
  });
}

function assertOnGrid({ placements }: Solution, steps: readonly number[]): void {
  for (const { position } of placements) {
    steps.forEach((step, axis) => {
      if (step === 0) return;
      const lines = (position[axis]! - corner) / step;
      assert.ok(Math.abs(lines - Math.round(lines)) < 1e-6, `${position} is off the grid of ${steps}`);
    });
  }
}

for (const gravity of ['left', 'right', 'top', 'bottom'] as const) {
  for (const [cellWidth, cellHeight] of [
    [6, 9],
    [0, 11],
    [8, 0],
  ] as const) {
    test(`gravity ${gravity}, ${cellWidth} x ${cellHeight}: every layout is sound, on the grid, and shorter than the one before`, () => {
      const problem = gridded(gravity, cellWidth, cellHeight);
      const { solutions, last } = nest(problem);
      for (const solution of solutions) {
        assert.equal(complaints(problem, solution), []);
        assertOnGrid(solution, [cellWidth, cellHeight]);
      }
      assert.ok(last.usage.length < solutions[0]!.usage.length);
    });
  }
}

test('a grid a quarter of a part wide costs less than a third in length, and equal work gives equal layouts', () => {
  const problem = gridded('left', 8, 8, { workLimit: 2000 });
  const { last } = nest(problem);
  assert.ok(last.usage.length < 1.33 * nest({ ...problem, matchingType: 'solid' }).last.usage.length);
  assert.equal(nest(problem).last.placements, last.placements);
});

const keepOut = rectangle(40, 30, corner + 70, corner + 20);
for (const [name, of] of Object.entries<(sent: NestRequest) => Partial<NestRequest>>({
  'a keep-out': ({ bins: [sheet] }) => ({ bins: [{ ...sheet!, holes: [part(keepOut)] }] }),
  'parts that may be flipped': ({ polygons }) => ({
    polygons: polygons.map((polygon) => ({ ...polygon, mirror: true })),
  }),
  'the occupied area': ({ optimization }) => ({ optimization: { ...optimization, type: 'area' } }),
})) {
  for (const [cellWidth, cellHeight] of [
    [6, 9],
    [0, 11],
    [8, 0],
  ] as const) {
    test(`${name}, ${cellWidth} x ${cellHeight}: every layout is sound, on the grid, and better than the one before`, () => {
      const sent = gridded('left', cellWidth, cellHeight);
      const problem = { ...sent, ...of(sent) };
      const { solutions, last } = nest(problem);
      for (const solution of solutions) {
        assert.equal(complaints(problem, solution), []);
        assertOnGrid(solution, [cellWidth, cellHeight]);
      }
      assert.ok(last.utilisation > solutions[0]!.utilisation);
    });
  }
}

test('a part with one line across keeps its place, and an orientation without a line is not used', () => {
  const polygons = Array.from({ length: 6 }, (_, i) => part(rectangle(30, 84), `${i}`));
  const problem = request(polygons, [bin(rectangle(900, 85), { cellWidth: 0, cellHeight: 20 })], {
    matchingType: 'pattern',
    allowedRotations: [0, 90],
    reportInterval: 0,
    workLimit: 300,
    maximumExecutionTime: 600,
  });
  const { last } = nest(problem);
  assert.equal(complaints(problem, last), []);
  assert.is(last.placements.length, 6);
  assert.ok(last.usage.length < 180 + 1e-6);
});

test('parts exactly as high as the strip have one line each, and their slants pair up', () => {
  const slants = [
    [60, 20],
    [50, 40],
    [70, 30],
    [40, 30],
    [65, 5],
    [55, 15],
    [80, 70],
    [45, 5],
  ] as const;
  const outlines = slants.map(
    ([bottom, top]): Points => [
      [0, 0],
      [bottom, 0],
      [top, 85],
      [0, 85],
    ],
  );
  const problem = request(
    outlines.map((points, i) => part(points, `${i}`)),
    [bin(rectangle(900, 85), { cellWidth: 5, cellHeight: 17 })],
    {
      matchingType: 'pattern',
      allowedRotations: [0, 180],
      minDistance: 1.1,
      reportInterval: 0,
      workLimit: 1500,
      maximumExecutionTime: 600,
    },
  );
  const { solutions, last } = nest(problem);
  assert.equal(complaints(problem, last), []);
  assert.ok(last.usage.length < solutions[0]!.usage.length - 15, `${last.usage.length}`);
});

for (const gravity of ['left', 'right', 'top', 'bottom'] as const) {
  for (const cells of [
    [6, 9],
    [0, 11],
    [8, 0],
  ] as const) {
    test(`sheets of three lengths, gravity ${gravity}, ${cells.join(' x ')}: every layout is sound and on the grid, and they get better`, () => {
      const [cellWidth, cellHeight] = cells;
      const isAcross = gravity === 'top' || gravity === 'bottom';
      const bins = [130, 117, 143, 130, 130].map((length) => {
        const [width, height] = isAcross ? [90, length] : [length, 90];
        return bin(rectangle(width, height, corner, corner), { cellWidth, cellHeight });
      });
      const problem = gridded(gravity, cellWidth, cellHeight, { bins, workLimit: 900 });
      const { solutions, last } = nest(problem);
      for (const solution of solutions) {
        assert.equal(complaints(problem, solution), []);
        assertOnGrid(solution, cells);
      }
      assert.ok(last.fitness < solutions[0]!.fitness);
    });
  }
}

test('hundreds of copies on a coarse grid meet each of its points once', () => {
  const round = Array.from({ length: 90 }, (_, i): Point => {
    const radius = 30 + 4 * Math.sin((6 * Math.PI * i) / 90);
    return [radius * Math.cos((2 * Math.PI * i) / 90), radius * Math.sin((2 * Math.PI * i) / 90)];
  });
  const sheet = bin(rectangle(3000, 600), { cellWidth: 20, cellHeight: 15 });
  const copies = { ...part(round), quantity: 300 };
  const options = { matchingType: 'pattern', allowedRotations: [0, 90, 180, 270], gravityDirection: 'left' } as const;
  const { request: spread } = copiesOf(request([copies], [sheet], options));
  const problem = new Problem(spread, searchDetail, () => {});
  const ground = new Groundwork(problem, () => {});
  const layout = construct(ground, largestFirst(problem), () => {});
  assert.is(layout.unplaced.length, 0);
  assert.ok(ground.noFits.effort < 8e6, `effort ${ground.noFits.effort}`);
});

test.run();
