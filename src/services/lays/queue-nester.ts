/** Nests the markers of a plan as jobs of the queue, so that every solver host helps. */
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../errors.js';
import type { NestQueue, Submission } from '../../jobs/queue.js';
import type { MarkerNester } from '../../lays/nest-round.js';
import type { NestedMarker } from '../../lays/plan.js';
import { checkNestRequest } from '../../nesting/check/request.js';
import type { Placement, Solution } from '../../nesting/request.js';
import { joinedLayouts } from './joined-layouts.js';
import type { LayJob } from './lay-job.js';
import { markerParts } from './marker-parts.js';
import { roomOf, stepAlong } from './marker-request.js';

/** A nest that has no room among the caller's open jobs asks again so often. */
const waitMs = 1_000;

/** The part of the queue that nesting markers needs. */
export type MarkerQueue = Pick<NestQueue, 'submit' | 'events' | 'look'>;

export function queueNester(queue: MarkerQueue, job: LayJob, traceparent: string | undefined): MarkerNester {
  const { garments, settings, caller } = job;
  const { minDistance } = job.order;
  /** The layouts to begin with, by job. */
  const layouts = new Map<string, readonly Placement[]>();
  let open = 0;

  /** The layout of a nest; one that an earlier planner made is read from the store, as long as it is kept. */
  async function layoutOf(jobId: string): Promise<readonly Placement[]> {
    return layouts.get(jobId) ?? (await queue.look(jobId))?.best?.placements ?? [];
  }

  /** The plan counts as an open job, and so its first nest is admitted. Further ones wait for room among the open jobs. */
  async function admitted(submission: Submission, signal: AbortSignal): Promise<string> {
    for (;;) {
      const isPart = open === 0;
      open += 1;
      try {
        return (await queue.submit({ ...submission, isPart, inner: true })).jobId;
      } catch (error) {
        open -= 1;
        if (!(error instanceof ServiceError) || error.code !== 'too_many_jobs') throw error;
        await delay(waitMs, undefined, { signal });
      }
    }
  }

  async function resultOf(jobId: string, signal: AbortSignal): ReturnType<MarkerNester['nest']> {
    let best: Solution | null = null;
    let isFinal = true;
    for await (const event of queue.events(jobId, 0, signal)) {
      if (event.type === 'solution') best = event.solution;
      if (event.type === 'info') isFinal = false;
      if (event.type === 'error') throw failure(event);
    }
    return { ...nestedOf(best, jobId, layouts), isFinal };
  }

  return {
    async nest({ counts, width, seconds, from, refines }, signal) {
      const parts = markerParts(garments, counts, settings.way ?? 'none');
      const blocks = await Promise.all(
        from.map(async (block) => ({ ...block, placements: await layoutOf(block.jobId) })),
      );
      const warmStart = joinedLayouts(garments, parts.polygons, blocks, minDistance, stepAlong(settings.fabric));
      const nest = roomOf(parts, { ...settings, width, seconds, warmStart, refines });
      const { problems, warnings } = checkNestRequest(nest);
      if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems.map(ofLines));
      const common = { caller, request: nest, queue: job.queue, keepSeconds: 0, warnings, announceParts: true };
      const jobId = await admitted({ ...common, traceparent }, signal);
      try {
        return await resultOf(jobId, signal);
      } finally {
        open -= 1;
      }
    },
  };
}

/** A shutdown ends the nests, not the plan: another planner goes on with it. */
function failure({ code, message }: { code: string; message: string }): ServiceError {
  return new ServiceError('unavailable', `The nest of a marker: ${message}`, code === 'shutting_down' ? { code } : {});
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
