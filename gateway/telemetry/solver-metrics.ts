/** A solver host's metrics of its own work, for Prometheus. No label holds an id. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type MetricsText, textOf } from './metrics-text.js';
import type { StoreMetrics } from './store-metrics.js';

/** Of the conventions for messaging: a queue is a destination, a task a message. */
const messaging = ['messaging_system_name', 'messaging_operation_name', 'messaging_destination_name', 'error_type'];

export class SolverMetrics {
  readonly #registry = new Registry();
  readonly #claimed = new Counter({
    name: 'messaging_client_consumed_messages_total',
    help: 'Tasks that a solver of this host began',
    labelNames: messaging,
    registers: [this.#registry],
  });
  readonly #ended = new Counter({
    name: 'selvage_solver_ended_total',
    help: 'Tasks that ended on this host or were given back, by whether an error caused it',
    labelNames: ['end'],
    registers: [this.#registry],
  });
  readonly #running = new Gauge({
    name: 'selvage_solver_running',
    help: 'Solvers at work',
    registers: [this.#registry],
  });
  readonly #wait = new Histogram({
    name: 'selvage_solver_wait_seconds',
    help: 'Seconds from the submission of a job to a solver of this host',
    buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 1800],
    registers: [this.#registry],
  });
  readonly #solve = new Histogram({
    name: 'messaging_process_duration_seconds',
    help: 'Seconds that a solver of this host worked on a task',
    labelNames: messaging,
    buckets: [0.1, 0.5, 2, 10, 30, 60, 300, 1800, 3600],
    registers: [this.#registry],
  });
  readonly #gain = new Histogram({
    name: 'selvage_solver_density_gain',
    help: "Utilisation of a solver's last layout minus that of its first",
    registers: [this.#registry],
  });

  readonly #store: StoreMetrics | undefined;

  /** @param solvers threads of this host */
  constructor(solvers: number, queues: readonly string[], store?: StoreMetrics) {
    this.#store = store;
    for (const queue of queues) this.#claimed.inc(labelsOf('receive', queue), 0);
    new Gauge({ name: 'selvage_solver_threads', help: 'Solvers of this host', registers: [this.#registry] }).set(
      solvers,
    );
    for (const end of ['ended', 'failed']) this.#ended.inc({ end }, 0);
  }

  begun(queue: string, waitSeconds: number): void {
    this.#claimed.inc(labelsOf('receive', queue));
    this.#running.inc();
    this.#wait.observe(Math.max(0, waitSeconds));
  }

  /** `gain`: undefined without a layout. */
  ended({
    queue,
    seconds,
    gain,
    error,
  }: {
    queue: string;
    seconds: number;
    gain: number | undefined;
    error?: unknown;
  }): void {
    const failed = error !== undefined;
    this.#running.dec();
    this.#ended.inc({ end: failed ? 'failed' : 'ended' });
    const failure: Record<string, string> = failed
      ? { error_type: error instanceof Error ? error.name : '_OTHER' }
      : {};
    this.#solve.observe({ ...labelsOf('process', queue), ...failure }, seconds);
    if (gain !== undefined) this.#gain.observe(gain);
  }

  text(): Promise<MetricsText> {
    return textOf(this.#registry, this.#store?.registry);
  }
}

const labelsOf = (operation: string, queue: string) => ({
  messaging_system_name: 'selvage',
  messaging_operation_name: operation,
  messaging_destination_name: queue,
});
