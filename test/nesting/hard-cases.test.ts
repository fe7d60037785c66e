import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { densestSearch } from '../../src/nesting/bridge/densest.js';
import { geneticSearch } from '../../src/nesting/construct/genetic.js';
import type { NestRequest } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, rectangle, request } from './nest.js';

/** Solves by both searches, judges every solution, and returns the outcome of the genetic search. */
function sound(problem: NestRequest) {
  const [genetic] = [geneticSearch, densestSearch].map((search) => {
    const outcome = nest(problem, { search });
    for (const solution of outcome.solutions) assert.equal(complaints(problem, solution), []);
    return outcome;
  });
  return genetic!;
}

const scaled = (points: Points, k: number): Points => points.map(([x, y]): Point => [x * k, y * k]);
const moved = (points: Points, dx: number, dy: number): Points => points.map(([x, y]): Point => [x + dx, y + dy]);
const arrow: Points = [
  [0, 0],
  [30, 10],
  [60, 0],
  [45, 25],
  [60, 50],
  [30, 40],
  [0, 50],
];

test('parts exactly as wide as the sheet are placed', () => {
  const problem = request(
    [part(rectangle(10, 40.004)), part(rectangle(7, 40.004)), part(rectangle(40.004, 5))],
    [bin(rectangle(100, 40.004))],
    { allowedRotations: [0, 90] },
  );
  const { last, end } = sound(problem);
  assert.is(last.unplaced.length, 0);
  assert.ok(Math.abs(last.usage.length - 22) < 1e-5);
  assert.is(end, 'optimal');
});

test('a part with a tip at the very end of the sheet is placed, even if the sheet has no room for all parts', () => {
  const kite: Points = [
    [0, 0],
    [30, 20],
    [80.003, 13],
    [30, -20],
  ];
  const problem = request(
    [part(kite), part(rectangle(61, 33)), part(rectangle(59, 34)), part(rectangle(60, 33))],
    [bin(rectangle(80.003, 118))],
    { minDistance: 0.8, workLimit: 300 },
  );
  assert.is(sound(problem).last.placements.length, 3);
});

/** On sheets with different grids, parts are not laid in cells, which take any outline at once. */
const gridded = { cellWidth: 1, cellHeight: 1 };
const otherwise = bin(rectangle(30, 30), { cellWidth: 2, cellHeight: 2 });
const onGrid = { matchingType: 'pattern' as const, workLimit: null };

/** A round outline of 300 corners and six bays. */
const wave = (r: number): Points =>
  Array.from({ length: 300 }, (_, i): Point => {
    const reach = r * (1 + 0.2 * Math.sin((12 * Math.PI * i) / 300));
    const angle = (2 * Math.PI * i) / 300;
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });

test('a first layout that takes far too long leaves parts out, and is sound', () => {
  const shapes = Array.from({ length: 40 }, (_, i) => part(wave(20 + i), `${i}`));
  const hide = bin(scaled(wave(100), 6), gridded);
  const problem = request(shapes, [hide, otherwise], { ...onGrid, maximumExecutionTime: 1 });
  // each look at the clock takes 20 ms
  let looks = 0;
  const { end, last } = nest(problem, { clock: () => 20 * looks++ });
  assert.is(end, 'time_limit');
  assert.is(last.placements.length + last.unplaced.length, shapes.length);
  assert.ok(last.placements.length > 0 && last.unplaced.length > 0, `${last.unplaced.length} are left out`);
  assert.equal(complaints(problem, last), []);
  assert.is(nest({ ...problem, maximumExecutionTime: 3600, workLimit: 12 }, {}).last.unplaced.length, 0);
});

test('a first layout that takes long shows its beginning, the same in any time, and is ended beyond a short limit', () => {
  const parts = Array.from({ length: 36 }, (_, i) => part(wave(10 + (i % 9))));
  const sheet = bin(rectangle(2000, 120), { ...gridded, holes: [rectangle(40, 40, 80, 40)] });
  const limited = request(parts, [sheet, otherwise], { ...onGrid, maximumExecutionTime: 0.5 });
  let looks = 0;
  const { end, solutions, last } = nest(limited, { clock: () => Math.min(2000, 20 * looks++) });
  assert.is(end, 'time_limit');
  const [first] = solutions;
  assert.ok(first!.unplaced.length > 0 && first!.placements.length > 0, `${first!.unplaced.length} are left out`);
  assert.equal(last.unplaced, []);
  for (const solution of solutions) assert.equal(complaints(limited, solution), []);
  const again = nest(request(parts, [sheet, otherwise], { ...onGrid, workLimit: 0 }));
  const ends = (all: typeof solutions) => [all.at(0), all.at(-1)].map((solution) => solution!.placements);
  assert.equal(ends(again.solutions), ends(solutions));
  const resumed = nest(request(parts, [sheet, otherwise], { ...onGrid, workLimit: 0 }), { startFrom: first! });
  assert.equal(resumed.last.unplaced, []);
});

