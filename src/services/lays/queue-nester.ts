/** Nests the markers of a plan as jobs of the queue, so that every solver host helps. */
import type { PlanLaysRequest } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { ServiceError } from '../../errors.js';
import type { NestQueue } from '../../jobs/queue.js';
import type { MarkerNester } from '../../lays/nest-round.js';
import type { NestedMarker } from '../../lays/plan.js';
import { checkNestRequest } from '../../nesting/check/request.js';
import type { Placement, Solution } from '../../nesting/request.js';
import { queueOf } from '../nest/request.js';
import type { Call } from '../services.js';
import type { OrderedGarment } from './garments.js';
import { roomOf } from './marker-request.js';

export function queueNester(
  queue: NestQueue,
  request: PlanLaysRequest,
  garments: readonly OrderedGarment[],
  { caller, traceparent }: Call,
): MarkerNester {
  /** The layouts to begin with, by job. */
  const layouts = new Map<string, readonly Placement[]>();
  return {
    async nest({ counts, width, seconds, from }, signal) {
      const polygons = counts.flatMap((copies, g) => (copies === 0 ? [] : garments[g]!.parts(copies)));
      const warmStart = (from && layouts.get(from.jobId)) ?? [];
      const nest = roomOf(polygons, { ...request, width, seconds, warmStart });
      const { problems, warnings } = checkNestRequest(nest);
      if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems.map(ofLines));
      const job = { caller, request: nest, queue: queueOf(request), keepSeconds: 0, warnings, announceParts: true };
      const { jobId } = await queue.submit({ ...job, traceparent });
      let best: Solution | null = null;
      let isFinal = true;
      for await (const event of queue.events(jobId, 0, signal)) {
        if (event.type === 'solution') best = event.solution;
        if (event.type === 'info') isFinal = false;
        if (event.type === 'error') throw new ServiceError('unavailable', `The nest of a marker: ${event.message}`);
      }
      return { ...nestedOf(best, jobId, layouts), isFinal };
    },
  };
}

function nestedOf(best: Solution | null, jobId: string, layouts: Map<string, readonly Placement[]>): NestedMarker {
  if (best === null || best.unplaced.length > 0) return { length: Infinity, jobId };
  layouts.set(jobId, best.placements);
  return { length: best.usage.length, jobId };
}

/** The request has no polygons. */
function ofLines<T extends { path: string; message: string }>(problem: T): T {
  if (!problem.path.startsWith('polygons')) return problem;
  return { ...problem, path: 'lines', message: `lines make too much for one marker: ${problem.message}` };
}
