/** In `solid` matching, the overlap searches try the points of a grid besides their own places. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { linesOf, offersOf } from '../../src/nesting/bridge/grid-lines.js';
import { searchDetail } from '../../src/nesting/construct/detail.js';
import { Problem } from '../../src/nesting/layout/problem.js';
import { CollisionField } from '../../src/nesting/overlap/collision-field.js';
import type { Stretch } from '../../src/nesting/overlap/offers.js';
import { prepareShapes } from '../../src/nesting/overlap/shapes.js';
import type { GravityDirection, MatchingType, NestRequest } from '../../src/nesting/request.js';
import { linesOfStrip, offersOfStrip } from '../../src/nesting/strip/lines.js';
import { complaints } from './judge.js';
import { bin, nest, part, quadrilaterals, rectangle, request } from './nest.js';

const poll = (): void => {};
const [columns, rows] = [12, 5];
const tile = 1000 / rows;
/** The shift of the second half of the strip, as a share of a tile. */
const shift = 0.37 * tile;

/**
 * The number of passes until an overlapping part finds the only hole in a strip full of tiles; above `most` if it never
 * does. The tiles have zigzag edges. No descent ends in the hole, which is far away and exactly as wide as the part.
 */
function passesIntoHole(seed: number, hole: number, offered: readonly Stretch[], most = 40): number {
  const zigzag = Float64Array.of(0, 0, 100, 0, 110, 50, 100, 100, 0, 100, 10, 50);
  const count = columns * rows;
  const problem = {
    types: [{ outline: zigzag, rotations: [0] }],
    items: new Array<number>(count).fill(0),
    height: 100 * rows,
  };
  const shapes = prepareShapes(problem, poll);
  const field = new CollisionField(shapes, seed, poll);
  field.bind(shapes.itemTypes, 1);
  const { minX, minY } = shapes.types[0]!.extents[0]!;
  const places = Array.from({ length: count }, (_, i) => {
    const column = Math.floor(i / rows);
    const isSecondHalf = 2 * column >= columns;
    return { x: column * tile - minX + (isSecondHalf ? shift : 0), y: (i % rows) * tile - minY };
  });
  const [{ x, y }] = places.splice(hole, 1) as [{ x: number; y: number }];
  const onOthers = { x: x > 1000 ? places[3]!.x : places[count - 9]!.x, y: y + 0.2 * tile };
  const all = [onOthers, ...places];
  field.put({
    x: Float64Array.from(all, (place) => place.x),
    y: Float64Array.from(all, (place) => Math.min(place.y, 1000 - tile - minY)),
    orientation: new Int32Array(count),
  });
  field.setLength((columns + 1) * tile, false);
  field.kernel.call.resetWeights();
  if (offered.length > 0)
    field.offer(
      Float64Array.from({ length: 2 * count }, (_, i) => (i % 2 ? minY : minX)),
      offered,
    );
  field.kernel.call.sweep();
  for (let passes = 1; passes <= most; passes++) {
    if (field.pass() === 0) return passes;
    field.kernel.call.reweight();
  }
  return most + 1;
}

const seeds = Array.from({ length: 12 }, (_, i) => i + 1);
const axis = (origin: number) => ({ origin, step: tile });
const grids: readonly Stretch[] = [
  { start: 0, grid: { x: axis(0), y: axis(0) } },
  { start: (columns / 2) * tile + shift / 2, grid: { x: axis(shift / 2), y: axis(0) } },
];

for (const [half, hole] of [
  ['first', 7],
  ['second', 43],
] as const) {
  test(`a part finds a hole as wide as itself only with a grid, in the ${half} stretch`, () => {
    const without = seeds.filter((seed) => passesIntoHole(seed, hole, []) <= 40);
    const offered = seeds.filter((seed) => passesIntoHole(seed, hole, grids) <= 40);
    assert.ok(without.length <= 4, `seeds ${without} found it without a grid`);
    assert.equal(offered, seeds);
  });
}

const directions: GravityDirection[] = ['left', 'right', 'top', 'bottom'];

