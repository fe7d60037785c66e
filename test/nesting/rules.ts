/** Rules of cloth for property tests, each a change of a random problem. */

import fc from 'fast-check';
import type { Point } from '../../src/geometry/point.js';
import type { Match, NestRequest, Polygon } from '../../src/nesting/request.js';
import { outline } from '../geometry/random-outline.js';
import { halfPart } from './half-part.js';
import { bin, part, rectangle, request } from './nest.js';

export type Rule = (request: NestRequest) => NestRequest;

const withParts = (problem: NestRequest, of: (polygon: Polygon, i: number) => Partial<Polygon>): NestRequest => ({
  ...problem,
  polygons: problem.polygons.map((polygon, i) => ({ ...polygon, ...of(polygon, i) })),
});

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

/** Folds come first, so that all other rules hold for the half part as well. */
export const rules: Record<string, Rule> = {
  fold: (problem) => ({
    ...problem,
    clothForm: 'folded',
    polygons: [...problem.polygons, { ...halfPart, quantity: 2 }],
  }),
  tubular: (problem) => ({
    ...problem,
    clothForm: 'tubular',
    polygons: [...problem.polygons, { ...halfPart, quantity: 2 }],
  }),
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
      // With the half part, where there is one.
      ...problem.polygons.slice(4, 5).map(
        (): Match => ({
          name: 'c',
          points: [0, 4].map((index) => ({ part: index, point: 'm' })),
          axis: 'both',
          phaseX: null,
          phaseY: null,
        }),
      ),
    ],
  }),
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
  'part zones': (problem) => ({
    ...withParts(problem, ({ points }) => ({
      quality: 3,
      zones: [{ boundary: part(points.map(([x, y]): Point => [0.5 * x, 0.5 * y])), quality: 1 }],
    })),
    bins: problem.bins.map((sheet) => ({
      ...sheet,
      zones: [...(sheet.zones ?? []), { boundary: part(rectangle(60, 70, 100, 70)), quality: 2 }],
    })),
  }),
  remnants: (problem) => ({ ...problem, remnants: { leastWidth: 15, leastArea: null } }),
  'keep-outs': (problem) => ({
    ...problem,
    bins: problem.bins.map((sheet) => ({ ...sheet, holes: [part(rectangle(40, 30, 60, 40))] })),
  }),
  mirror: (problem) => withParts(problem, () => ({ mirror: true })),
};

/** Four random shapes, two copies of each, on one sheet. */
export const base: fc.Arbitrary<NestRequest> = fc
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
