import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import type { GravityDirection, NestRequest } from '../../src/nesting/request.js';
import { bounds, complaints, placedOutline } from './judge.js';
import { bin, nest, type Points, part, rectangle, request } from './nest.js';

const wedge: Points = [
  [0, 0],
  [40, 0],
  [30, 25],
  [0, 18],
];
const some = (n: number, points: Points = wedge, id = '') => Array.from({ length: n }, () => part(points, id));

function sound(problem: NestRequest) {
  const outcome = nest(problem);
  for (const solution of outcome.solutions) assert.equal(complaints(problem, solution), []);
  return outcome;
}

const directions: GravityDirection[] = ['left', 'right', 'top', 'bottom'];
for (const gravityDirection of directions) {
  test(`gravity ${gravityDirection}: parts gather at that edge, and the length is their span along it`, () => {
    const problem = request(some(5), [bin(rectangle(300, 300))], {
      gravityDirection,
      allowedRotations: [0, 90, 180, 270],
    });
    const { last } = sound(problem);
    const boxes = last.placements.map(({ index }) => bounds(placedOutline(problem, last, index)));
    const minX = Math.min(...boxes.map((box) => box.minX));
    const maxX = Math.max(...boxes.map((box) => box.maxX));
    const minY = Math.min(...boxes.map((box) => box.minY));
    const maxY = Math.max(...boxes.map((box) => box.maxY));
    const gap = { left: minX, right: 300 - maxX, top: minY, bottom: 300 - maxY }[gravityDirection];
    assert.ok(Math.abs(gap) < 1e-4, `gap ${gap}`);
    const alongX = gravityDirection === 'left' || gravityDirection === 'right';
    assert.ok(Math.abs(last.usage.length - (alongX ? maxX - minX : maxY - minY)) < 1e-9);
    assert.ok(Math.abs(last.usage.width - (alongX ? maxY - minY : maxX - minX)) < 1e-9);
    assert.ok(last.usage.length < last.usage.width, 'the parts do not form a strip along the edge');
  });

  for (const matchingType of ['vertical', 'horizontal', 'pattern'] as const) {
    test(`${matchingType} matching puts every anchor on the grid, gravity ${gravityDirection}`, () => {
      const parts = [part(wedge, 'a'), part(wedge, 'b', [7, 3]), part(wedge, 'c', [-50, 400]), part(wedge, 'd')];
      const sheet = bin(rectangle(301, 203, 11, -13), { cellWidth: 30, cellHeight: 20 });
      const problem = request(parts, [sheet], {
        matchingType,
        gravityDirection,
        xSteps: 4,
        ySteps: 3,
        allowedRotations: [0, 90, 33],
        minDistance: 1,
      });
      const { last } = sound(problem);
      assert.is(last.unplaced.length, 0);
      for (const { position } of last.placements) {
        for (const [value, origin, step] of [
          [position[0], 11, 30 / 4],
          [position[1], -13, 20 / 3],
        ] as const) {
          const k = (value - origin) / step;
          assert.ok(Math.abs(k - Math.round(k)) < 1e-9, `${value} is off the grid`);
        }
      }
    });
  }
}

test('matching on one axis leaves the other axis free', () => {
  const problem = request(some(6), [bin(rectangle(200, 100), { cellHeight: 30 })], { matchingType: 'vertical' });
  const { last } = sound(problem);
  assert.is(last.unplaced.length, 0);
  for (const { position } of last.placements) assert.is(position[1] % 30, 0);
  assert.ok(last.placements.some(({ position }) => Math.abs(position[0] % 30) > 1e-6));
});

test('parts fill every place of a coarse grid', () => {
  const problem = request(some(12, rectangle(28, 28)), [bin(rectangle(110, 150), { cellWidth: 40, cellHeight: 40 })], {
    matchingType: 'pattern',
  });
  const { last } = sound(problem);
  assert.is(last.placements.length, 12);
});

test('solid matching may leave the grid', () => {
  const problem = request(some(3, rectangle(33, 70)), [bin(rectangle(200, 100), { cellWidth: 50, cellHeight: 50 })]);
  const { last } = sound(problem);
  assert.ok(Math.abs(last.usage.length - 99) < 1e-6);
});

test('minDistance applies between parts, and parts may touch the edge', () => {
  const problem = request(some(4, rectangle(20, 48)), [bin(rectangle(300, 48))], { minDistance: 5 });
  const { last } = sound(problem);
  assert.ok(Math.abs(last.usage.length - 95) < 1e-3, `${last.usage.length}`);
});

test('edgeDistance keeps parts away from the edge and from holes, and does not separate parts', () => {
  const problem = request(
    some(6, rectangle(20, 20)),
    [bin(rectangle(100, 70), { holes: [rectangle(10, 10, 45, 30)] })],
    {
      edgeDistance: 4,
    },
  );
  const { last } = sound(problem);
  assert.is(last.unplaced.length, 0);
  assert.ok(last.placements.some(({ position }) => Math.abs(position[0] - 4) < 1e-5));
});

test('edgeDistance applies at an inward corner of a sheet', () => {
  const sheet: Points = [
    [0, 0],
    [200, 0],
    [200, 120],
    [120, 60],
    [0, 120],
  ];
  const problem = request(some(8), [bin(sheet)], { edgeDistance: 5, minDistance: 2, allowedRotations: [0, 180] });
  assert.is(sound(problem).last.unplaced.length, 0);
});

