/**
 * An answered request in the words of OpenTelemetry's semantic conventions (1.45), for metrics and spans alike. A call of gRPC, gRPC-Web or
 * Connect is described as a call, every other request as HTTP.
 */

/** The answer to a request. */
export interface Answered {
  /** The method of HTTP. */
  readonly method: string;
  /** As mounted, such as `/api/v1/nest/:jobId`; undefined: no route. */
  readonly route: string | undefined;
  /** Of HTTP. */
  readonly status: number;
  readonly scheme: 'http' | 'https';
  /** Such as `2` or `1.1`. */
  readonly protocolVersion: string;
  /** Null: no remote procedure call. */
  readonly call: {
    readonly system: 'grpc' | 'connectrpc';
    /** The name of its code, such as `not_found`. */
    readonly code: string;
  } | null;
  /** The client or the service ended the connection before the end of the answer. */
  readonly cut: boolean;
}

export type Attributes = Readonly<Record<string, string>>;

/** Codes for which the conventions blame the server. */
const faults = new Set(['unknown', 'deadline_exceeded', 'unimplemented', 'internal', 'unavailable', 'data_loss']);

/** The attributes with few values. */
export function attributesOf(answered: Answered): Attributes {
  const { call, method, route, scheme, status, protocolVersion } = answered;
  if (call !== null) {
    const code = codeOf(call);
    return {
      'rpc.system.name': call.system,
      'rpc.method': methodOf(route),
      ...(code !== undefined && { 'rpc.status_code': code }),
      ...(code !== undefined && faults.has(call.code) && { 'error.type': code }),
    };
  }
  const failure = answered.cut ? 'cut' : status >= 500 ? `${status}` : undefined;
  return {
    'http.request.method': method,
    ...(route !== undefined && { 'http.route': route }),
    'http.response.status_code': `${status}`,
    'network.protocol.version': protocolVersion,
    'url.scheme': scheme,
    ...(failure !== undefined && { 'error.type': failure }),
  };
}

export function spanNameOf({ method, route, call }: Answered): string {
  if (call !== null) return methodOf(route);
  return route === undefined ? method : `${method} ${route}`;
}

/** Names of gRPC are in capitals. Connect has a code only for errors. */
function codeOf({ system, code }: NonNullable<Answered['call']>): string | undefined {
  if (system === 'connectrpc') return code === 'ok' ? undefined : code;
  return code === 'canceled' ? 'CANCELLED' : code.toUpperCase();
}

/** A route of a call is the name of its method. */
function methodOf(route: string | undefined): string {
  return route?.slice(1) ?? '_OTHER';
}

/** A name of OpenTelemetry as Prometheus has it. */
export const inPrometheus = (name: string): string => name.replaceAll('.', '_');
