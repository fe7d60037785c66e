/** Small requests for the tests, and the events of their solving. */

import type { Point } from '../../src/geometry/point.js';
import type { Search } from '../../src/nesting/construct/search.js';
import type {
  Bin,
  NestRequest,
  Polygon,
  Polyline,
  Solution,
  SolveEnd,
  SolverEvent,
} from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { rectangle } from '../rectangle.js';

export type Points = readonly Point[];

export { rectangle };

/** Four outlines of which no two fit together without a gap. */
export const slantedOutlines: readonly Points[] = [
  [
    [0, 0],
    [90, 10],
    [70, 60],
    [10, 50],
  ],
  [
    [0, 0],
    [60, 0],
    [80, 40],
    [20, 70],
  ],
  [
    [0, 0],
    [120, 0],
    [100, 30],
    [60, 20],
    [20, 30],
  ],
  [
    [0, 0],
    [50, 5],
    [45, 110],
    [10, 100],
  ],
];

export const part = (points: Points, id = '', origin: Point | null = null): Polyline => ({ id, points, origin });

export const bin = (
  boundary: Points,
  more: { holes?: Points[]; cellWidth?: number; cellHeight?: number; cost?: number; costPerLength?: number } = {},
): Bin => ({
  boundary: part(boundary),
  holes: (more.holes ?? []).map((points) => part(points)),
  cellWidth: more.cellWidth ?? 0,
  cellHeight: more.cellHeight ?? 0,
  ...(more.cost !== undefined && { cost: more.cost }),
  ...(more.costPerLength !== undefined && { costPerLength: more.costPerLength }),
});

/** A request without distances, and with little work, or else little time. `over` sets other fields. */
export function request(
  polygons: readonly Polygon[],
  bins: readonly Bin[],
  over: Partial<NestRequest> = {},
): NestRequest {
  return {
    polygons,
    bins,
    minDistance: 0,
    edgeDistance: 0,
    curveTolerance: 0,
    matchingType: 'solid',
    gravityDirection: 'left',
    xSteps: 1,
    ySteps: 1,
    allowedRotations: [0],
    optimization: { type: 'length', paperWidth: null, paperHeight: null },
    populationSize: 4,
    mutationRate: 0.2,
    reportInterval: 1000,
    // work ends a search; a limit that a busy machine meets would end it earlier
    maximumExecutionTime: over.workLimit === null ? 20 : 600,
    instances: 1,
    seed: 1,
    workLimit: 12,
    ...over,
  };
}

export interface Outcome {
  readonly end: SolveEnd;
  readonly events: readonly SolverEvent[];
  readonly solutions: readonly Solution[];
  readonly last: Solution;
}

export function nest(
  problem: NestRequest,
  options: {
    seed?: number;
    startFrom?: Solution;
    elapsedBefore?: number;
    stopAfter?: number;
    search?: Search;
    clock?: () => number;
  } = {},
): Outcome {
  const events: SolverEvent[] = [];
  const { stopAfter = Infinity, seed = 1, search, ...rest } = options;
  const shouldStop = () => events.length >= stopAfter;
  const end = solve(problem, { seed, shouldStop, emit: (event) => events.push(event), ...rest }, search);
  const solutions = events.flatMap((event) => (event.type === 'solution' ? [event.solution] : []));
  return { end, events, solutions, last: solutions[solutions.length - 1]! };
}

/** Quadrilaterals of different shapes, in no order that packs well at once. */
export function quadrilaterals(count: number): Points[] {
  return Array.from({ length: count }, (_, i): Points => {
    const [a, b, c] = [(i * 37) % 17, (i * 53) % 23, (i * 29) % 13];
    return [
      [0, a],
      [30 + b, 0],
      [25 + c, 30 + a],
      [b / 3, 20 + c],
    ];
  });
}
