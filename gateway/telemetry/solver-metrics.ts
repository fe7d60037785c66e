/** A solver host's metrics of its own work, for Prometheus. No label holds an id. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type MetricsText, textOf } from './metrics-text.js';

export class SolverMetrics {
  readonly #registry = new Registry();
  readonly #claimed = new Counter({
    name: 'selvage_solver_claimed_total',
    help: 'Tasks that a solver of this host began',
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
    name: 'selvage_solver_solve_seconds',
    help: 'Seconds that a solver of this host worked on a task',
    buckets: [0.1, 0.5, 2, 10, 30, 60, 300, 1800, 3600],
    registers: [this.#registry],
  });
  readonly #gain = new Histogram({
    name: 'selvage_solver_density_gain',
    help: "Utilisation of a solver's last layout minus that of its first",
    registers: [this.#registry],
  });

  /** @param solvers threads of this host */
  constructor(solvers: number) {
    new Gauge({ name: 'selvage_solver_threads', help: 'Solvers of this host', registers: [this.#registry] }).set(
      solvers,
    );
    for (const end of ['ended', 'failed']) this.#ended.inc({ end }, 0);
  }

  begun(waitSeconds: number): void {
    this.#claimed.inc();
    this.#running.inc();
    this.#wait.observe(Math.max(0, waitSeconds));
  }

  /** `gain`: undefined without a layout. */
  ended({ seconds, gain, failed }: { seconds: number; gain: number | undefined; failed: boolean }): void {
    this.#running.dec();
    this.#ended.inc({ end: failed ? 'failed' : 'ended' });
    this.#solve.observe(seconds);
    if (gain !== undefined) this.#gain.observe(gain);
  }

  text(): Promise<MetricsText> {
    return textOf(this.#registry);
  }
}
