/** Metrics in the text format of Prometheus, with those of the process: memory, processor time, collections, event loop. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { inPrometheus } from './answered.js';
import { resourceAttributes } from './resource.js';

export interface MetricsText {
  /** The media type. */
  readonly type: string;
  readonly text: string;
}

/** One registry for the process, whatever it serves. */
let processMetrics: Registry | undefined;

export async function textOf(...registries: readonly (Registry | undefined)[]): Promise<MetricsText> {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
    const labels = Object.fromEntries(
      Object.entries(resourceAttributes()).map(([name, value]) => [inPrometheus(name), value]),
    );
    const help = 'The process, by the conventions of OpenTelemetry';
    new Gauge({ name: 'target_info', help, labelNames: Object.keys(labels), registers: [processMetrics] }).set(
      labels,
      1,
    );
  }
  const all = Registry.merge([...registries.filter((each) => each !== undefined), processMetrics]);
  return { type: all.contentType, text: await all.metrics() };
}
