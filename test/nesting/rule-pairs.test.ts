/** Rules of cloth alone and in pairs: each layout keeps both. */

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import type { NestRequest, Polygon } from '../../src/nesting/request.js';
import { outline } from '../geometry/random-outline.js';
import { complaints } from './judge.js';
import { bin, nest, part, rectangle, request } from './nest.js';

type Rule = (request: NestRequest) => NestRequest;

const withParts = (problem: NestRequest, of: (polygon: Polygon, i: number) => Partial<Polygon>): NestRequest => ({
  ...problem,
  polygons: problem.polygons.map((polygon, i) => ({ ...polygon, ...of(polygon, i) })),
});

/** A half of a piece, whose fold line is its upper side. */
const half: Polygon = {
  ...part([
    [0, 0],
    [60, 0],
    [52, 30],
    [10, 34],
  ]),
  foldLine: [
    [0, 0],
    [60, 0],
  ],
  quantity: 2,
};

/** As long and as wide as the sheet. */
const hide: readonly Point[] = [
  [60, 0],
  [640, 8],
  [700, 50],
  [660, 130],
  [400, 120],
  [90, 140],
  [0, 80],
];

/** Folds are sides of rectangles. */
const excluding = ['hide fold', 'hide tubular', 'fold hide', 'tubular hide'];

const rules: Record<string, Rule> = {
  tilt: (problem) => ({ ...problem, rotationTolerance: 6, workLimit: 30 }),
  group: (problem) => withParts(problem, (_, i) => ({ directionGroup: `${i % 2}` })),
  spacing: (problem) => withParts(problem, (_, i) => (i === 0 ? { spacing: 12 } : {})),
  distance: (problem) => ({ ...problem, minDistance: 4, edgeDistance: 3 }),
  // Outlines are stars about their middle, so a smaller copy is an opening.
  openings: (problem) =>
    withParts(problem, ({ points, foldLine }, i) =>
      i % 2 === 0 && !foldLine ? { holes: [part(points.map(([x, y]): Point => [0.7 * x, 0.7 * y]))] } : {},
    ),
  stripes: (problem) => ({
    ...withParts(problem, ({ points }) => ({ matchPoints: [{ name: 'm', at: points[1]! }] })),
    // The folds lie in the middle of a repeat, and tubular cloth is five repeats wide.
    fabric: { repeatX: 31, repeatY: 28, offsetX: 4, offsetY: 14, matchTolerance: 1 },
    match: [
      {
        name: 'a',
        points: [0, 1].map((index) => ({ part: index, point: 'm' })),
        axis: 'both',
        phaseX: null,
        phaseY: null,
      },
      { name: 'b', points: [2, 3].map((index) => ({ part: index, point: 'm' })), axis: 'y', phaseX: null, phaseY: 5 },
    ],
  }),
  fold: (problem) => ({ ...problem, clothForm: 'folded', polygons: [...problem.polygons, half] }),
  tubular: (problem) => ({ ...problem, clothForm: 'tubular', polygons: [...problem.polygons, half] }),
  hide: (problem) => ({
    ...problem,
    bins: problem.bins.map((sheet) => ({ ...sheet, boundary: part(hide) })),
  }),
  costs: (problem) => ({
    ...problem,
    bins: problem.bins.flatMap((sheet) => [
      { ...sheet, cost: 20 },
      { ...sheet, costPerLength: 0.1 },
    ]),
  }),
  zones: (problem) => ({
    ...withParts(problem, (_, i) => ({ quality: 1 + (i % 2) })),
    bins: problem.bins.map((sheet) => ({
      ...sheet,
      zones: [
        { boundary: part(rectangle(70, 60, 30, 60)), quality: 2 },
        { boundary: part(rectangle(50, 40, 150, 0)), quality: 3 },
      ],
    })),
  }),
  'keep-outs': (problem) => ({
    ...problem,
    bins: problem.bins.map((sheet) => ({ ...sheet, holes: [part(rectangle(40, 30, 60, 40))] })),
  }),
  mirror: (problem) => withParts(problem, () => ({ mirror: true })),
};

const base: fc.Arbitrary<NestRequest> = fc
  .record({
    shapes: fc.array(outline(40, 4), { minLength: 4, maxLength: 4 }),
    gravityDirection: fc.constantFrom('left' as const, 'right' as const),
    type: fc.constantFrom('length' as const, 'area' as const),
  })
  .map(({ shapes, type, ...rest }) => {
    const polygons = shapes.map(
      (ring): Polygon => ({
        ...part(Array.from({ length: ring.length / 2 }, (_, i): Point => [ring[2 * i]!, ring[2 * i + 1]!])),
        quantity: 2,
      }),
    );
    return request(polygons, [bin(rectangle(700, 140))], {
      ...rest,
      allowedRotations: [0, 180],
      optimization: { type, paperWidth: null, paperHeight: null },
      workLimit: 8,
      reportInterval: 0,
      maximumExecutionTime: 600,
    });
  });

const runs = Number(process.env.FUZZ_RUNS ?? 2);
const names = Object.keys(rules);
for (const [i, first] of names.entries()) {
  for (const second of names.slice(i)) {
    const pair = first === second ? first : `${first} ${second}`;
    if (excluding.includes(pair)) {
      test(`${pair}: refused`, () => {
        const [plain] = fc.sample(base, { numRuns: 1, seed: 3 });
        assert.ok(checkNestRequest(rules[second]!(rules[first]!(plain!))).problems.length > 0);
      });
      continue;
    }
    test(`${pair}: every layout keeps to it`, () => {
      let solved = 0;
      fc.assert(
        fc.property(base, (plain) => {
          const once = rules[first]!(plain);
          const problem = first === second ? once : rules[second]!(once);
          const codes = checkNestRequest(problem).problems.map(({ code }) => code);
          fc.pre(codes.length === 0);
          for (const solution of nest(problem).solutions) assert.equal(complaints(problem, solution), []);
          solved++;
        }),
        { numRuns: runs, seed: Number(process.env.FUZZ_SEED ?? 1 + names.indexOf(second)) },
      );
      assert.ok(solved > 0);
    });
  }
}

/** Rules that only allow more. */
const permissions = ['openings', 'mirror', 'costs'];

test('the judge sees where a layout without a rule breaks it', () => {
  const [plain] = fc.sample(base, { numRuns: 1, seed: 7 });
  for (const name of names.filter((one) => !permissions.includes(one))) {
    const ruled = rules[name]!(plain!);
    const { polygons } = ruled;
    const loose = {
      ...request(
        polygons.map(({ points, id, origin, quantity }) => ({ points, id, origin, quantity: quantity! })),
        plain!.bins,
      ),
      allowedRotations: name === 'tilt' ? [20] : [0, 180],
      workLimit: 20,
    };
    assert.ok(complaints(ruled, nest(loose).last).length > 0, name);
  }
});

test.run();