test('a request whose time was over before it had a layout gets a whole one', () => {
  const problem = request([part(arrow, 'a'), part(arrow, 'b')], [bin(rectangle(200, 60))], {
    maximumExecutionTime: 4,
    workLimit: null,
  });
  const { end, last } = nest(problem, { elapsedBefore: 60 });
  assert.is(end, 'time_limit');
  assert.equal(last.unplaced, []);
});

test('four squares fill a square', () => {
  const squares = Array.from({ length: 4 }, () => part(rectangle(5, 5)));
  const { last } = sound(request(squares, [bin(rectangle(10, 10))]));
  assert.is(last.unplaced.length, 0);
  assert.is(last.utilisation, 1);
  assert.equal(last.placements.map(({ position }) => position).sort(), [
    [0, 0],
    [0, 5],
    [5, 0],
    [5, 5],
  ]);
});

test('a rotated exact fit is found: four squares fill a sheet rotated by 37.5 degrees', () => {
  const [cos, sin] = [Math.cos((37.5 * Math.PI) / 180), Math.sin((37.5 * Math.PI) / 180)];
  const rotated = (points: Points): Points => points.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]);
  const squares = Array.from({ length: 4 }, () => part(rectangle(5, 5)));
  const { last } = sound(request(squares, [bin(rotated(rectangle(10, 10)))], { allowedRotations: [37.5] }));
  assert.is(last.unplaced.length, 0);
});

test('a part fits exactly into the slot of another', () => {
  const slotted: Points = [
    [0, 0],
    [30, 0],
    [30, 10],
    [10, 10],
    [10, 20],
    [30, 20],
    [30, 30],
    [0, 30],
  ];
  for (const gravityDirection of ['left', 'right', 'top', 'bottom'] as const) {
    const problem = request([part(slotted), part(rectangle(20, 10))], [bin(rectangle(30, 30))], { gravityDirection });
    assert.is(sound(problem).last.unplaced.length, 0);
  }
});

test('the winding, repeated points and points on straight sides do not matter', () => {
  const plain = request([part(arrow), part(arrow)], [bin(rectangle(200, 80))]);
  const busy = arrow.flatMap(([x, y], i): Point[] => {
    const [qx, qy] = arrow[(i + 1) % arrow.length]!;
    return [
      [x, y],
      [x, y],
      [(x + qx) / 2, (y + qy) / 2],
    ];
  });
  const variants = [[...arrow].reverse(), [...arrow, arrow[0]!], busy];
  const { last } = sound(plain);
  for (const variant of variants) {
    const again = sound({ ...plain, polygons: [part(variant), part(variant)] }).last;
    assert.ok(Math.abs(again.usage.length - last.usage.length) < 1e-6);
  }
});

test('anchors may lie far outside their parts, and parts and sheets far from zero', () => {
  const parts = [part(moved(arrow, 5000, -7000), 'a', [-12345.5, 999]), part(moved(arrow, -300, 1e5), 'b', [1e6, 1e6])];
  const problem = request(parts, [bin(rectangle(200, 80, -4000, 12000))], { allowedRotations: [0, 90, 211] });
  assert.is(sound(problem).last.unplaced.length, 0);
});

for (const [name, k] of [
  ['tiny', 1e-3],
  ['huge', 1e6],
] as const) {
  test(`${name} coordinates nest like any others`, () => {
    const parts = Array.from({ length: 5 }, () => part(scaled(arrow, k)));
    const problem = request(parts, [bin(rectangle(300 * k, 100 * k))], {
      allowedRotations: [0, 37.5, 180],
      minDistance: 2 * k,
    });
    const { last } = sound(problem);
    assert.is(last.unplaced.length, 0);
    assert.ok(last.usage.length < 300 * k);
  });
}

test('keep-outs may touch or cross the border, or lie inside', () => {
  const holes = [rectangle(20, 20, 0, 0), rectangle(30, 30, 85, 30), rectangle(10, 30, 40, 20)];
  const parts = Array.from({ length: 10 }, () => part(rectangle(18, 22)));
  const problem = request(parts, [bin(rectangle(100, 80), { holes })], { allowedRotations: [0, 90] });
  const { last } = sound(problem);
  assert.ok(last.placements.length >= 8, `${last.placements.length} placed`);
});

test('a part goes into the concavity of another', () => {
  const bracket: Points = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
    [0, 80],
    [80, 80],
    [80, 20],
    [0, 20],
  ];
  const problem = request([part(bracket), part(rectangle(50, 50))], [bin(rectangle(300, 100))]);
  const { last } = sound(problem);
  assert.ok(Math.abs(last.usage.length - 100) < 1e-6);
});

test('a part goes into a closed pocket of a polygon that nearly surrounds it', () => {
  const pocket: Points = [
    [0, 0],
    [100, 0],
    [100, 49],
    [80, 49],
    [80, 20],
    [20, 20],
    [20, 80],
    [80, 80],
    [80, 51],
    [100, 51],
    [100, 100],
    [0, 100],
  ];
  const problem = request([part(pocket), part(rectangle(60, 60))], [bin(rectangle(100, 100))]);
  assert.is(sound(problem).last.unplaced.length, 0);
});

