/** The reports of a solver host on its work: a log line at the beginning and the end of each task, and spans. */
import type { Logger } from 'pino';
import type { SolverMetrics } from '../../gateway/telemetry/solver-metrics.js';
import { openTracing, type Tracing, untraced } from '../../gateway/telemetry/tracing.js';
import type { ServiceConfig } from '../config.js';
import type { TaskObserver } from '../jobs/solver-host.js';

/** Traces tasks if a collector is configured. */
export async function tracingOf({ otlpEndpoint }: ServiceConfig): Promise<Tracing> {
  return otlpEndpoint === undefined ? untraced : openTracing(otlpEndpoint);
}

export async function endTracing(tracing: Tracing, logger: Logger): Promise<void> {
  await tracing.close().catch((error) => logger.warn({ err: error }, 'the last traces were not sent'));
}

/** `metrics`: given for a host with metrics of its own. */
export function taskObserver(logger: Logger, tracing: Tracing, metrics?: SolverMetrics): TaskObserver {
  return (task) => {
    const { jobId, index, attempt, queue, queuedAt } = task;
    const trace = tracing.task(task);
    const began = Date.now();
    const log = logger.child({ jobId, task: index, attempt, traceId: trace.traceId });
    log.info({ waitMs: began - queuedAt }, 'a solver started');
    metrics?.begun(queue, (began - queuedAt) / 1000);
    return ({ error, gain }) => {
      const ms = Date.now() - began;
      log.info({ ms }, 'a solver ended');
      metrics?.ended({ queue, seconds: ms / 1000, gain, error });
      trace.end(error);
    };
  };
}
