/** Assembles a solver host: store, solvers, and a port for monitoring. It answers no requests. */
import { pino } from 'pino';
import { openSolverWatch, type SolverWatch } from '../../gateway/solver-watch.js';
import { SolverMetrics } from '../../gateway/telemetry/solver-metrics.js';
import { StoreMetrics } from '../../gateway/telemetry/store-metrics.js';
import { demoUserName } from '../accounts/demo.js';
import type { ServiceConfig } from '../config.js';
import { openSolverHost } from '../jobs/open-jobs.js';
import { openStore } from '../store/open-store.js';
import { listenError } from './listen-error.js';
import { endTracing, taskObserver, tracingOf } from './task-observer.js';
import { readTls, renewOnHangup } from './tls-files.js';

/** The claims, leases and steps of all solvers share these, so that a fleet does not use up the database's connections. */
const connections = 3;

export interface Worker {
  /** Origin of /healthz, /readyz and /metrics; null: no port. */
  readonly watchUrl: string | null;
  close(): Promise<void>;
}

export async function startWorker(config: ServiceConfig): Promise<Worker> {
  // Logs go to standard error, like those of the service.
  const logger = pino({ level: config.logLevel }, pino.destination(2));
  const tls = config.tls && readTls(config.tls);
  const tracing = await tracingOf(config);
  const opened = await openStore({ ...config, connections }).catch(async (error) => {
    await endTracing(tracing, logger);
    throw error;
  });
  const storeMetrics = new StoreMetrics();
  const store = storeMetrics.timed(opened, config.databaseUrl === undefined ? 'sqlite' : 'postgresql');
  const metrics = new SolverMetrics(config.solvers, config.queues, storeMetrics);
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
  const renewal = config.tls && watch && renewOnHangup(config.tls, watch.renew, logger);
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
      renewal?.close();
      logger.info('ended');
    },
  };
}
