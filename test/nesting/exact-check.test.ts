import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { ExactCheck } from '../../src/nesting/layout/exact-check.js';
import type { NestRequest, Placement } from '../../src/nesting/request.js';
import { bin, type Points, part, rectangle, request } from './nest.js';

const hook: Points = [
  [0, 0],
  [30, 0],
  [30, 10],
  [10, 10],
  [10, 30],
  [0, 30],
];
const sheet = bin(rectangle(100, 100), { holes: [rectangle(10, 10, 80, 80)] });
const base = request([part(hook), part(rectangle(10, 10)), part(hook)], [sheet], { allowedRotations: [0, 90, 30] });
const tolerance = 1e-4;

const at = (index: number, position: Point, rotation = 0): Placement => {
  return { id: '', index, bin: 0, position, rotation, mirrored: false };
};
const faults = (problem: NestRequest, ...placements: Placement[]) => new ExactCheck(problem).faults(placements);

test('touching parts, sheets and holes are not faults', () => {
  assert.equal(faults(base, at(0, [0, 0]), at(1, [10, 10])), []);
  assert.equal(faults(base, at(1, [90, 90])), []);
  assert.equal(faults(base, at(1, [70, 80])), []);
});

test('every kind of overlap is found: crossing, containing, the same place, a shift along a common side', () => {
  assert.equal(faults(base, at(0, [0, 0]), at(1, [5, 5])), [1]);
  assert.equal(faults(base, at(0, [0, 0]), at(1, [0, 0])), [1]);
  assert.equal(faults(base, at(0, [0, 0]), at(2, [0, 0])), [1]);
  assert.equal(faults(base, at(0, [0, 0]), at(2, [0, 15])), [1]);
  const nested = request([part(rectangle(50, 50)), part(rectangle(5, 5))], [sheet]);
  assert.equal(faults(nested, at(0, [0, 0]), at(1, [20, 20])), [1]);
  assert.equal(faults(nested, at(1, [20, 20]), at(0, [0, 0])), [1]);
});

test('an overlap beyond the promised tolerance is a fault, and a tenth of the tolerance is not', () => {
  for (const [depth, expected] of [
    [tolerance, [1]],
    [tolerance / 10, []],
  ] as const) {
    assert.equal(faults(base, at(0, [0, 0]), at(1, [10 - depth, 10])), expected);
    assert.equal(faults(base, at(0, [0, 0]), at(1, [90 + depth, 0])), expected);
    assert.equal(faults(base, at(0, [0, 0]), at(1, [70 + depth, 82])), expected);
  }
});

test('a part too close to another part or to an edge is a fault', () => {
  const clear = { ...base, minDistance: 3 };
  assert.equal(faults(clear, at(0, [0, 0]), at(1, [13, 13])), []);
  assert.equal(faults(clear, at(0, [0, 0]), at(1, [12.999, 13])), [1]);
  const edge = { ...base, edgeDistance: 3 };
  assert.equal(faults(edge, at(1, [3, 3])), []);
  assert.equal(faults(edge, at(1, [2.999, 3])), [0]);
  assert.equal(faults(edge, at(1, [67, 85])), []);
  assert.equal(faults(edge, at(1, [67.001, 85])), [0]);
});

test('a part outside an irregular sheet, or across its inward corner, is a fault', () => {
  const vee: Points = [
    [0, 0],
    [100, 0],
    [100, 100],
    [50, 50],
    [0, 100],
  ];
  const problem = request([part(rectangle(20, 20))], [bin(vee)]);
  assert.equal(faults(problem, at(0, [40, 30])), []);
  assert.equal(faults(problem, at(0, [40, 31])), [0]);
  assert.equal(faults(problem, at(0, [-300, 0])), [0]);
  assert.equal(faults(problem, at(0, [40, 75])), [0]);
});

test('an anchor off the grid is a fault where positions snap', () => {
  const gridded = request([part(rectangle(10, 10))], [bin(rectangle(100, 100, 7, 7), { cellWidth: 20 })], {
    matchingType: 'pattern',
    xSteps: 4,
  });
  assert.equal(faults(gridded, at(0, [12, 8.1])), []);
  assert.equal(faults(gridded, at(0, [12.1, 8.1])), [0]);
  assert.equal(faults({ ...gridded, matchingType: 'solid' }, at(0, [12.1, 8.1])), []);
});

test('parts on different sheets never overlap', () => {
  const two = { ...base, bins: [sheet, sheet] };
  assert.equal(faults(two, at(0, [0, 0]), { ...at(2, [0, 0]), bin: 1 }), []);
});

test('a check can be ended at each part, whether or not it lies on its sheet', () => {
  let polls = 0;
  const check = new ExactCheck(base, () => polls++);
  const placements = [at(0, [500, 0]), at(1, [500, 0]), at(2, [500, 0])];
  const outlines = check.outlines(placements);
  const before = polls;
  assert.equal(check.faults(placements, outlines), [0, 1, 2]);
  assert.ok(polls - before >= placements.length);
});

test.run();
