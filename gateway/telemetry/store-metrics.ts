/** Durations of the store's operations, as OpenTelemetry's conventions name them (`db.client.operation.duration`). */
import { Histogram, Registry } from 'prom-client';

const labels = ['db_system_name', 'db_query_summary', 'error_type'] as const;

export class StoreMetrics {
  readonly registry = new Registry();
  readonly #durations = new Histogram({
    name: 'db_client_operation_duration_seconds',
    help: 'Seconds of an operation of the store',
    labelNames: labels,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    registers: [this.registry],
  });

  /** Times each call of a store. `system`: of the conventions. */
  timed<Methods extends object>(store: Methods, system: 'postgresql' | 'sqlite'): Methods {
    const observe = (summary: string, started: number, error?: unknown): void => {
      const base = { db_system_name: system, db_query_summary: summary };
      const seconds = (performance.now() - started) / 1000;
      this.#durations.observe(error === undefined ? base : { ...base, error_type: typeOf(error) }, seconds);
    };
    const timed = new Map<PropertyKey, unknown>();
    return new Proxy(store, {
      get(target, name) {
        const known = timed.get(name);
        if (known !== undefined) return known;
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function' || typeof name !== 'string' || untimed.has(name)) return method;
        const wrapped = (...values: unknown[]): unknown => {
          const started = performance.now();
          const answer: unknown = method.apply(target, values);
          if (!(answer instanceof Promise)) return answer;
          answer.then(
            () => observe(name, started),
            (error: unknown) => observe(name, started, error),
          );
          return answer;
        };
        timed.set(name, wrapped);
        return wrapped;
      },
    });
  }
}

/** They are no single operation. */
const untimed = new Set(['close', 'onHints']);

function typeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error instanceof Error ? error.name : '_OTHER';
}
