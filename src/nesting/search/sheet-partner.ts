/** Starts the second thread of a search on sheets; what it does is in `sheet-partner-thread.ts`. */

import { Worker } from 'node:worker_threads';
import type { NestRequest } from '../request.js';
import type { ThreadPlan } from '../strip/thread-plan.js';

export interface SheetPartnerTask {
  readonly kind: 'sheet-partner';
  /** With a polygon for each copy. */
  readonly request: NestRequest;
  readonly seed: number;
  /** Of the plan of the first layout. */
  readonly width: number;
  /** The layout to begin with: indices of parts, turns and sheets of the problem, and places in grid units. */
  readonly best: readonly {
    readonly part: number;
    readonly turn: number;
    readonly sheet: number;
    readonly along: number;
    readonly across: number;
  }[];
  readonly plan: ThreadPlan;
  readonly memory: SharedArrayBuffer;
}

/** The exchange whose memory it has ends it. */
export function startSheetPartner(task: SheetPartnerTask): void {
  const worker = new Worker(new URL('./sheet-partner-thread.js', import.meta.url), { workerData: task, execArgv: [] });
  // Without a partner the search goes on alone, as fast as on one core.
  worker.on('error', () => {});
  worker.unref();
}
