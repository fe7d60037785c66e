/** Turns a line of a job's stream into the event message of the contract. */

import { MatchAxis, NestStatus } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { Point } from '../../geometry/point.js';
import type { NestStatus as JobStatus, NestEvent } from '../../jobs/events.js';
import type { Bin, Match, Polygon, Polyline, SheetUsage, Solution, Usage } from '../../nesting/request.js';
import type { NestEventInit } from '../services.js';

const statuses: Record<JobStatus, NestStatus> = {
  queued: NestStatus.QUEUED,
  starting: NestStatus.STARTING,
  running: NestStatus.RUNNING,
  finishing: NestStatus.FINISHING,
};

export function eventMessage(event: NestEvent): NestEventInit {
  return { jobId: event.jobId, seq: event.seq, event: bodyOf(event) };
}

function bodyOf(event: NestEvent): NonNullable<NestEventInit['event']> {
  switch (event.type) {
    case 'progress': {
      const { generation, elapsedSeconds, queuedPosition, warnings = [], parts = [], matches = [] } = event;
      const value = {
        status: statuses[event.status],
        generation,
        tested: BigInt(event.tested),
        elapsedSeconds,
        warnings: [...warnings],
        queuedPosition,
        parts: parts.map(partMessage),
        matches: matches.flatMap(matchMessages),
      };
      return { case: 'progress', value };
    }
    case 'solution':
      return { case: 'solution', value: solutionMessage(event.solution) };
    case 'info':
      return { case: 'info', value: { message: event.message, elapsedSeconds: event.elapsedSeconds } };
    case 'error':
      return { case: 'error', value: { message: event.message, code: event.code } };
    case 'done':
      return { case: 'done', value: {} };
  }
}

export const pointMessage = ([x, y]: Point) => ({ x, y });

export function lineMessage({ id, origin, points }: Polyline) {
  return { id, origin: origin === null ? undefined : pointMessage(origin), points: points.map(pointMessage) };
}

const partMessage = ({
  holes = [],
  matchPoints = [],
  foldLine = [],
  allowedRotations = [],
  directionGroup,
  open,
  spacing,
  rotationTolerance,
  quality,
  ...line
}: Polygon) => ({
  ...lineMessage(line),
  holes: holes.map(lineMessage),
  allowedRotations: [...allowedRotations],
  directionGroup,
  open,
  spacing,
  rotationTolerance,
  quality,
  foldLine: foldLine.map(pointMessage),
  matchPoints: matchPoints.map(({ name, at }) => ({ name, at: pointMessage(at) })),
});

const axesOf: Record<Match['axis'], MatchAxis> = { x: MatchAxis.X, y: MatchAxis.Y, both: MatchAxis.BOTH };

/** A match with two phases becomes one on each axis, since a message has one phase. */
function matchMessages({ name, points, axis, phaseX, phaseY }: Match) {
  const message = (on: Match['axis'], phase: number | null) => ({
    name,
    points: points.map(({ part, point }) => ({ index: part, point })),
    axis: axesOf[on],
    phase: phase ?? undefined,
  });
  if (axis === 'both' && phaseX !== phaseY) return [message('x', phaseX), message('y', phaseY)];
  return [message(axis, axis === 'y' ? phaseY : phaseX)];
}

function usageMessage({ sheets, cost, ...spans }: Usage) {
  return { ...spans, cost: cost ?? undefined, sheets: sheets.map(sheetUsageMessage) };
}

function sheetUsageMessage({ cost, remnants = [], ...spans }: SheetUsage) {
  return { ...spans, cost: cost ?? undefined, remnants: remnants.map(binMessage) };
}

/** A remnant. */
function binMessage({ boundary, holes, zones = [], quality }: Bin) {
  const ofZones = zones.map((zone) => ({ boundary: lineMessage(zone.boundary), quality: zone.quality }));
  return { boundary: lineMessage(boundary), holes: holes.map(lineMessage), zones: ofZones, quality };
}

export function solutionMessage(solution: Solution) {
  const { sheetCount, sheetUtilisation, matches = [] } = solution;
  return {
    fitness: solution.fitness,
    usage: usageMessage(solution.usage),
    placements: solution.placements.map(({ id, position: [x, y], rotation, bin, index, mirrored = false }) => ({
      id,
      position: { x, y },
      rotation,
      bin,
      index,
      mirrored,
    })),
    unplaced: [...solution.unplaced],
    unplacedIndices: [...solution.unplacedIndices],
    generation: solution.generation,
    tested: BigInt(solution.tested),
    elapsedSeconds: solution.elapsedSeconds,
    utilisation: solution.utilisation,
    sheetCount: sheetCount ?? undefined,
    sheetUtilisation: sheetUtilisation ?? undefined,
    matches: matches.map(({ name, x, y }) => ({ name, x: x ?? undefined, y: y ?? undefined })),
  };
}
