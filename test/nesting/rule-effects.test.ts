/**
 * Six rules of cloth in all pairs, each by its effect: without one of the two rules, the search lays out what that rule forbids, or
 * lays out less than it permits. The independent judge tells the difference, so it judges both rules of each pair.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import type { NestRequest, Polygon, Solution } from '../../src/nesting/request.js';
import { halfPart } from './half-part.js';
import { complaints } from './judge.js';
import { bin, nest, part, rectangle, request } from './nest.js';

interface Rule {
  readonly add: (problem: NestRequest) => NestRequest;
  /** The same parts on the same sheet without it. */
  readonly drop: (problem: NestRequest) => NestRequest;
  /** Whether it permits more, and forbids nothing. */
  readonly permits: boolean;
}

const width = 140;

const changed = (problem: NestRequest, at: readonly number[], by: Partial<Polygon>): NestRequest => ({
  ...problem,
  polygons: problem.polygons.map((polygon, i) => (at.includes(i) ? { ...polygon, ...by } : polygon)),
});

const without = (problem: NestRequest, ...names: readonly (keyof Polygon)[]): NestRequest => ({
  ...problem,
  polygons: problem.polygons.map((polygon) => {
    const kept = Object.entries(polygon).filter(([name]) => !names.includes(name as keyof Polygon));
    return Object.fromEntries(kept) as unknown as Polygon;
  }),
});

const turned = (points: readonly Point[], degrees: number): Point[] => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return points.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]);
};

/** Too high for the sheet as it leans. */
const lath = part(turned(rectangle(40, 138), 5));
/** Two of them make a square, if one is upside down. */
const triangle: readonly Point[] = [
  [0, 0],
  [100, 0],
  [0, 100],
];
const [frame, core, ...triangles] = [0, 1, 2, 3];

const rules: Readonly<Record<string, Rule>> = {
  tilt: {
    permits: true,
    add: (problem) => ({ ...problem, rotationTolerance: 6, polygons: [...problem.polygons, lath] }),
    drop: (problem) => ({ ...problem, rotationTolerance: 0 }),
  },
  group: {
    permits: false,
    add: (problem) => changed(problem, triangles, { directionGroup: 'nap' }),
    drop: (problem) => without(problem, 'directionGroup'),
  },
  spacing: {
    permits: false,
    add: (problem) => changed(problem, triangles, { spacing: 9 }),
    drop: (problem) => without(problem, 'spacing'),
  },
  holes: {
    permits: true,
    add: (problem) => changed(problem, [frame], { holes: [part(rectangle(80, 80, 10, 10))] }),
    drop: (problem) => without(problem, 'holes'),
  },
  stripes: {
    permits: false,
    add: (problem) => ({
      ...changed(problem, [frame, core], { matchPoints: [{ name: 'side', at: [0, 0] }] }),
      fabric: { repeatX: 14, repeatY: null, offsetX: 3, offsetY: 0, matchTolerance: 1 },
      match: [
        {
          name: 'side',
          points: [frame, core].map((index) => ({ part: index, point: 'side' })),
          axis: 'x',
          phaseX: null,
          phaseY: null,
        },
      ],
    }),
    drop: (problem) => {
      const { fabric, match, ...rest } = without(problem, 'matchPoints');
      return rest;
    },
  },
  fold: {
    permits: false,
    add: (problem) => ({ ...problem, clothForm: 'folded', polygons: [...problem.polygons, halfPart] }),
    drop: (problem) => ({ ...without(problem, 'foldLine'), clothForm: 'open' }),
  },
};

const plain = request(
  [part(rectangle(100, 100)), part(rectangle(60, 60)), part(triangle), part(triangle)],
  [bin(rectangle(900, width))],
  {
    gravityDirection: 'left',
    allowedRotations: [0, 180],
    workLimit: 60,
    reportInterval: 0,
    maximumExecutionTime: 600,
  },
);

function solved(problem: NestRequest): Solution {
  assert.equal(checkNestRequest(problem).problems, []);
  const { solutions, last } = nest(problem);
  for (const solution of solutions) assert.equal(complaints(problem, solution), []);
  return last;
}

const names = Object.keys(rules);
for (const [i, first] of names.entries()) {
  for (const second of names.slice(i + 1)) {
    const pair = [first, second];
    test(`${first} and ${second}: both have their effect`, () => {
      const both = pair.reduce((problem, name) => rules[name]!.add(problem), plain);
      const layout = solved(both);
      assert.equal(layout.unplaced, []);
      for (const name of pair) {
        const { permits, drop } = rules[name]!;
        const loose = drop(both);
        const seen = permits ? complaints(loose, layout) : complaints(both, solved(loose));
        assert.ok(seen.length > 0, `the judge misses ${name}`);
      }
    });
  }
}

test.run();
