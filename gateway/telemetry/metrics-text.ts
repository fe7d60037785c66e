/** Metrics in the text format of Prometheus, with those of the process: memory, processor time, collections, event loop. */
import { collectDefaultMetrics, Registry } from 'prom-client';

export interface MetricsText {
  /** The media type. */
  readonly type: string;
  readonly text: string;
}

/** One registry for the process, whatever it serves. */
let processMetrics: Registry | undefined;

export async function textOf(registry: Registry): Promise<MetricsText> {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  const all = Registry.merge([registry, processMetrics]);
  return { type: all.contentType, text: await all.metrics() };
}
