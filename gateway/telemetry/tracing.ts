/**
 * Traces from the gateway through the queue to the solver. Every request has a trace id, for the logs. Spans are made and sent
 * only with a configured collector, and only then is OpenTelemetry's SDK loaded.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { type Answered, attributesOf, spanNameOf } from './answered.js';
import { resourceAttributes } from './resource.js';
import { parseTraceparent, type TraceParent, traceparentOf } from './trace-context.js';

/** A request in its trace. */
export interface RequestTrace {
  readonly traceId: string;
  /** For the work that the request causes. */
  readonly traceparent: string;
  /** Call this once, with the answer to the request. */
  end(answered: Answered, request: Pick<IncomingMessage, 'url' | 'headers'>): void;
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
    queue: string;
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
    resource: resourceFromAttributes(resourceAttributes()),
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
      end(answered, request) {
        span.updateName(spanNameOf(answered));
        const attributes = attributesOf(answered);
        span.setAttributes({ ...attributes, ...placeOf(answered, request) });
        if (answered.call === null) span.setAttribute('http.response.status_code', answered.status);
        if (attributes['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  task({ jobId, index, attempt, queue, queuedAt, traceparent }: Parameters<Tracing['task']>[0]): TaskTrace {
    const context = contextOf(traceparent);
    const attributes = {
      'messaging.system.name': 'selvage',
      'messaging.destination.name': queue,
      'messaging.message.id': jobId,
      'selvage.task.index': index,
      'selvage.task.attempt': attempt,
    };
    const queued = { kind: SpanKind.INTERNAL, startTime: queuedAt, attributes };
    if (attempt === 1) this.#tracer.startSpan('wait for a solver', queued, context).end();
    const operation = { 'messaging.operation.name': 'process', 'messaging.operation.type': 'process' };
    const processing = { kind: SpanKind.CONSUMER, attributes: { ...attributes, ...operation } };
    const span = this.#tracer.startSpan(`process ${queue}`, processing, context);
    return {
      traceId: span.spanContext().traceId,
      end(error) {
        if (error !== undefined) {
          span.setAttribute('error.type', error instanceof Error ? error.name : '_OTHER');
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  }
}

/** The server as the client names it, and the path of an HTTP request. A query may hold a key, so it stays out. */
function placeOf({ call, scheme }: Answered, { url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): Attributes {
  const authority = headers[':authority'] ?? headers.host;
  const named = `${scheme}://${authority}`;
  const at = typeof authority === 'string' && URL.canParse(named) ? new URL(named) : undefined;
  const port = at?.port || (scheme === 'https' ? '443' : '80');
  return {
    ...(at && { 'server.address': at.hostname, 'server.port': Number(port) }),
    ...(call === null && { 'url.path': (url ?? '/').split('?', 1)[0]! }),
  };
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
