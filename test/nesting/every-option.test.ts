/** Every option of a request has an effect in every search. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import { geneticSearch } from '../../src/nesting/construct/genetic.js';
import type { Search, SearchContext } from '../../src/nesting/construct/search.js';
import type { NestRequest, Polygon, SolverEvent } from '../../src/nesting/request.js';
import { bounds, complaints, gapsToGrid, placedOutline } from './judge.js';
import { bin, nest, type Outcome, type Points, part, quadrilaterals, rectangle, request } from './nest.js';

const hide: Points = [
  [20, 0],
  [150, 12],
  [290, 0],
  [320, 60],
  [300, 118],
  [160, 130],
  [15, 112],
  [0, 50],
];
/** Other orientations for each part. */
const manyOrientations = (i: number): number[] => Array.from({ length: 20 }, (_, k) => 20 * i + k);

const parts: Polygon[] = quadrilaterals(7).map((points, i) => part(points, `${i}`, i % 2 ? [4, 9] : null));
const wide = { cellWidth: 24, cellHeight: 15 };
const plain = { mutationRate: 0.1, populationSize: 10, workLimit: 80, reportInterval: 0, maximumExecutionTime: 600 };

/** A request for each of the searches. */
const searches: Record<string, NestRequest> = {
  'a strip': request(parts, [bin(rectangle(500, 90))], plain),
  'a strip with a keep-out': request(parts, [bin(rectangle(500, 90), { holes: [rectangle(20, 20, 30, 35)] })], plain),
  sheets: request(
    parts,
    [0, 1, 2].map((i) => bin(rectangle(150 + i, 95))),
    plain,
  ),
  'a hide': request(parts, [bin(hide, { holes: [rectangle(12, 12, 140, 60)] })], plain),
  'a grid': request(parts, [bin(rectangle(500, 90), wide)], { ...plain, matchingType: 'pattern' }),
  'grids of several sheets': request(parts, [bin(rectangle(200, 95), wide), bin(rectangle(210, 95), wide)], {
    ...plain,
    matchingType: 'pattern',
  }),
  // The genetic search has only these left.
  'sheets of different grids': request(
    parts,
    [
      bin(rectangle(150, 95), wide),
      bin(rectangle(110, 95), { cellWidth: 21, cellHeight: 15 }),
      bin(rectangle(150, 95), wide),
    ],
    { ...plain, matchingType: 'pattern' },
  ),
  'many orientations': request(
    parts.map((polygon, i) => ({ ...polygon, allowedRotations: manyOrientations(i) })),
    [bin(rectangle(500, 90))],
    plain,
  ),
};

interface Tried {
  readonly problem: NestRequest;
  readonly outcome: Outcome;
  /** The outcome of the same request without the option. */
  readonly without: Outcome & { readonly problem: NestRequest };
}

interface Option {
  readonly of: (sent: NestRequest) => Partial<NestRequest>;
  /** Whether the option's effect shows in the layouts. */
  readonly shows: (tried: Tried) => boolean;
}

/** The option sets a rule: the layout with it keeps the rule, and the layout without it does not. */
const isRule = ({ problem, without }: Tried): boolean => complaints(problem, without.last).length > 0;
const last = ({ outcome }: Tried) => outcome.last;
const layouts = ({ solutions }: Outcome): string => JSON.stringify(solutions.map(({ placements }) => placements));
/** The last progress comes whatever the interval. */
const isPeriodic = (event: SolverEvent): boolean => event.type === 'progress' && event.status === 'running';
const boxesOf = ({ problem, outcome }: Tried) =>
  outcome.last.placements.map(({ index, bin: sheet }) => {
    const box = bounds(placedOutline(problem, outcome.last, index));
    const room = bounds(problem.bins[sheet]!.boundary.points);
    return {
      left: box.minX - room.minX,
      right: room.maxX - box.maxX,
      top: box.minY - room.minY,
      bottom: room.maxY - box.maxY,
    };
  });
