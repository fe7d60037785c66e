/** Puts a solver host together: store and solvers, and a port for who watches it; nothing that answers requests. */
import { pino } from 'pino';
import { openSolverWatch, type SolverWatch } from '../../gateway/solver-watch.js';
import { SolverMetrics } from '../../gateway/telemetry/solver-metrics.js';
import { demoUserName } from '../accounts/demo.js';
import type { ServiceConfig } from '../config.js';
import { openSolverHost } from '../jobs/open-jobs.js';
import { openStore } from '../store/open-store.js';
import { listenError } from './listen-error.js';
import { endTracing, taskObserver, tracingOf } from './task-observer.js';
import { readTls } from './tls-files.js';

/** Claims, leases and the steps of some solvers share them: a fleet must not use up those of the database. */
const connections = 3;

export interface Worker {
  /** Origin of /healthz, /readyz and /metrics; null: it has no port. */
  readonly watchUrl: string | null;
  close(): Promise<void>;
}

export async function startWorker(config: ServiceConfig): Promise<Worker> {
  // Logs go to standard error, as those of the service do.
  const logger = pino({ level: config.logLevel }, pino.destination(2));
  const tls = config.tls && readTls(config.tls);
  const tracing = await tracingOf(config);
  const store = await openStore({ ...config, connections }).catch(async (error) => {
    await endTracing(tracing, logger);
    throw error;
  });
  const metrics = new SolverMetrics(config.solvers);
  let watch: SolverWatch | null = null;
  if (config.metricsPort !== undefined) {
    const { host, metricsPort: port, metricsToken } = config;
    const readiness = () => store.findUserByName(demoUserName).then(() => true);
    try {
      watch = await openSolverWatch({ host, port, logger, metrics, metricsToken, readiness, ...(tls ? { tls } : {}) });
    } catch (error) {
      await store.close();
      await endTracing(tracing, logger);
      throw listenError(error, { host, port });
    }
  }
  const jobs = openSolverHost({
    store,
    solvers: config.solvers,
    queues: config.queues,
    onError: (error) => logger.error({ err: error }, 'a nest job met an error'),
    observe: taskObserver(logger, tracing, metrics),
  });
  logger.info({ solvers: config.solvers, queues: config.queues, watchUrl: watch?.url }, 'solving');
  return {
    watchUrl: watch?.url ?? null,
    async close() {
      watch?.end();
      await jobs.close({ graceMs: config.shutdownGraceMs });
      await watch?.close();
      await store.close();
      await endTracing(tracing, logger);
      logger.info('ended');
    },
  };
}