function gridded(gravityDirection: GravityDirection, matchingType: MatchingType, cell = 20): NestRequest {
  const polygons = quadrilaterals(12).map((points, i) => part(points, `${i}`, i % 2 ? [3, 40] : null));
  const isAcross = gravityDirection === 'top' || gravityDirection === 'bottom';
  const sheet = isAcross ? rectangle(90, 900, 7, -9) : rectangle(900, 90, 7, -9);
  return request(polygons, [bin(sheet, { cellWidth: cell, cellHeight: 0.7 * cell })], {
    gravityDirection,
    matchingType,
    allowedRotations: [0, 90, 37],
    ySteps: 2,
    edgeDistance: 1.5,
    reportInterval: 0,
    maximumExecutionTime: 600,
    workLimit: 600,
  });
}

for (const gravity of directions) {
  test(`gravity ${gravity}: solid matching offers the points that pattern matching requires of anchors`, () => {
    const of = (matchingType: MatchingType) => {
      const problem = new Problem(gridded(gravity, matchingType), searchDetail);
      const { shapes, sheets } = problem;
      const variants = shapes.map((shape) =>
        shape.orientations.map((orientation) => problem.variant(shape, orientation)),
      );
      const { shape } = sheets[0]!;
      const corner = [shape.room.minX - 5, shape.room.minY - 3] as const;
      return {
        lines: linesOf(problem, 0, variants, corner),
        offers: offersOf(problem, [{ shape, corner }], variants),
      };
    };
    const required = of('pattern').lines!;
    const { lines, offers } = of('solid');
    assert.is(lines, null);
    assert.is(of('pattern').offers, null, 'a required grid is also offered');
    const [{ x, y }] = offers!.grids as [Stretch['grid']];
    offers!.anchors.forEach((own, type) => {
      own.forEach(([anchorX, anchorY], rotation) => {
        assert.ok(Math.abs(x!.origin - anchorX - required.x!.at[type]![rotation]!) < 1e-6);
        assert.ok(Math.abs(y!.origin - anchorY - required.y!.at[type]![rotation]!) < 1e-6);
      });
    });
    assert.equal([x!.step, y!.step], [required.x!.step, required.y!.step]);

    const outlines = quadrilaterals(12).map((points) => ({
      outline: Float64Array.from(points.flat()),
      rotations: [0, 90, 37],
    }));
    const strip = { types: outlines, items: outlines.map((_, i) => i), height: 1000, lines: required, offers };
    const set = prepareShapes(strip, poll);
    const { crossings } = linesOfStrip(strip, set)!;
    const offered = offersOfStrip(strip, set)!;
    const { grid } = offered.stretch(0);
    offered.anchors.forEach((anchor, i) => {
      const crossing = crossings[i]!;
      const found = (i % 2 ? grid.y : grid.x)!.origin - anchor;
      if (crossing !== 0) assert.ok(Math.abs(found - crossing) < 1e-6 * Math.abs(crossing), `${found}, ${crossing}`);
    });
  });
}

const paths: Record<string, (sent: NestRequest) => NestRequest> = {
  'a strip': (sent) => sent,
  'a strip with a keep-out': (sent) => ({
    ...sent,
    bins: sent.bins.map((one) => ({ ...one, holes: [part(rectangle(30, 30, 40, 20))] })),
  }),
  'several sheets': (sent) => ({
    ...sent,
    bins: [sent.bins[0]!, sent.bins[0]!, sent.bins[0]!].map((one, i) => ({
      ...one,
      boundary: part(rectangle(95, 99)),
      cellWidth: one.cellWidth && 10 + 5 * i,
    })),
  }),
};

for (const [name, of] of Object.entries(paths)) {
  test(`${name}: the search uses a grid in solid matching, and every layout is sound`, () => {
    const sequence = (cell: number): string => {
      const problem = of(gridded('left', 'solid', cell));
      const { solutions } = nest(problem);
      for (const solution of solutions) assert.equal(complaints(problem, solution), []);
      return JSON.stringify(solutions.map(({ placements }) => placements));
    };
    assert.is.not(sequence(20), sequence(0));
  });
}

test('without a cell size no grid is offered', () => {
  const problem = new Problem(gridded('left', 'solid', 0), searchDetail);
  assert.is(offersOf(problem, [], []), null);
});

test.run();
