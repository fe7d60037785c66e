/** On a strip with a fine grid, every layout lies on the grid and loses little density. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { GravityDirection, NestRequest, Solution } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, part, quadrilaterals, rectangle, request } from './nest.js';

const step = 1;
const corner = 7.5;

function gridded(gravityDirection: GravityDirection, over: Partial<NestRequest> = {}): NestRequest {
  const isAcross = gravityDirection === 'top' || gravityDirection === 'bottom';
  const sheet = isAcross ? rectangle(90, 900, corner, corner) : rectangle(900, 90, corner, corner);
  const polygons = quadrilaterals(14).map((points, i) => part(points, `${i}`, i % 2 ? [0.3, 12.25] : null));
  return request(polygons, [bin(sheet, { cellWidth: 2 * step, cellHeight: step })], {
    gravityDirection,
    matchingType: 'vertical',
    xSteps: 2,
    allowedRotations: [0, 180],
    minDistance: 1,
    reportInterval: 0,
    maximumExecutionTime: 600,
    workLimit: 400,
    ...over,
  });
}

function assertOnGrid({ placements }: Solution): void {
  for (const { position } of placements) {
    for (const value of position) {
      const lines = (value - corner) / step;
      assert.ok(Math.abs(lines - Math.round(lines)) < 1e-6, `${position} is off the grid`);
    }
  }
}

for (const gravity of ['left', 'right', 'top', 'bottom'] as const) {
  test(`gravity ${gravity}: every layout is sound, on the grid, and shorter than the one before`, () => {
    const problem = gridded(gravity);
    const { solutions, last } = nest(problem);
    for (const solution of solutions) {
      assert.equal(complaints(problem, solution), []);
      assertOnGrid(solution);
    }
    const whole = solutions.find(({ unplaced }) => unplaced.length === 0)!;
    assert.ok(last.usage.length < whole.usage.length);
  });
}

test('a fine grid costs less than a tenth in length, and equal work gives equal layouts', () => {
  const problem = gridded('left', { workLimit: 6000 });
  const { last } = nest(problem);
  assert.ok(last.usage.length < 1.1 * nest({ ...problem, matchingType: 'solid' }).last.usage.length);
  assert.equal(nest(problem).last.placements, last.placements);
});

test('stripes need a grid only across', () => {
  const problem = request(
    quadrilaterals(10).map((points) => part(points)),
    [bin(rectangle(900, 90), { cellHeight: 2 })],
    { matchingType: 'pattern', workLimit: 300, reportInterval: 0, maximumExecutionTime: 600 },
  );
  const { solutions } = nest(problem);
  for (const solution of solutions) {
    assert.equal(complaints(problem, solution), []);
    for (const { position } of solution.placements)
      assert.ok(Math.abs(position[1] / 2 - Math.round(position[1] / 2)) < 1e-6);
  }
});

for (const { name, count, step: fine, width, height, workLimit } of [
  {
    name: 'too many parts for a search on lines',
    count: 1010,
    step: 0.5,
    width: 4000,
    height: 600,
    workLimit: 20,
  },
  { name: 'a grid too fine for the search to keep to', count: 12, step: 5e-4, width: 900, height: 90, workLimit: 120 },
]) {
  test(`${name}: the search runs without the grid, and its layouts move onto the grid afterwards`, () => {
    const kinds = quadrilaterals(10);
    const polygons = Array.from({ length: count }, (_, i) => part(kinds[i % 10]!, `${i}`));
    const problem = request(polygons, [bin(rectangle(width, height), { cellWidth: fine, cellHeight: fine })], {
      matchingType: 'pattern',
      allowedRotations: [0, 180],
      reportInterval: 0,
      maximumExecutionTime: 600,
      workLimit,
    });
    const { solutions, last } = nest(problem);
    assert.equal(complaints(problem, last), []);
    for (const { position } of last.placements) {
      for (const value of position) assert.ok(Math.abs(value / fine - Math.round(value / fine)) < 1e-6 / fine);
    }
    const whole = solutions.find(({ unplaced }) => unplaced.length === 0)!;
    assert.ok(last.usage.length < whole.usage.length);
  });
}

test.run();
