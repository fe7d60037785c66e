/**
 * A second thread for a search that runs synchronously in the first: started from it, told and stopped through shared
 * memory alone, since the first thread never returns to its event loop in between.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { LayoutExchange } from './layout-exchange.js';
import { prepareShapes } from './shapes.js';
import type { StripProblem } from './strip-problem.js';
import { runStrip } from './strip-run.js';
import { exchangeOf, type ThreadPlan } from './thread-plan.js';

interface PartnerTask {
  readonly kind: 'strip-partner';
  readonly problem: StripProblem;
  readonly seed: number;
  readonly starts: number;
  readonly plan: ThreadPlan;
  readonly memory: SharedArrayBuffer;
}

/** Starts the partner; `exchange.stop()` ends it. */
export function startPartner(
  problem: StripProblem,
  seed: number,
  starts: number,
  plan: ThreadPlan,
  exchange: LayoutExchange,
): void {
  const { memory } = exchange;
  const task: PartnerTask = { kind: 'strip-partner', problem, seed, starts, plan, memory };
  const worker = new Worker(new URL(import.meta.url), { workerData: task, execArgv: [] });
  // Without a partner the search goes on alone, as fast as on one core.
  worker.on('error', () => {});
  worker.unref();
}

function isPartnerTask(data: unknown): data is PartnerTask {
  return typeof data === 'object' && data !== null && (data as PartnerTask).kind === 'strip-partner';
}

if (!isMainThread && parentPort && isPartnerTask(workerData)) {
  const { problem, seed, starts, plan, memory } = workerData;
  const exchange = exchangeOf(plan, 1, memory);
  // A worker thread: this ends it alone.
  const poll = (): void => {
    if (exchange.stopped) process.exit();
  };
  const budget = {
    used: () => exchange.used,
    stopped: () => exchange.stopped || exchange.used >= 1,
    poll,
    passed: () => exchange.passed(poll),
    attempted: () => {},
  };
  try {
    const options = { seed, starts, exchange, budget, isPartner: true, improved: () => {} };
    runStrip(prepareShapes(problem, poll), options, null);
  } finally {
    exchange.leave();
  }
}
