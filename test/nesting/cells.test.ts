/** Layouts on a grid of cells, for parts whose no-fit polygons would take seconds. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { touchedCells } from '../../src/geometry/raster.js';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import { CellGrid } from '../../src/nesting/construct/cell-grid.js';
import { searchDetail } from '../../src/nesting/construct/detail.js';
import { Groundwork } from '../../src/nesting/construct/groundwork.js';
import { inCells, isForCells } from '../../src/nesting/construct/in-cells.js';
import { largestFirst } from '../../src/nesting/construct/plan.js';
import { ExactCheck } from '../../src/nesting/layout/exact-check.js';
import { placementsOf } from '../../src/nesting/layout/layout.js';
import { Problem } from '../../src/nesting/layout/problem.js';
import type { NestRequest, Polygon } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, rectangle, request } from './nest.js';

const poll = (): void => {};

test('a search by runs finds the column that a look at each cell finds', () => {
  const span = fc.tuple(fc.nat(5), fc.nat(9), fc.integer({ min: 1, max: 4 }));
  const shape = fc.array(span, { minLength: 1, maxLength: 6 });
  let moved = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(shape, fc.nat(30), fc.nat(9)), { maxLength: 12 }), shape, (taken, own) => {
      const [columns, rows] = [40, 12];
      const spans = (list: readonly (readonly number[])[]): number[] =>
        list.flatMap(([row, from, length]) => [row!, from!, from! + length!]);
      const grid = new CellGrid(columns, rows);
      const cells = Array.from({ length: rows }, () => new Set<number>());
      for (const [list, column, row] of taken) {
        grid.put(spans(list), column, row);
        for (const [r, from, length] of list) {
          for (let at = from; at < from + length; at++) cells[r + row]?.add(at + column);
        }
      }
      for (let row = 0; row < rows - 5; row++) {
        const isFree = (column: number): boolean =>
          own.every(([r, from, length]) =>
            Array.from({ length }, (_, k) => from + column + k).every((at) => !cells[r + row]!.has(at)),
          );
        let expected = 3;
        while (expected < 25 && !isFree(expected)) expected += 1;
        const found = grid.firstFree(spans(own), row, 3, 25);
        if (expected < 25) assert.is(found, expected);
        else assert.ok(found >= 25);
        if (expected > 3) moved += 1;
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(moved > 100, `${moved} searches had something to pass`);
});

test('an outline touches the cells of all of its points, and an opening those of its edges', () => {
  const ring = Float64Array.of(0.5, 0.5, 7.5, 0.5, 7.5, 6.5, 0.5, 6.5);
  const opening = Float64Array.of(2.5, 2.5, 2.5, 4.5, 5.5, 4.5, 5.5, 2.5);
  const rows = new Map<number, number[][]>();
  const spans = touchedCells([ring, opening]);
  for (let k = 0; k < spans.length; k += 3) {
    rows.set(spans[k]!, [...(rows.get(spans[k]!) ?? []), [spans[k + 1]!, spans[k + 2]!]]);
  }
  assert.equal(rows.get(1), [[0, 8]]);
  assert.equal(rows.get(2), [[0, 8]]);
  assert.equal(rows.get(3), [
    [0, 3],
    [5, 8],
  ]);
  assert.is(rows.size, 7);
});

const round = (count: number, radius: number, depth = 1): Point[] =>
  Array.from({ length: count }, (_, k) => {
    const own = radius * (k % 2 ? depth : 1);
    return [own * Math.cos((2 * Math.PI * k) / count), own * Math.sin((2 * Math.PI * k) / count)];
  });

/** A ring with an opening of four fifths of it. */
const ringOf = (radius: number): Polygon => ({
  ...part(round(40, radius)),
  holes: [part(round(40, 0.8 * radius))],
});

/** Stars, rings with room for others, combs and blades, all different. */
function varied(count: number): Polygon[] {
  return Array.from({ length: count }, (_, i) => {
    const size = 8 + ((7 * i) % 23) + i / 1000;
    if (i % 5 === 0) return ringOf(2 * size);
    if (i % 5 === 1) return part([...comb(size)]);
    if (i % 5 === 2) return part(rectangle(3 * size, 2));
    return part(round(2 * (4 + (i % 4)), size, 0.5));
  });
}

function comb(size: number): Points {
  const teeth = [0, 1, 2, 3].flatMap((k): Point[] => [
    [k * size, 4],
    [k * size, size],
    [k * size + 3, size],
    [k * size + 3, 4],
  ]);
  return [[3 * size + 3, 0], [0, 0], ...teeth];
}

