/** The frame around every route of every protocol: ids, headers, the answers to failures, and one log line a request. */
import { Code } from '@connectrpc/connect';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Caller } from '../src/services/services.js';
import {
  answerBadPath,
  answerClientError,
  answerErrors,
  answerUnknownRoutes,
  onlyKnownMethods,
  readNoBodies,
} from './failures.js';
import { refuseFaultyHeaders } from './header-faults.js';
import type { Limits } from './limits.js';
import type { Port } from './port.js';
import { requestIdOf } from './request-id.js';
import { RequestLogger } from './request-logger.js';
import { takeTheRest } from './rest-of-request.js';
import { callerKey, outcomeKey } from './rpc/context.js';
import { codeName } from './rpc/error.js';
import type { Answered } from './telemetry/answered.js';
import type { Metrics } from './telemetry/metrics.js';
import { type RequestTrace, type Tracing, untraced } from './telemetry/tracing.js';

export interface FrameOptions {
  readonly port: Port;
  readonly limits: Limits;
  /** Whether the port uses TLS. */
  readonly secure: boolean;
  readonly logger: Logger;
  /** Counts each request. */
  readonly metrics: Pick<Metrics, 'request'>;
  /** Default: trace ids without spans. */
  readonly tracing?: Tracing;
}

// Properties instead of entries of a WeakMap, which burdens the garbage collector.
declare module 'fastify' {
  interface FastifyRequest {
    /** The request has its log line. */
    noted: boolean;
  }
}
declare module 'node:http' {
  interface IncomingMessage {
    trace?: RequestTrace;
  }
}

/** A fastify on the port, without routes. */
export function openFrame({
  port,
  limits,
  secure,
  logger,
  metrics,
  tracing = untraced,
}: FrameOptions): FastifyInstance {
  const note = lineOf(metrics, secure);
  const server = Fastify({
    serverFactory: (handler) => port.serverFactory(onlyKnownMethods(handler)),
    loggerInstance: logger as FastifyBaseLogger,
    logController: new Fastify.LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Fastify calls this first for a request, so its trace begins here.
    childLoggerFactory(parent, bindings, options, raw) {
      const trace = tracing.request(raw.headers);
      raw.trace = trace;
      return new RequestLogger(parent as Logger, () => ({ ...bindings, traceId: trace.traceId }), options);
    },
    bodyLimit: limits.maxBody,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    // The hooks of the routes refuse new work, each in its protocol.
    return503OnClosing: false,
    // An id longer than any is unknown, and its route says so.
    routerOptions: { maxParamLength: limits.maxHeaderSize },
    frameworkErrors(error, request, reply) {
      reply.raw.once('close', () => note(request, reply));
      answerBadPath(error, request, reply);
    },
    clientErrorHandler: answerClientError,
  });
  readNoBodies(server);
  answerErrors(server, answerUnknownRoutes(server));
  addCommonHeaders(server, secure);
  noteRequests(server, note);
  takeTheRest(server);
  refuseFaultyHeaders(server);
  server.addHook('preClose', async () => port.drain());
  return server;
}

/** The line of the log for an address. Fastify does not know of the TLS of a port that it did not make. */
export const listening = (secure: boolean) => (address: string) =>
  `Server listening at ${secure ? address.replace(/^http:/, 'https:') : address}`;

/** Adds the headers of every answer: the id of the request, and the headers that keep a browser from misusing it. */
function addCommonHeaders(server: FastifyInstance, secure: boolean): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}

/**
 * Writes one line a request and measures its time. The line has neither the query, which may hold a key, nor the body. The
 * status of a gRPC call is the name of its code. `cut`: the answer did not reach its end.
 */
function lineOf(metrics: Pick<Metrics, 'request'>, secure: boolean): Note {
  return (request, reply) => {
    if (request.noted) return;
    request.noted = true;
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const cut = !reply.raw.writableEnded;
    const outcome = outcomeOf(request, reply, cut);
    const status = outcome ?? reply.raw.statusCode;
    const ms = Math.round(reply.elapsedTime);
    const { keyId } = callerOf(request) ?? {};
    request.log.info({ method, route, status, ms, keyId, ...(cut ? { cut } : {}) }, 'request');
    const answered: Answered = {
      method,
      route: request.routeOptions.url,
      status: reply.raw.statusCode,
      scheme: secure ? 'https' : 'http',
      protocolVersion: request.raw.httpVersion.replace(/\.0$/, ''),
      call: outcome === undefined ? null : { system: systemOf(request), code: outcome },
      cut,
    };
    metrics.request(answered, reply.elapsedTime / 1000);
    request.raw.trace?.end(answered, request.raw);
  };
}

type Note = (request: FastifyRequest, reply: FastifyReply) => void;

function noteRequests(server: FastifyInstance, note: Note): void {
  server.decorateRequest('noted', false);
  server.addHook('onRequest', (request, reply, done) => {
    // Over HTTP/1.1 an answer neither finishes nor fails when its client goes.
    reply.raw.once('close', () => note(request, reply));
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    note(request, reply);
    done();
  });
}

/** The code of a gRPC call. A cut call may not know yet that it was cancelled. */
function outcomeOf({ rpcContext }: FastifyRequest, { raw }: FastifyReply, cut: boolean): string | undefined {
  if (rpcContext === null || rpcContext === undefined) return undefined;
  const outcome = rpcContext.get(outcomeKey) ?? (cut ? undefined : unreadOutcome(raw));
  return cut && (outcome ?? 'ok') === 'ok' ? 'canceled' : outcome;
}

/**
 * The outcome of a call whose message could not be read, so that no interceptor saw it. gRPC refuses it in a header, and says
 * `internal` of bytes that are not a message, although the client sent them. Connect refuses it in the status of HTTP. The
 * other protocols, and streams of Connect, refuse it in the body, mostly for an unreadable message.
 */
function unreadOutcome(raw: FastifyReply['raw']): string | undefined {
  const code = Number(raw.getHeader('grpc-status') ?? Number.NaN);
  if (code in Code) return codeName(code === Code.Internal ? Code.InvalidArgument : code);
  const connect = raw.statusCode < 400 ? Code.InvalidArgument : unreadByStatus.get(raw.statusCode);
  return connect === undefined ? undefined : codeName(connect);
}

/** For Connect: a message is no JSON or no Protobuf (as for gRPC, the client's fault), is too large, or has an unknown coding. */
const unreadByStatus = new Map([
  [400, Code.InvalidArgument],
  [500, Code.InvalidArgument],
  [429, Code.ResourceExhausted],
  [501, Code.Unimplemented],
]);

function systemOf({ headers }: FastifyRequest): 'grpc' | 'connectrpc' {
  return headers['content-type']?.startsWith('application/grpc') ? 'grpc' : 'connectrpc';
}

function callerOf(request: FastifyRequest): Caller | undefined {
  return request.rpcContext?.get(callerKey) ?? request.restCall?.caller;
}
