/** Checks layouts as a client that trusts nobody, and describes their quality. */
import type { nestEvents } from '../../../gateway/json/nest.js';
import type { NestRequest, NestSolution } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { ExactCheck } from '../../nesting/layout/exact-check.js';
import type { Placement } from '../../nesting/request.js';
import { nestRequestOf, placementOf, polygonOf } from '../../services/nest/request.js';
import { CommandError, exitCodes } from '../exit.js';

export const placementsOf = ({ placements }: NestSolution): Placement[] =>
  placements.map((placement) => ({ ...placementOf(placement), id: placement.id }));

/** @throws CommandError that names the parts with an overlap or too little distance */
export function requireValid(request: NestRequest, placements: readonly Placement[]): void {
  const faults = new ExactCheck(nestRequestOf(request, request.polygons.map(polygonOf))).faults(placements);
  if (faults.length === 0) return;
  const parts = faults.map((fault) => placements[fault]!.id).join(', ');
  throw new CommandError(`The layout is not valid at ${parts}`, { exitCode: exitCodes.failed });
}

/** The result of one part of the demo. */
export interface DemoResult {
  /** The last layout, as a line of `POST /api/v1/nest`. */
  readonly layout: ReturnType<typeof nestEvents.solution.encode>;
  readonly files: readonly string[];
}

export interface DemoRun {
  /** Time limit of the longest search. */
  readonly seconds: number;
  /** Folder for the files. */
  readonly output: string;
  /** Receives the text for people. */
  readonly say: (text: string) => void;
}

/** Lines of a report on a layout in mm; the length of its fabric runs along x. */
export function layoutLines(request: NestRequest, solution: NestSolution, solutions: number): string[] {
  const { placements, unplaced, usage } = solution;
  const heights = request.bins[0]!.boundary!.points.map(({ y }) => y);
  const width = Math.max(...heights) - Math.min(...heights);
  const density = usage!.partArea / (usage!.length * width);
  return [
    `parts      ${placements.length} placed, ${unplaced.length} not`,
    `fabric     ${(usage!.length / 1000).toFixed(3)} m of ${(width / 1000).toFixed(2)} m width`,
    `density    ${(100 * density).toFixed(1)} %, after ${solutions} layouts, each better than the one before`,
  ];
}
