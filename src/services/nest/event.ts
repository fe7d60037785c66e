/** Turns a line of a job's stream into the event message of the contract. */

import { NestStatus } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { Point } from '../../geometry/point.js';
import type { NestStatus as JobStatus, NestEvent } from '../../jobs/events.js';
import type { Bin, Polygon, Polyline, SheetUsage, Solution, Usage } from '../../nesting/request.js';
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
      const { generation, elapsedSeconds, queuedPosition, warnings = [], parts = [] } = event;
      const value = {
        status: statuses[event.status],
        generation,
        tested: BigInt(event.tested),
        elapsedSeconds,
        warnings: [...warnings],
        queuedPosition,
        parts: parts.map(partMessage),
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
  matchPoints = [],
  foldLine = [],
  allowedRotations = [],
  directionGroup,
  open,
  ...line
}: Polygon) => ({
  ...lineMessage(line),
  allowedRotations: [...allowedRotations],
  directionGroup,
  open,
  foldLine: foldLine.map(pointMessage),
  matchPoints: matchPoints.map(({ name, at }) => ({ name, at: pointMessage(at) })),
});

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
