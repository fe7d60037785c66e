/** Several equal sheets: the rest of the last one is the one to keep, so it should be large. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { NestRequest, Solution } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, type Outcome, type Points, part, quadrilaterals, rectangle, request } from './nest.js';

const sheets = (count: number, width: number, height: number) =>
  Array.from({ length: count }, () => bin(rectangle(width, height)));

function sound(problem: NestRequest): Outcome {
  const outcome = nest(problem);
  for (const solution of outcome.solutions) assert.equal(complaints(problem, solution), []);
  return outcome;
}

const lengths = ({ usage }: Solution) => usage.sheets.map(({ length }) => length);

test('of equal sheets the least used one comes last', () => {
  const shapes = quadrilaterals(14);
  for (const gravityDirection of ['left', 'top', 'right', 'bottom'] as const) {
    const problem = request(
      shapes.map((points) => part(points)),
      sheets(6, 110, 110),
      { gravityDirection, workLimit: 60 },
    );
    for (const solution of sound(problem).solutions) {
      const own = lengths(solution);
      assert.equal(
        own,
        own.toSorted((a, b) => b - a),
      );
    }
  }
});

test('a sheet with a locked part keeps its place', () => {
  const polygons = [part(rectangle(20, 20)), ...quadrilaterals(8).map((points) => part(points))];
  const held = { index: 0, bin: 2, position: [0, 0] as const, rotation: 0 };
  const problem = request(polygons, sheets(3, 110, 60), { locked: [held], workLimit: 60 });
  for (const { placements } of sound(problem).solutions) {
    assert.is(placements.find(({ index }) => index === 0)!.bin, 2);
  }
});

test('parts leave the last sheet where others can make room', () => {
  const square: Points = rectangle(30, 30);
  const hook: Points = [
    [0, 0],
    [40, 0],
    [40, 6],
    [6, 6],
    [6, 40],
    [0, 40],
  ];
  const polygons = [
    { ...part(square), quantity: 10 },
    { ...part(hook), quantity: 24 },
  ];
  const problem = request(polygons, sheets(4, 200, 100), {
    allowedRotations: [0, 180],
    reportInterval: 0,
    workLimit: 900,
    maximumExecutionTime: 600,
  });
  const { last } = sound(problem);
  const [first, second, ...more] = lengths(last);
  assert.equal(more, []);
  assert.ok((second ?? 0) < 0.4 * first!, `the last sheet of ${lengths(last)} is still ${second} long`);
});

test.run();