test('a further part is placed even if the rest has no room', () => {
  const leg: Points = [
    [0, 4],
    [79, 0],
    [104, 5],
    [112, 12],
    [112, 22],
    [46, 30],
    [0, 19],
  ];
  const problem = request(
    Array.from({ length: 6 }, () => part(leg)),
    [bin(rectangle(140, 125))],
    { allowedRotations: [0, 90, 180, 270], workLimit: 900 },
  );
  assert.is(sound(problem).last.placements.length, 5);
});

test('a distance wider than the remaining room sends parts to the next sheet', () => {
  const parts = Array.from({ length: 3 }, () => part(rectangle(10, 10)));
  const sheets = Array.from({ length: 2 }, () => bin(rectangle(30, 10)));
  const { last } = sound(request(parts, sheets, { minDistance: 12, workLimit: 4 }));
  assert.equal(last.placements.map((placement) => placement.bin).sort(), [0, 1]);
  assert.is(last.unplaced.length, 1);
});

test('an enormous distance allows one part on each sheet', () => {
  const parts = Array.from({ length: 3 }, () => part(rectangle(10, 10)));
  const { last } = sound(request(parts, [bin(rectangle(100, 100))], { minDistance: 1e12, workLimit: 2 }));
  assert.is(last.placements.length, 1);
});

test('a part that fits nowhere is listed as unplaced, without an error', () => {
  const parts = [
    part(rectangle(500, 500), 'too large'),
    part(rectangle(10, 10), 'fine'),
    part(scaled(arrow, 1e9), 'vast'),
  ];
  const { last, end } = sound(request(parts, [bin(rectangle(100, 100))], { allowedRotations: [0, 45] }));
  assert.equal(last.unplaced, ['too large', 'vast']);
  assert.equal(last.unplacedIndices, [0, 2]);
  assert.is(end, 'optimal');
});

test('if nothing fits, every part is unplaced and the usage is zero', () => {
  const { last } = sound(request([part(rectangle(500, 500), 'a')], [bin(rectangle(100, 100))]));
  assert.equal(last.unplaced, ['a']);
  assert.equal(last.usage, { width: 0, length: 0, area: 0, partArea: 0, sheets: [], cost: null });
  assert.is(last.utilisation, 0);
});

test('a thousand sheets are filled in the order of the request', () => {
  const parts = Array.from({ length: 1000 }, (_, i) => part(rectangle(9, 9), `${i}`));
  const sheets = Array.from({ length: 1000 }, () => bin(rectangle(10, 10)));
  const problem = request(parts, sheets, { workLimit: 0 });
  const { last } = nest(problem);
  assert.is(last.unplaced.length, 0);
  assert.is(new Set(last.placements.map((placement) => placement.bin)).size, 1000);
});

test('slivers and needles are placed', () => {
  const needle: Points = [
    [0, 0],
    [100, 0.001],
    [0, 0.002],
  ];
  const comb: Points = [
    [0, 0],
    [50, 0],
    [50, 40],
    [40, 1e-5],
    [30, 40],
    [20, 1e-5],
    [10, 40],
  ];
  const parts = [...Array.from({ length: 6 }, () => part(needle)), part(comb), part(comb)];
  const { last } = sound(
    request(parts, [bin(rectangle(120, 60))], { allowedRotations: [0, 90, 45], minDistance: 0.5 }),
  );
  assert.is(last.unplaced.length, 0);
});

test('parts far smaller than the grid of the search are placed', () => {
  const speck: Points = [
    [0, 0],
    [1e-7, 0],
    [0, 1e-7],
  ];
  const parts = [part(speck), part(speck), part(rectangle(50, 50))];
  assert.is(sound(request(parts, [bin(rectangle(100, 100))])).last.unplaced.length, 0);
});

test('a part fills the outline of a sheet exactly', () => {
  const problem = request([part(moved(arrow, 17, 4))], [bin(arrow)], { allowedRotations: [0] });
  assert.is(sound(problem).last.unplaced.length, 0);
  const larger: Points = scaled(arrow, 1.01);
  assert.is(sound({ ...problem, polygons: [part(larger)] }).last.unplaced.length, 1);
  const square = request([part(rectangle(60, 50))], [bin(arrow)]);
  assert.is(sound(square).last.unplaced.length, 1);
});

test('a curve of many points is simplified only outwards, and still fits where it fits exactly', () => {
  const circle = Array.from(
    { length: 720 },
    (_, i): Point => [50 + 50 * Math.cos((i * Math.PI) / 360), 50 + 50 * Math.sin((i * Math.PI) / 360)],
  );
  const problem = request([part(circle), part(circle)], [bin(rectangle(400, 100))], { curveTolerance: 1 });
  const { last } = sound(problem);
  assert.is(last.unplaced.length, 0);
  assert.ok(last.usage.length < 201.5, `${last.usage.length}`);
});

test.run();
