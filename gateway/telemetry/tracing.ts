/**
 * Traces from the gateway through the queue to the solver. Every request has a trace id, for the logs. Spans are made and sent
 * only with a configured collector, and only then is OpenTelemetry's SDK loaded.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceparent, type TraceParent, traceparentOf } from './trace-context.js';

/** A request in its trace. */
export interface RequestTrace {
  readonly traceId: string;
  /** For the work that the request causes. */
  readonly traceparent: string;
  /** Call this once, with the answer. */
  end(answer: { method: string; route: string; status: string; failed: boolean }): void;
}

/** A solver's work on a task of a job. */
export interface TaskTrace {
  readonly traceId: string | undefined;
  end(error?: unknown): void;
}

export interface Tracing {
  request(headers: IncomingHttpHeaders): RequestTrace;
  /** @param queuedAt epoch milliseconds */
  task(task: {
    jobId: string;
    index: number;
    attempt: number;
    queuedAt: number;
    traceparent: string | undefined;
  }): TaskTrace;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** Trace ids without spans. */
export const untraced: Tracing = {
  request: ({ traceparent }) => new TraceIds(single(traceparent)),
  task: ({ traceparent }) => ({ traceId: parseTraceparent(traceparent)?.traceId, end() {} }),
  async close() {},
};

/** The ids of a request, read or made on first use: most requests log nothing and cause no further work. */
class TraceIds implements RequestTrace {
  readonly #header: string | undefined;
  #parent: TraceParent | undefined;

  constructor(header: string | undefined) {
    this.#header = header;
  }

  get traceId(): string {
    return this.#known.traceId;
  }

  get traceparent(): string {
    return traceparentOf(this.#known);
  }

  end(): void {}

  get #known(): TraceParent {
    this.#parent ??= parseTraceparent(this.#header) ?? newTrace();
    return this.#parent;
  }
}

function newTrace(): TraceParent {
  const traceId = randomUUID().replaceAll('-', '');
  return { traceId, spanId: traceId.slice(16), sampled: false };
}

/** @param endpoint URL of a collector, for OTLP over HTTP */
export async function openTracing(endpoint: string): Promise<Tracing> {
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all(
    [
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ],
  );
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'selvage' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  return new Spans(provider.getTracer('selvage'), () => provider.shutdown());
}

/** Spans of a tracer. */
export class Spans implements Tracing {
  readonly #tracer: Tracer;

  constructor(
    tracer: Tracer,
    readonly close: () => Promise<void>,
  ) {
    this.#tracer = tracer;
  }

  request(headers: IncomingHttpHeaders): RequestTrace {
    const context = contextOf(single(headers.traceparent));
    const span = this.#tracer.startSpan('request', { kind: SpanKind.SERVER }, context);
    const { traceId } = span.spanContext();
    return {
      traceId,
      traceparent: parentOf(span),
      end({ method, route, status, failed }) {
        span.updateName(`${method} ${route}`);
        span.setAttributes({ 'http.request.method': method, 'http.route': route, 'selvage.status': status });
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  task({ jobId, index, attempt, queuedAt, traceparent }: Parameters<Tracing['task']>[0]): TaskTrace {
    const context = contextOf(traceparent);
    const attributes = { 'selvage.job': jobId, 'selvage.task': index, 'selvage.attempt': attempt };
    const queued = { kind: SpanKind.CONSUMER, startTime: queuedAt, attributes };
    if (attempt === 1) this.#tracer.startSpan('wait for a solver', queued, context).end();
    const span = this.#tracer.startSpan('solve', { kind: SpanKind.CONSUMER, attributes }, context);
    return {
      traceId: span.spanContext().traceId,
      end(error) {
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }
}

function contextOf(traceparent: string | undefined): Context {
  const parent = parseTraceparent(traceparent);
  if (parent === undefined) return ROOT_CONTEXT;
  const { traceId, spanId, sampled } = parent;
  const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function parentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return traceparentOf({ traceId, spanId, sampled: traceFlags === TraceFlags.SAMPLED });
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