const gathers = (edge: 'left' | 'right' | 'top' | 'bottom'): Option => ({
  of: () => ({ gravityDirection: edge }),
  // The parts lie closer to this edge than to the opposite one.
  shows: (tried) => {
    const opposite = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const;
    const sum = (side: typeof edge) => boxesOf(tried).reduce((total, box) => total + box[side], 0);
    return sum(edge) < sum(opposite[edge]);
  },
});
const matches = (matchingType: 'pattern' | 'vertical' | 'horizontal'): Option => ({
  of: ({ bins }) => ({ matchingType, bins: bins.map((sheet) => ({ ...sheet, cellWidth: 17, cellHeight: 13 })) }),
  shows: isRule,
});
/** The fitness of every layout that the genetic search tests, even if it publishes only the first. */
function looks(problem: NestRequest): string {
  const fitness: number[] = [];
  const search: Search = (context, plan) => {
    const offer: SearchContext['offer'] = (layout) => {
      const measures = context.offer(layout);
      fitness.push(measures.fitness);
      return measures;
    };
    geneticSearch(Object.create(context, { offer: { value: offer } }), plan);
  };
  nest(problem, { search });
  return fitness.join();
}
const changes = (change: Partial<NestRequest>): Option => ({
  of: () => change,
  // For the overlap searches, breadth.test.ts shows the effect; they need more parts for it.
  shows: ({ problem, without }) => looks(problem) !== looks(without.problem),
});
const long = { id: 'long', origin: null, points: rectangle(9, 70) };
const hook: Points = [
  [0, 0],
  [40, 0],
  [40, 12],
  [12, 12],
  [12, 60],
  [0, 60],
];

