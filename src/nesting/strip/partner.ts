/**
 * A second thread for a search that runs synchronously in the first: started from it, told and stopped through shared
 * memory alone, since the first thread never returns to its event loop in between.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { prepareShapes } from './shapes.js';
import { SharedBest } from './shared-best.js';
import type { StripProblem } from './strip-problem.js';
import { runStrip, sharedItems } from './strip-run.js';

interface PartnerTask {
  readonly kind: 'strip-partner';
  readonly problem: StripProblem;
  readonly seed: number;
  readonly starts: number;
  readonly memory: SharedArrayBuffer;
}

/** Starts the partner; `shared.stop()` ends it. */
export function startPartner(problem: StripProblem, seed: number, starts: number, shared: SharedBest): void {
  const task: PartnerTask = { kind: 'strip-partner', problem, seed, starts, memory: shared.memory };
  const worker = new Worker(new URL(import.meta.url), { workerData: task, execArgv: [] });
  // Without a partner the search goes on alone, as fast as on one core.
  worker.on('error', () => {});
  worker.unref();
}

function isPartnerTask(data: unknown): data is PartnerTask {
  return typeof data === 'object' && data !== null && (data as PartnerTask).kind === 'strip-partner';
}

if (!isMainThread && parentPort && isPartnerTask(workerData)) {
  const { problem, seed, starts, memory } = workerData;
  const shapes = prepareShapes(problem);
  const shared = new SharedBest(memory, sharedItems(shapes));
  const budget = {
    used: () => shared.used,
    stopped: () => shared.stopped || shared.used >= 1,
    // A worker thread: this ends it alone.
    poll: () => {
      if (shared.stopped) process.exit();
    },
    passed: () => {},
    attempted: () => {},
  };
  runStrip(shapes, { seed, starts, shared, budget, isPartner: true, improved: () => {} }, null);
}
