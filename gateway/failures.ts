/** Answers every failure that the routes do not answer themselves with a problem body, wherever it arose. */

import { randomUUID } from 'node:crypto';
import { METHODS, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorKind, errorTable, ServiceError } from '../src/errors.js';
import { problem, problemType, publicError, sendProblem } from './problem.js';
import { requestIdOf } from './request-id.js';

/** `answerUnknown`: the result of `answerUnknownRoutes`. */
export function answerErrors(server: FastifyInstance, answerUnknown: Answer): void {
  server.setErrorHandler((error: FastifyError | Error, request, reply) => {
    // Fastify asks a QUERY request for its Content-Type before it looks for a route, and no route has QUERY.
    if ('code' in error && error.code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return answerUnknown(request, reply);
    const known = publicError(frameworkError(error, request) ?? error, request.id);
    // The client has gone, so nobody could read an answer.
    if (known.kind === 'cancelled' || reply.raw.destroyed) return reply.hijack();
    if (errorTable[known.kind].http >= 500) request.log.error({ err: error }, 'a request failed');
    return sendProblem(reply, known);
  });
}

/** A path that fastify cannot route, before any hook has run. */
export function answerBadPath(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  const message = 'The path is not correctly percent-encoded';
  sendProblem(reply, new ServiceError('malformed', message, { code: 'malformed_path', cause: error }));
}

/** Fastify's own refusals, by their codes. */
function frameworkError(error: FastifyError | Error, request: FastifyRequest): ServiceError | undefined {
  if (!('code' in error)) return undefined;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const limit = request.routeOptions.bodyLimit ?? 0;
      return new ServiceError('too_large', `The body is larger than the limit of ${limit} bytes`, {
        code: 'body_too_large',
        cause: error,
      });
    }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': {
      const type = request.headers['content-type'];
      const sent = type === undefined ? 'The body has no Content-Type' : `The Content-Type is ${type}`;
      return new ServiceError('unsupported_media_type', `${sent}; application/json is required`, { cause: error });
    }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ServiceError('malformed', 'The length of the body differs from its Content-Length', { cause: error });
    default:
      return undefined;
  }
}

/**
 * Removes fastify's own parsers. The body of a request without a route is not read, and each route that wants one adds its
 * parser.
 */
export function readNoBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** 404 for an unknown path; 405 with Allow, and the answer to OPTIONS, for a known one. */
export function answerUnknownRoutes(server: FastifyInstance): Answer {
  const routes: { path: RegExp; methods: Set<string> }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    const path = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:[^/]+/g, '[^/]+')}$`);
    const known = routes.find((route) => route.path.source === path.source);
    const methods = [method].flat();
    if (known) for (const each of methods) known.methods.add(each);
    else routes.push({ path, methods: new Set(methods) });
  });
  const answer: Answer = (request, reply) => {
    const path = request.url.replace(/\?.*$/s, '');
    const methods = new Set(routes.filter((route) => route.path.test(path)).flatMap((route) => [...route.methods]));
    if (methods.size === 0) {
      const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path;
      return sendProblem(
        reply,
        new ServiceError('not_found', `The route ${shown} does not exist`, { code: 'unknown_route' }),
      );
    }
    const allow = [...methods, 'OPTIONS'].join(', ');
    reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.code(204).send();
    return sendProblem(
      reply,
      new ServiceError('method_not_allowed', `${path} does not support ${request.method}; it supports ${allow}`),
    );
  };
  server.setNotFoundHandler(answer);
  return answer;
}

/**
 * Answers a method unknown to HTTP, which arrives over HTTP/2 alone. Fastify would answer it with a page of log lines.
 */
export function onlyKnownMethods(handler: RequestListener): RequestListener {
  const known = new Set(METHODS);
  const allowed = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';
  return (request, response) => {
    if (known.has(request.method ?? '')) return handler(request, response);
    const requestId = requestIdOf(request.headers['x-request-id']);
    const error = new ServiceError(
      'method_not_allowed',
      `The service does not know this HTTP method; it serves ${allowed}`,
    );
    const body = problem(error, requestId);
    response.writeHead(body.status, { 'content-type': problemType, allow: allowed, 'x-request-id': requestId });
    response.end(JSON.stringify(body));
    request.resume();
  };
}

/** Bytes that are not an HTTP request, or come too slowly to be one. The only way to answer is the socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // These bytes follow a request whose answer has begun, and nothing may be written into that.
  const begun = (socket as Answering)._httpMessage;
  if (begun?.headersSent) {
    if (begun.writableEnded) socket.destroySoon();
    else socket.destroy();
    return;
  }
  const [status, kind, message] = refusals.get(error.code ?? '') ?? malformedRequest;
  const requestId = randomUUID();
  const body = JSON.stringify({ ...problem(new ServiceError(kind, message), requestId), status });
  const head = [
    `HTTP/1.1 ${status} ${errorTable[kind].title}`,
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Node's own listener reads this member, which its types lack. */
type Answering = Socket & { readonly _httpMessage?: ServerResponse | null };

type Refusal = readonly [status: number, kind: ErrorKind, message: string];

const malformedRequest: Refusal = [400, 'malformed', 'The bytes received are not an HTTP request'];

const refusals = new Map<string, Refusal>([
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'malformed', 'The request was not received in time']],
  ['HPE_HEADER_OVERFLOW', [431, 'malformed', 'The header of the request is too large']],
]);
