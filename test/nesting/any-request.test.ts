/** Random requests with every option: every solution must be sound. */

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import type { NestRequest, Polygon } from '../../src/nesting/request.js';
import { outline } from '../geometry/random-outline.js';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, rectangle, request } from './nest.js';

const points = (radius: number, grid: number): fc.Arbitrary<Points> =>
  outline(radius, grid).map((ring) =>
    Array.from({ length: ring.length / 2 }, (_, i): Point => [ring[2 * i]!, ring[2 * i + 1]!]),
  );

const requests: fc.Arbitrary<NestRequest> = fc
  .record({
    shapes: fc.array(points(60, 5), { minLength: 1, maxLength: 4 }),
    copies: fc.integer({ min: 1, max: 3 }),
    sheets: fc.array(
      fc.oneof(
        fc
          .tuple(fc.integer({ min: 60, max: 400 }), fc.integer({ min: 60, max: 300 }))
          .map(([w, h]) => rectangle(w, h, 13, -7)),
        points(250, 10),
      ),
      { minLength: 1, maxLength: 2 },
    ),
    holes: fc.array(points(40, 10), { maxLength: 2 }),
    minDistance: fc.constantFrom(0, 0, 2.5, 11),
    edgeDistance: fc.constantFrom(0, 0, 3.3),
    curveTolerance: fc.constantFrom(0, 1),
    matchingType: fc.constantFrom('solid' as const, 'pattern' as const, 'vertical' as const),
    cell: fc.constantFrom([0, 0], [25, 0], [30, 20], [0, 7.3]),
    gravityDirection: fc.constantFrom('left' as const, 'right' as const, 'top' as const, 'bottom' as const),
    allowedRotations: fc.constantFrom([0], [0, 180], [0, 90, 180, 270], [37.5], [10, 55, 100, 145, 251.3]),
    type: fc.constantFrom('length' as const, 'area' as const),
    scale: fc.constantFrom(1, 1, 1e-3, 1e6, 0.377),
    withOrigin: fc.boolean(),
    withOpenings: fc.boolean(),
    mirror: fc.constantFrom(false, false, true),
    ownRotations: fc.constantFrom(null, null, [90, 180], [12.5]),
    priority: fc.constantFrom(0, 1),
    spacing: fc.constantFrom(0, 0, 6, 30),
    groups: fc.constantFrom(0, 0, 1, 2),
    rotationTolerance: fc.constantFrom(0, 0, 2, 9),
    ownTolerance: fc.constantFrom(null, null, 0, 4.5),
  })
  .map(({ shapes, copies, sheets, holes, cell, type, scale, withOrigin, ...rest }) => {
    const { withOpenings, mirror, ownRotations, priority, spacing, groups, ownTolerance, ...options } = rest;
    const sized = (list: Points): Points => list.map(([x, y]): Point => [x * scale, y * scale]);
    const polygons = shapes.flatMap((shape, i) =>
      Array.from({ length: copies }, (_, k): Polygon => {
        const group = groups > 0 && { directionGroup: `${i % groups}` };
        const plain = { ...part(sized(shape), `${i}`, withOrigin ? [7 * k * scale, -90 * scale] : null), ...group };
        if (i > 0) return { ...plain, mirror, ...(i > 1 && { spacing: (spacing / 2) * scale }) };
        const own = ownRotations && groups === 0 && { allowedRotations: ownRotations };
        // The outlines are stars about their middle, so a smaller copy is an opening.
        const opening = shape.map(([x, y]): Point => [0.8 * x, 0.8 * y]);
        const holes = withOpenings && { holes: [part(sized(opening))] };
        return {
          ...plain,
          ...own,
          priority,
          spacing: spacing * scale,
          quantity: 2,
          ...holes,
          ...(ownTolerance !== null && { rotationTolerance: ownTolerance }),
        };
      }),
    );
    const bins = sheets.map((sheet) =>
      bin(sized(sheet), { holes: holes.map(sized), cellWidth: cell[0]! * scale, cellHeight: cell[1]! * scale }),
    );
    return request(polygons, bins, {
      ...options,
      minDistance: options.minDistance * scale,
      edgeDistance: options.edgeDistance * scale,
      curveTolerance: options.curveTolerance * scale,
      optimization: { type, paperWidth: null, paperHeight: null },
      workLimit: options.rotationTolerance > 0 ? 12 : 5,
    });
  });

test('every solution of any request is sound and improves on the one before', () => {
  let placed = 0;
  let left = 0;
  fc.assert(
    fc.property(requests, (problem) => {
      fc.pre(checkNestRequest(problem).problems.length === 0);
      const { solutions } = nest(problem);
      assert.ok(solutions.length > 0);
      solutions.forEach((solution, i) => {
        assert.equal(complaints(problem, solution), []);
        if (i > 0) assert.ok(solution.fitness < solutions[i - 1]!.fitness);
        placed += solution.placements.length;
        left += solution.unplaced.length;
      });
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 120), seed: Number(process.env.FUZZ_SEED ?? 1) },
  );
  assert.ok(placed > left, `${placed} parts placed, ${left} left over`);
});

test.run();