/** All that keeps parts away from places. */
const hide = (options: Partial<NestRequest> = {}): NestRequest => {
  const parts = varied(150).map((polygon, i) => ({ ...polygon, ...(i % 3 === 0 && { quality: 2 }) }));
  return request(
    parts,
    [
      {
        ...bin(round(40, 420, 0.93), { holes: [rectangle(60, 90, -30, -40)] }),
        zones: [{ boundary: part(rectangle(200, 120, 50, 80)), quality: 4 }],
      },
    ],
    {
      minDistance: 2,
      edgeDistance: 5,
      allowedRotations: [0, 90, 180],
      locked: [{ index: 3, bin: 0, position: [-200, 0], rotation: 0 }],
      workLimit: 0,
      ...options,
    },
  );
};

/** The layout of an order in cells, which the exact check must find sound. */
function soundInCells(order: NestRequest) {
  assert.equal(checkNestRequest(order).problems, []);
  const problem = new Problem(order, searchDetail, poll);
  assert.ok(isForCells(problem));
  const layout = inCells(new Groundwork(problem, poll), largestFirst(problem), 400, poll);
  assert.equal(layout.unplaced, []);
  assert.equal(new ExactCheck(order).faults(placementsOf(problem, layout)), []);
  return layout;
}

/** Cells of the mean part are 2 mm wide. */
const grids = [
  { name: 'no grid', cellWidth: 0, cellHeight: 0 },
  { name: 'a grid of small steps', cellWidth: 0.4, cellHeight: 0.7 },
  { name: 'a grid of large steps across and small ones along', cellWidth: 0.5, cellHeight: 7 },
  { name: 'stripes', cellWidth: 11, cellHeight: 0 },
];
for (const gravityDirection of ['right', 'bottom', 'left', 'top'] as const) {
  for (const { name, ...grid } of grids) {
    test(`parts keep off each other and off all that is no place for them, towards ${gravityDirection}, on ${name}`, () => {
      const [sheet] = hide().bins;
      const matchingType = name === 'no grid' ? 'solid' : 'pattern';
      const order = hide({ gravityDirection, matchingType, bins: [{ ...sheet!, ...grid }] });
      assert.is(soundInCells(order).placed.length, 150);
    });
  }
}

for (const clothForm of ['folded', 'tubular'] as const) {
  test(`half parts lie on the folds of ${clothForm} cloth, and others at half their distance`, () => {
    const half = (size: number): Polygon => ({
      ...part([
        [0, 0],
        [size, 0],
        [0.9 * size, size / 2],
        [size / 2, size],
        [0, size / 2],
      ]),
      foldLine: [
        [0, 0],
        [size, 0],
      ],
    });
    const polygons = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? half(40 + i) : part(round(7, 12 + i))));
    const sheets = [bin(rectangle(600, 151)), bin(rectangle(600, 151)), bin(rectangle(600, 151))];
    const order = request(polygons, sheets, { clothForm, minDistance: 3, allowedRotations: [0, 180] });
    const { placed } = soundInCells(order);
    assert.is(placed.filter(({ variant }) => variant.fold !== null).length, 10);
  });
}

test('parts that match lie in phase', () => {
  const polygons = Array.from({ length: 40 }, (_, i) => ({
    ...part(round(9, 12 + i / 2)),
    matchPoints: [{ name: 'm', at: [i / 3, 2] as const }],
  }));
  const match = Array.from({ length: 10 }, (_, k) => ({
    name: `${k}`,
    points: [2 * k, 2 * k + 1].map((each) => ({ part: each, point: 'm' })),
    axis: (['x', 'y', 'both'] as const)[k % 3]!,
    phaseX: null,
    phaseY: k % 3 > 0 ? 2 : null,
  }));
  const fabric = { repeatX: 25, repeatY: 18, offsetX: 2, offsetY: -3, matchTolerance: 0.5 };
  soundInCells(request(polygons, [bin(rectangle(2000, 200, 7, 7))], { fabric, match, allowedRotations: [0, 180] }));
});

test('a layout in cells uses the rings, and goes on to the next sheet', () => {
  const ring = ringOf(50);
  const squares = Array.from({ length: 3 }, () => part(rectangle(50, 50)));
  const sheets = Array.from({ length: 3 }, () => bin(rectangle(120, 110)));
  const problem = new Problem(request([ring, ...squares], sheets, { minDistance: 1 }), searchDetail, poll);
  const { placed } = inCells(new Groundwork(problem, poll), largestFirst(problem), 1600, poll);
  const sheetOf = placed.map(({ sheet }) => sheet);
  assert.equal(sheetOf, [0, 0, 1, 1]);
});

test('hundreds of different outlines on a hide all lie in the first layout', () => {
  const order = hide({ polygons: varied(300), bins: [bin(round(40, 600, 0.93))], locked: [] });
  const { solutions } = nest(order);
  const [first] = solutions;
  assert.is(first!.unplaced.length, 0);
  for (const solution of solutions) assert.equal(complaints(order, solution), []);
});

test.run();
