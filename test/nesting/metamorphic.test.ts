/** A problem packs as densely after it is moved, rotated, mirrored, reordered, or sent in other units. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import type { Bin, NestRequest, Polygon, Polyline } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, rectangle, request } from './nest.js';

/** Quadrilaterals and brackets, eighteen in all. */
const shapes = Array.from({ length: 18 }, (_, i): Points => {
  const [a, b, c] = [(i * 37) % 17, (i * 53) % 23, (i * 29) % 13];
  if (i % 3 === 0)
    return [
      [0, 0],
      [30 + b, 0],
      [30 + b, 10],
      [10, 10 + c],
      [10, 40 + a],
      [0, 40 + a],
    ];
  return [
    [0, a],
    [30 + b, 0],
    [25 + c, 30 + a],
    [b / 3, 20 + c],
  ];
});
const onStrip = request(
  shapes.map((points) => part(points)),
  [bin(rectangle(900, 100))],
  {
    allowedRotations: [0, 180],
    minDistance: 1,
    workLimit: 2000,
    populationSize: 10,
    mutationRate: 0.1,
  },
);
const keepOut = rectangle(30, 20, 40, 30);
const onSheets: NestRequest = {
  ...onStrip,
  bins: [bin(rectangle(100, 80), { holes: [keepOut] }), bin(rectangle(100, 80)), bin(rectangle(200, 100))],
  workLimit: 2000,
};

type Map = (p: Point) => Point;

function mapped(problem: NestRequest, map: Map, over: Partial<NestRequest> = {}): NestRequest {
  const line = <T extends Polyline>(polyline: T): T => ({ ...polyline, points: polyline.points.map(map) });
  const polygons = problem.polygons.map((polygon): Polygon => line(polygon));
  const bins = problem.bins.map((one): Bin => ({ ...one, boundary: line(one.boundary), holes: one.holes.map(line) }));
  return { ...problem, polygons, bins, ...over };
}

const metamorphoses: Record<string, (problem: NestRequest) => NestRequest> = {
  elsewhere: (problem) => mapped(problem, ([x, y]) => [x + 12_345.5, y - 777]),
  'rotated by 90 degrees': (problem) => mapped(problem, ([x, y]) => [-y, x], { gravityDirection: 'top' }),
  'rotated by 180 degrees': (problem) => mapped(problem, ([x, y]) => [-x, -y], { gravityDirection: 'right' }),
  mirrored: (problem) => mapped(problem, ([x, y]) => [x, -y]),
  'in other units': (problem) => mapped(problem, ([x, y]) => [25.4 * x, 25.4 * y], { minDistance: 25.4 }),
  'in another order': (problem) => ({
    ...problem,
    polygons: problem.polygons.map((_, i, all) => all[(7 * i + 3) % all.length]!),
  }),
};

function outcome(problem: NestRequest) {
  const { last } = nest(problem);
  assert.equal(complaints(problem, last), []);
  return { left: last.unplaced.length, sheets: last.usage.sheets.length, utilisation: last.utilisation };
}

for (const [what, base, noise] of [
  ['a strip', onStrip, 0.03],
  ['sheets', onSheets, 0.06],
] as const) {
  const before = outcome(base);
  for (const [name, change] of Object.entries(metamorphoses)) {
    test(`${what} ${name}: just as dense, within ${100 * noise} %`, () => {
      const after = outcome(change(base));
      assert.is(after.left, before.left);
      assert.is(after.sheets, before.sheets);
      assert.ok(
        Math.abs(after.utilisation - before.utilisation) < noise,
        `${after.utilisation}, ${before.utilisation}`,
      );
    });
  }
}

/** A square cut into rectangles by guillotine cuts. */
function dissection(seed: number, pieces: number): [number, number][] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const parts: [number, number][] = [[100, 100]];
  while (parts.length < pieces) {
    parts.sort((a, b) => b[0] * b[1] - a[0] * a[1]);
    const [w, h] = parts.shift()!;
    const share = 0.3 + 0.4 * random();
    if (w > h) parts.push([Math.round(w * share), h], [w - Math.round(w * share), h]);
    else parts.push([w, Math.round(h * share)], [w, h - Math.round(h * share)]);
  }
  return parts;
}

test('a puzzle of rectangles that fill a square exactly is solved', () => {
  for (const seed of [1, 2, 3, 4]) {
    const pieces = dissection(seed, 7).map(([w, h]) => part(rectangle(w, h)));
    const problem = request(pieces, [bin(rectangle(100, 100))], { workLimit: 20_000, reportInterval: 0 });
    const { last } = nest(problem);
    assert.equal(complaints(problem, last), []);
    assert.is(last.unplaced.length, 0, `puzzle ${seed}`);
    assert.ok(last.utilisation > 1 - 1e-6, `puzzle ${seed}: ${last.utilisation}`);
  }
});

test.run();
