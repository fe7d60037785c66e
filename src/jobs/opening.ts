/** The facts that are kept with a job for its beginning. */
import type { NestWarning } from '../nesting/request.js';
import type { JobSnapshot } from '../store/store.js';

/** Kept with the job. The parts stay in the request. */
export interface Opening {
  readonly warnings: readonly NestWarning[];
  readonly announceParts: boolean;
  /** Whether a work limit ends the search: its instances exchange no layouts, so that each repeats. */
  readonly repeatable?: boolean;
  readonly traceparent?: string | undefined;
  /** A nest that another request makes for itself, such as a lay plan. No webhook is told of its end. */
  readonly inner?: boolean | undefined;
}

/** Whether the instances of a job exchange layouts. */
export function exchangesLayouts({ job, tasks }: JobSnapshot): boolean {
  return tasks.length > 1 && !(JSON.parse(job.opening) as Opening).repeatable;
}
