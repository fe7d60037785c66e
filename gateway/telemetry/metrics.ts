/**
 * The service's metrics of itself, for Prometheus. Where OpenTelemetry's conventions have a name, it is theirs. Labels have few
 * values: mounted routes, statuses, queues. They never hold an id, an organisation or a requested path.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Answered, attributesOf, inPrometheus } from './answered.js';
import { type MetricsText, textOf } from './metrics-text.js';
import type { StoreMetrics } from './store-metrics.js';

export type QueueDepths = () => Promise<Readonly<Record<string, number>>>;

/** The ends of a nest stream; `cut`: the client or the service went before it. */
const streamEnds = ['finished', 'time_limit', 'cancelled', 'failed', 'cut'] as const;
export type StreamEnd = (typeof streamEnds)[number];

/** Those of the conventions, and two more for streams. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 60, 600];
const httpLabels = ['http.request.method', 'http.route', 'http.response.status_code'].concat([
  'network.protocol.version',
  'url.scheme',
  'error.type',
]);
const callLabels = ['rpc.system.name', 'rpc.method', 'rpc.status_code', 'error.type'];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Seconds from the head of an HTTP request to the end of its answer, streams included',
    labelNames: httpLabels.map(inPrometheus),
    buckets,
    registers: [this.#registry],
  });
  readonly #calls = new Histogram({
    name: 'rpc_server_call_duration_seconds',
    help: 'Seconds from the head of a call of gRPC, gRPC-Web or Connect to the end of its answer, streams included',
    labelNames: callLabels.map(inPrometheus),
    buckets,
    registers: [this.#registry],
  });
  readonly #streams = new Gauge({
    name: 'selvage_nest_streams',
    help: 'Open nest streams',
    registers: [this.#registry],
  });
  readonly #ends = new Counter({
    name: 'selvage_nest_streams_total',
    help: 'Nest streams by their end',
    labelNames: ['end'],
    registers: [this.#registry],
  });
  readonly #wait = new Histogram({
    name: 'selvage_nest_wait_seconds',
    help: 'Seconds that jobs of finished streams waited for a solver',
    buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 1800],
    registers: [this.#registry],
  });
  readonly #solve = new Histogram({
    name: 'selvage_nest_solve_seconds',
    help: 'Seconds that jobs of finished streams were solved',
    buckets: [0.1, 0.5, 2, 10, 30, 60, 300, 1800, 3600],
    registers: [this.#registry],
  });
  readonly #gain = new Histogram({
    name: 'selvage_nest_density_gain',
    help: 'Utilisation of the last layout of a finished stream minus that of the first',
    buckets: [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2],
    registers: [this.#registry],
  });
  /** Observers by their labels. The library's own look-up costs as much as a small call. */
  readonly #observers = new Map<string, Histogram.Internal<string>>();
  readonly #store: StoreMetrics | undefined;

  /** While `queueDepths` fails, the depths are absent, and all else is told. */
  constructor(queueDepths: QueueDepths | undefined, store?: StoreMetrics) {
    this.#store = store;
    // An alert on the increase of a count misses its first step if the count begins with that.
    for (const end of streamEnds) this.#ends.inc({ end }, 0);
    if (queueDepths === undefined) return;
    new Gauge({
      name: 'selvage_queue_depth',
      help: 'Nest jobs waiting for a solver, on all hosts',
      labelNames: ['queue'],
      registers: [this.#registry],
      async collect() {
        // an old depth would hide a store that does not answer
        this.reset();
        const depths = await queueDepths().catch(() => ({}));
        for (const [queue, depth] of Object.entries(depths)) this.set({ queue }, depth);
      },
    });
  }

  request(answered: Answered, seconds: number): void {
    const { method, route, status, call, cut, protocolVersion } = answered;
    const key = `${call?.system} ${call?.code} ${status} ${cut} ${protocolVersion} ${method} ${route}`;
    let observer = this.#observers.get(key);
    if (observer === undefined) {
      const labels = Object.entries(attributesOf(answered)).map(([name, value]) => [inPrometheus(name), value]);
      observer = (call === null ? this.#requests : this.#calls).labels(Object.fromEntries(labels));
      this.#observers.set(key, observer);
    }
    observer.observe(seconds);
  }

  streamOpened(): void {
    this.#streams.inc();
  }

  streamEnded(end: StreamEnd): void {
    this.#streams.dec();
    this.#ends.inc({ end });
  }

  /** A job whose whole stream was seen. `gain`: undefined without a layout. */
  jobDone({ wait, solve, gain }: { wait: number; solve: number; gain: number | undefined }): void {
    this.#wait.observe(wait);
    this.#solve.observe(solve);
    if (gain !== undefined) this.#gain.observe(gain);
  }

  text(): Promise<MetricsText> {
    return textOf(this.#registry, this.#store?.registry);
  }
}