test('an edgeDistance that uses up the whole sheet leaves every part unplaced', () => {
  const { last } = sound(request(some(2), [bin(rectangle(100, 100))], { edgeDistance: 60 }));
  assert.is(last.unplaced.length, 2);
});

test('curveTolerance may cost room but never overlaps', () => {
  const wavy = Array.from({ length: 120 }, (_, i): Point => {
    const a = (i * Math.PI) / 60;
    const r = 30 + 2 * Math.sin(12 * a);
    return [r * Math.cos(a), r * Math.sin(a)];
  });
  const exact = request(some(6, wavy), [bin(rectangle(400, 130))]);
  const spans = [0, 0.3, 3].map((curveTolerance) => sound({ ...exact, curveTolerance }).last.usage.length);
  assert.ok(
    spans.every((span) => span < 260),
    `${spans}`,
  );
});

test('every rotation is in the list, modulo 360', () => {
  const problem = request(some(4, rectangle(90, 20)), [bin(rectangle(30, 500))], { allowedRotations: [-90, 450] });
  const { last } = sound(problem);
  assert.is(last.unplaced.length, 0);
  for (const { rotation } of last.placements) assert.ok(rotation === -90);
});

test('the search finds one of the few rotations among 360 that fit', () => {
  const allowedRotations = Array.from({ length: 360 }, (_, i) => i);
  const problem = request([part(rectangle(130, 4))], [bin(rectangle(100, 100))], { allowedRotations });
  assert.is(sound(problem).last.unplaced.length, 0);
});

test('type area makes a compact block, and type length a short one', () => {
  const parts = some(12, rectangle(20, 20));
  const problem = request(parts, [bin(rectangle(400, 400))], { workLimit: 60 });
  const length = sound(problem).last;
  const area = sound({ ...problem, optimization: { type: 'area', paperWidth: 50, paperHeight: 50 } }).last;
  assert.is(length.usage.length, 20);
  assert.ok(Math.abs(area.usage.area - 12 * 400) < 1e-3, `${area.usage.area}`);
  assert.is(length.sheetCount, null);
  assert.is(length.sheetUtilisation, null);
  const { minX, maxX, minY, maxY } = bounds(
    area.placements.flatMap(({ index }) => placedOutline({ ...problem }, area, index)),
  );
  assert.is(area.sheetCount, Math.ceil((maxX - minX) / 50 - 1e-9) * Math.ceil((maxY - minY) / 50 - 1e-9));
  assert.ok(Math.abs(area.sheetUtilisation! - 4800 / (area.sheetCount! * 2500)) < 1e-12);
});

test('type area without a paper size counts no papers', () => {
  const optimization = { type: 'area', paperWidth: null, paperHeight: null } as const;
  const { last } = sound(request(some(4), [bin(rectangle(400, 400))], { optimization }));
  assert.is(last.sheetCount, null);
});

test('sheets of different shapes are used in the order of the request, and usage sums over them', () => {
  const sheets = [
    bin(rectangle(50, 50)),
    bin([
      [1000, 0],
      [1090, 0],
      [1045, 90],
    ]),
    bin(rectangle(60, 50, 5000, 5000)),
  ];
  const problem = request(some(5, rectangle(40, 40)), sheets);
  const { last } = sound(problem);
  assert.equal(last.placements.map((placement) => placement.bin).sort(), [0, 1, 2]);
  assert.is(last.unplaced.length, 2);
  assert.ok(Math.abs(last.usage.length - 120) < 1e-4, `${last.usage.length}`);
  assert.ok(Math.abs(last.usage.area - 3 * 1600) < 1e-2);
});

for (const gravityDirection of directions) {
  test(`a sheet on whose grid parts lie off the edge is not passed over for a later one: gravity ${gravityDirection}`, () => {
    const isOnY = gravityDirection === 'top' || gravityDirection === 'bottom';
    const size = (along: number, across: number): readonly [number, number] =>
      isOnY ? [across, along] : [along, across];
    const parts = [size(60, 90), size(125, 130)].map(([w, h]) => part(rectangle(w, h), '', [5, 5]));
    const gridded = bin(rectangle(...size(340, 430)), isOnY ? { cellWidth: 100 } : { cellHeight: 100 });
    const problem = request(parts, [gridded, bin(rectangle(...size(338, 430)))], {
      gravityDirection,
      matchingType: 'horizontal',
      optimization: { type: 'area', paperWidth: null, paperHeight: null },
      workLimit: 60,
    });
    for (const solution of sound(problem).solutions) {
      assert.equal(
        solution.usage.sheets.map(({ bin: sheet, parts: placed }) => [sheet, placed]),
        [[0, 2]],
      );
    }
  });
}

test('fewer sheets beat a shorter span', () => {
  const parts = [...some(2, rectangle(50, 60)), ...some(2, rectangle(50, 40))];
  const sheets = Array.from({ length: 4 }, () => bin(rectangle(100, 100)));
  const { last } = sound(request(parts, sheets, { allowedRotations: [0] }));
  assert.equal(new Set(last.placements.map((placement) => placement.bin)).size, 1);
});

test('answers repeat the ids, even duplicate or empty ones', () => {
  const parts = [part(wedge, 'x'), part(wedge, 'x'), part(wedge), part(rectangle(900, 900), 'x')];
  const { last } = sound(request(parts, [bin(rectangle(200, 100))]));
  assert.equal(
    last.placements.map(({ id }) => id),
    ['x', 'x', ''],
  );
  assert.equal(last.unplaced, ['x']);
});

test.run();