const options: Record<string, Option> = {
  minDistance: { of: () => ({ minDistance: 6 }), shows: isRule },
  edgeDistance: { of: () => ({ edgeDistance: 5 }), shows: isRule },
  allowedRotations: {
    of: ({ polygons }) => ({
      allowedRotations: [90],
      polygons: polygons.map(({ allowedRotations: _, ...rest }) => rest),
    }),
    shows: (tried) => isRule(tried) && last(tried).placements.every(({ rotation }) => rotation === 90),
  },
  'polygons[].allowedRotations': {
    of: ({ polygons }) => ({ polygons: polygons.with(2, { ...polygons[2]!, allowedRotations: [270] }) }),
    shows: (tried) => isRule(tried) && last(tried).placements.some(({ rotation }) => rotation === 270),
  },
  'polygons[].quantity': {
    of: ({ polygons }) => ({ polygons: polygons.with(0, { ...polygons[0]!, quantity: 3 }) }),
    shows: (tried) => last(tried).placements.filter(({ index }) => index === 0).length === 3,
  },
  'polygons[].mirror': {
    of: ({ polygons }) => ({ polygons: [...polygons, { ...part(hook), quantity: 8, mirror: true }] }),
    shows: (tried) => last(tried).placements.some(({ mirrored }) => mirrored),
  },
  'polygons[].holes': {
    of: ({ polygons }) => ({
      polygons: [...polygons, { ...part(rectangle(80, 80), 'frame'), holes: [part(rectangle(74, 74, 3, 3))] }],
      workLimit: 300,
    }),
    // The box of the opening contains the box of some part.
    shows: ({ problem, outcome }) => {
      const frame = outcome.last.placements.find(({ id }) => id === 'frame');
      if (!frame) return false;
      const around = bounds(placedOutline(problem, outcome.last, frame.index));
      return outcome.last.placements.some(({ id, index, bin: sheet }) => {
        const box = bounds(placedOutline(problem, outcome.last, index));
        return (
          id !== 'frame' &&
          sheet === frame.bin &&
          box.minX > around.minX &&
          box.maxX < around.maxX &&
          box.minY > around.minY &&
          box.maxY < around.maxY
        );
      });
    },
  },
  'polygons[].priority': {
    // Half of the parts have room, and the parts of higher priority get it.
    of: ({ polygons }) => ({
      polygons: [...polygons.map((polygon) => ({ ...polygon, quantity: 12 })), { ...long, quantity: 2, priority: 5 }],
    }),
    shows: (tried) => last(tried).unplaced.length > 0 && !last(tried).unplaced.includes('long'),
  },
  'polygons[].origin': {
    of: ({ polygons, bins }) => ({
      polygons: polygons.map((polygon, i) => ({ ...polygon, origin: [i + 0.5, 3] as const })),
      matchingType: 'pattern',
      bins: bins.map((sheet) => ({ ...sheet, cellWidth: 17, cellHeight: 13 })),
    }),
    shows: isRule,
  },
  'polygons[].spacing': {
    of: ({ polygons }) => ({ polygons: polygons.with(4, { ...polygons[4]!, spacing: 9 }) }),
    shows: isRule,
  },
  'polygons[].directionGroup': {
    of: ({ polygons }) => ({
      allowedRotations: [0, 180],
      polygons: polygons.map(({ allowedRotations: _, ...rest }, i) => ({ ...rest, directionGroup: i % 2 ? 'a' : 'b' })),
    }),
    // Without the groups, some part of one lies the other way.
    shows: ({ problem }) => {
      const free = { ...problem, polygons: problem.polygons.map((polygon) => ({ ...polygon, directionGroup: '' })) };
      return complaints(problem, nest(free).last).length > 0;
    },
  },
  rotationTolerance: {
    of: () => ({ rotationTolerance: 6, workLimit: 240 }),
    // A part lies at a rotation that is none of the allowed ones. On a required grid, tilt gains nothing in so little work.
    shows: ({ problem, outcome }) =>
      problem.matchingType !== 'solid' || complaints({ ...problem, rotationTolerance: 0 }, outcome.last).length > 0,
  },
  'polygons[].rotationTolerance': {
    of: ({ polygons }) => ({
      rotationTolerance: 1,
      polygons: polygons.map((polygon, i) => ({ ...polygon, rotationTolerance: i === 2 ? 8 : 0 })),
      workLimit: 240,
    }),
    shows: ({ problem, outcome }) => {
      const sent = problem.polygons.map((polygon) => ({ ...polygon, rotationTolerance: 0 }));
      return complaints({ ...problem, polygons: sent }, outcome.last).every((fault) =>
        fault.includes('is not allowed'),
      );
    },
  },
  'bins[].holes': {
    of: ({ bins }) => ({ bins: bins.map((sheet) => ({ ...sheet, holes: [part(rectangle(60, 30, 5, 30))] })) }),
    shows: isRule,
  },
  'bins[].zones, polygons[].quality': {
    of: ({ polygons, bins }) => ({
      polygons: polygons.map((polygon, i) => ({ ...polygon, ...(i % 2 === 0 && { quality: 1 }) })),
      bins: bins.map((sheet) => ({ ...sheet, zones: [{ boundary: part(rectangle(60, 60, 5, 15)), quality: 2 }] })),
    }),
    shows: isRule,
  },
  'polygons[].zones': {
    of: ({ polygons, bins }) => ({
      polygons: polygons.map((polygon) => ({ ...polygon, zones: [{ boundary: part(rectangle(15, 40)), quality: 1 }] })),
      bins: bins.map((sheet) => ({ ...sheet, zones: [{ boundary: part(rectangle(60, 60, 5, 15)), quality: 2 }] })),
    }),
    shows: isRule,
  },
  'bins[].quality': {
    of: ({ polygons, bins }) => ({
      polygons: polygons.map((polygon) => ({ ...polygon, quality: 1 })),
      bins: bins.map((sheet) => ({
        ...sheet,
        quality: 2,
        zones: [{ boundary: part(rectangle(300, 120, 30)), quality: 1 }],
      })),
    }),
    shows: isRule,
  },
  'bins[].cost': {
    // The second sheet costs nothing.
    of: ({ bins }) => ({
      bins: [
        { ...bins[0]!, cost: 5 },
        { ...bins[0]!, cost: 0 },
      ],
      workLimit: 80,
    }),
    shows: (tried) =>
      last(tried).usage.cost !== null && last(tried).placements.some((placement) => placement.bin === 1),
  },
  remnants: {
    of: () => ({ remnants: { leastWidth: 10, leastArea: null } }),
    shows: (tried) => last(tried).usage.sheets.some(({ remnants = [] }) => remnants.length > 0),
  },
  'gravityDirection left': gathers('left'),
  'gravityDirection right': gathers('right'),
  'gravityDirection top': gathers('top'),
  'gravityDirection bottom': gathers('bottom'),
  'matchingType pattern': matches('pattern'),
  'matchingType vertical': matches('vertical'),
  'matchingType horizontal': matches('horizontal'),
  'xSteps and ySteps': {
    of: (sent) => ({ ...matches('pattern').of(sent), xSteps: 3, ySteps: 2 }),
    // All anchors are on the finer grid, but not all on the coarser one.
    shows: ({ problem, outcome }) =>
      outcome.last.placements.some((placement) =>
        gapsToGrid({ ...problem, xSteps: 1, ySteps: 1 }, placement).some((gap) => gap > 1),
      ),
  },
  'optimization area': {
    of: () => ({ optimization: { type: 'area', paperWidth: 50, paperHeight: 50 } }),
    shows: (tried) => last(tried).sheetCount! > 0 && tried.without.last.sheetCount === null,
  },
  locked: {
    of: () => ({ locked: [{ index: 3, bin: 0, position: [72, 30], rotation: 11 }] }),
    shows: isRule,
  },
  warmStart: {
    of: ({ polygons }) => {
      const rotation = polygons[6]!.allowedRotations?.[0] ?? 0;
      return { warmStart: [{ index: 6, bin: 0, position: [96, 30], rotation }], workLimit: 0 };
    },
    shows: ({ outcome: { solutions } }) =>
      solutions[0]!.placements.some(
        ({ index, position }) => index === 6 && Math.hypot(position[0] - 96, position[1] - 30) < 1,
      ),
  },
  targetUtilisation: {
    of: () => ({ targetUtilisation: 0.01, reportInterval: 1000 }),
    shows: ({ outcome }) => outcome.end === 'target',
  },
  workLimit: {
    of: () => ({ workLimit: 3 }),
    shows: ({ outcome }) => outcome.end === 'work_limit' && outcome.last.tested <= 3,
  },
  maximumExecutionTime: {
    of: () => ({ workLimit: null, maximumExecutionTime: 0.05, reportInterval: 1000 }),
    shows: ({ outcome }) => outcome.end === 'time_limit',
  },
  reportInterval: {
    of: () => ({ workLimit: null, maximumExecutionTime: 0.4, reportInterval: 1e-3 }),
    shows: ({ outcome, without }) => outcome.events.filter(isPeriodic).length > 3 && !without.events.some(isPeriodic),
  },
  populationSize: changes({ populationSize: 2 }),
  mutationRate: changes({ mutationRate: 0.8 }),
  'mutationRate 0': changes({ mutationRate: 0 }),
  seed: {
    of: () => ({ workLimit: 300 }),
    shows: ({ problem }) => {
      const [first, ...others] = [1, 2, 3, 4, 1].map((seed) => layouts(nest(problem, { seed })));
      return others.at(-1) === first && others.some((other) => other !== first);
    },
  },
};

for (const [name, sent] of Object.entries(searches)) {
  const without = { ...nest(sent), problem: sent };
  for (const [option, { of, shows }] of Object.entries(options)) {
    test(`${name}: ${option}`, () => {
      const problem = { ...sent, ...of(sent) };
      assert.equal(checkNestRequest(problem).problems, []);
      const outcome = nest(problem);
      for (const solution of outcome.solutions) assert.equal(complaints(problem, solution), []);
      assert.ok(shows({ problem, outcome, without }), 'the option has no effect');
    });
  }
}

test.run();
