/**
 * The second thread of a solver. It starts once, since a start takes a tenth of a second, and gets its half of one
 * search after another. A message starts a search, but only the memory of the exchange ends it: the first thread never
 * returns to its event loop in between. `partner-thread.ts` is the code of the thread.
 */
import { resourceLimits, Worker } from 'node:worker_threads';
import type { Half } from '../overlap/exchange/thread-plan.js';
import type { NestRequest } from '../request.js';
import type { StripHalf } from '../strip/half.js';

export interface SheetHalf extends Half {
  /** With a polygon for each copy. */
  readonly request: NestRequest;
  /** The memory for tables of both threads. */
  readonly tables: SharedArrayBuffer | null;
  /** `width` of the plan of the first layout. */
  readonly width: number;
  /** The first layout: indices of parts and sheets of the problem, orientations, and places in grid units. */
  readonly best: readonly {
    readonly part: number;
    readonly rotation: number;
    readonly mirrored: boolean;
    readonly sheet: number;
    readonly along: number;
    readonly across: number;
  }[];
}

export type PartnerTask = ({ readonly kind: 'strip' } & StripHalf) | ({ readonly kind: 'sheets' } & SheetHalf);

let partner: Worker | null = null;

/** Starts the thread ahead of need, unless it runs. Its heap has the limits of the thread that it helps. */
export function startPartner(): Worker {
  if (partner) return partner;
  const worker = new Worker(new URL('./partner-thread.js', import.meta.url), { execArgv: [], resourceLimits });
  // A search that loses its partner continues alone, as fast as on one core; the next search gets a new one.
  worker.on('error', () => {});
  worker.on('exit', () => {
    if (partner === worker) partner = null;
  });
  worker.unref();
  partner = worker;
  return worker;
}

/** Makes the second thread search as well, until `stop()` of the exchange whose memory it gets. */
export function shareWithPartner(task: PartnerTask): void {
  startPartner().postMessage(task);
}

/** The same for a half of a strip. */
export function shareStrip(half: StripHalf): void {
  shareWithPartner({ kind: 'strip', ...half });
}
