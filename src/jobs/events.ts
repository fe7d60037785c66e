/** The lines of a nest stream, in the domain's words. The queue stores them and every listener reads them. */
import type { FieldProblem } from '../errors.js';
import type { Match, NestWarning, Polygon, Solution } from '../nesting/request.js';

export type NestStatus = 'queued' | 'starting' | 'running' | 'finishing';

/** An event as the queue stores it. The job and the number say where it is stored and are not part of it. */
export type NestEventBody =
  | {
      readonly type: 'progress';
      readonly status: NestStatus;
      /** Largest of all instances; never falls. */
      readonly generation: number;
      /** Sum over all instances; never falls. */
      readonly tested: number;
      /** Seconds since the solver's start; 0 before. */
      readonly elapsedSeconds: number;
      /** With `queued`: 1 = next. */
      readonly queuedPosition?: number;
      /** With `starting`. */
      readonly warnings?: readonly NestWarning[];
      /** With `starting`, for a client that does not know them: the parts, into which placements index. */
      readonly parts?: readonly Polygon[];
      /** With `parts`. */
      readonly matches?: readonly Match[];
    }
  | { readonly type: 'solution'; readonly solution: Solution }
  /** The job reached its time limit; directly before `done`. */
  | { readonly type: 'info'; readonly message: string; readonly elapsedSeconds: number }
  | {
      readonly type: 'error';
      /** `internal`, `cancelled`, `shutting_down`, or the code of the failure. */
      readonly code: string;
      readonly message: string;
      readonly problems?: readonly FieldProblem[];
    }
  | { readonly type: 'done' };

/** A line of a lay plan's stream. The queue knows its type alone; the planner gives it its meaning. */
export interface PlanEventBody {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An event with its place: `seq` counts 1, 2, ... within the job, without gaps. */
export type NestEvent = NestEventBody & { readonly jobId: string; readonly seq: number };

export type PlanEvent = PlanEventBody & { readonly jobId: string; readonly seq: number };
