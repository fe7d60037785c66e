/** The header traceparent (W3C Trace Context): the trace of a request, and the span that it comes from. */

export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly sampled: boolean;
}

const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]([0-9a-f])(-|$)/;

/** Undefined: the header is absent or invalid. */
export function parseTraceparent(header: string | undefined): TraceParent | undefined {
  const match = header === undefined ? null : form.exec(header);
  if (match === null) return undefined;
  const [, traceId, spanId, flags] = match;
  return { traceId: traceId!, spanId: spanId!, sampled: Number.parseInt(flags!, 16) % 2 === 1 };
}

export function traceparentOf({ traceId, spanId, sampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
