/** Puts a solver host together: store and solvers, and nothing that answers requests. */
import { pino } from 'pino';
import type { ServiceConfig } from '../config.js';
import { openSolverHost } from '../jobs/open-jobs.js';
import { openStore } from '../store/open-store.js';
import { endTracing, taskObserver, tracingOf } from './task-observer.js';

/** Claims, leases and the steps of some solvers share them: a fleet must not use up those of the database. */
const connections = 3;

export async function startWorker(config: ServiceConfig): Promise<{ close(): Promise<void> }> {
  // Logs go to standard error, as those of the service do.
  const logger = pino({ level: config.logLevel }, pino.destination(2));
  const tracing = await tracingOf(config);
  const store = await openStore({ ...config, connections });
  const jobs = openSolverHost({
    store,
    solvers: config.solvers,
    queues: config.queues,
    onError: (error) => logger.error({ err: error }, 'a nest job met an error'),
    observe: taskObserver(logger, tracing),
  });
  logger.info({ solvers: config.solvers, queues: config.queues }, 'solving');
  return {
    async close() {
      await jobs.close({ graceMs: config.shutdownGraceMs });
      await store.close();
      await endTracing(tracing, logger);
      logger.info('ended');
    },
  };
}
