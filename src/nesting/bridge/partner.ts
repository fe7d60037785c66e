/**
 * The second thread of a solver: started once and kept, since a start takes a tenth of a second, and given its half of
 * one search after another. It hears of a search by a message, and of its end through the memory of the exchange alone: the
 * first thread never returns to its event loop in between. What it does is in `partner-thread.ts`.
 */
import { resourceLimits, Worker } from 'node:worker_threads';
import type { Half } from '../overlap/exchange/thread-plan.js';
import type { NestRequest } from '../request.js';
import type { StripHalf } from '../strip/half.js';

export interface SheetHalf extends Half {
  /** With a polygon for each copy. */
  readonly request: NestRequest;
  /** Of the plan of the first layout. */
  readonly width: number;
  /** The layout to begin with: indices of parts, orientations and sheets of the problem, and places in grid units. */
  readonly best: readonly {
    readonly part: number;
    readonly orientation: number;
    readonly sheet: number;
    readonly along: number;
    readonly across: number;
  }[];
}

export type PartnerTask = ({ readonly kind: 'strip' } & StripHalf) | ({ readonly kind: 'sheets' } & SheetHalf);

let partner: Worker | null = null;

/** Starts the thread ahead of its need, where it does not run; its heap has the limits of the thread that it helps. */
export function startPartner(): Worker {
  if (partner) return partner;
  const worker = new Worker(new URL('./partner-thread.js', import.meta.url), { execArgv: [], resourceLimits });
  // Without a partner a search goes on alone, as fast as on one core; the next one has another.
  worker.on('error', () => {});
  worker.on('exit', () => {
    if (partner === worker) partner = null;
  });
  worker.unref();
  partner = worker;
  return worker;
}

/** Has the second thread search as well; `stop()` of the exchange whose memory it is given ends that. */
export function shareWithPartner(task: PartnerTask): void {
  startPartner().postMessage(task);
}

/** The same for a half of a strip. */
export function shareStrip(half: StripHalf): void {
  shareWithPartner({ kind: 'strip', ...half });
}
