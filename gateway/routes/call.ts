/**
 * Prepares every route of /api before its body is read: a caller within the limits of its plan, and a signal that ends the work
 * with the client.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FieldProblem, ServiceError } from '../../src/errors.js';
import type { Call, Services } from '../../src/services/services.js';
import { credentialsOf } from '../caller.js';
import { idempotencyKeyOf } from '../idempotency-key.js';
import { countRequest } from '../quota.js';
import { endingError, type Serving } from '../serving.js';

// A property instead of an entry of a WeakMap, which would halve the throughput of a small call in the collector.
declare module 'fastify' {
  interface FastifyRequest {
    restCall: Call | null;
  }
}

/** `ending` is aborted when the service can no longer wait for open requests. */
export function requireCaller(
  instance: FastifyInstance,
  services: Services,
  serving: Serving,
  ending: AbortSignal,
): void {
  instance.decorateRequest('restCall', null);
  instance.addHook('onRequest', async (request, reply) => {
    if (serving.isEnding) throw endingError();
    const caller = await services.authenticate(credentialsOf(request.headers));
    countRequest(services, caller, reply);
    request.restCall = new RestCall(caller, request.id, reply, ending);
  });
}

/** The call of a request that `requireCaller` admitted. */
export function callOf(request: FastifyRequest): Call {
  const call = request.restCall;
  if (call === null) throw new TypeError('a route was mounted without authentication');
  return call;
}

/** The same call, with the unreadable parts of its request. */
export function callWith(request: FastifyRequest, unread: readonly FieldProblem[]): Call {
  const call = callOf(request);
  if (unread.length > 0) (call as RestCall).unread = unread;
  return call;
}

/** Adds headers to the answer of a request that `requireCaller` admitted. */
export function addHeaders(request: FastifyRequest, headers: Readonly<Record<string, string>>): void {
  (callOf(request) as RestCall).reply.headers(headers);
}

/** Makes its signal on first use: most operations are over before a client could go. */
class RestCall implements Call {
  unread: readonly FieldProblem[] = [];
  #signal: AbortSignal | undefined;

  constructor(
    readonly caller: Call['caller'],
    readonly requestId: string,
    readonly reply: FastifyReply,
    readonly ending: AbortSignal,
  ) {}

  get idempotencyKey(): string | undefined {
    const header = this.reply.request.headers['idempotency-key'];
    return idempotencyKeyOf(Array.isArray(header) ? header.join(', ') : header);
  }

  get traceparent(): string | undefined {
    return this.reply.request.raw.trace?.traceparent;
  }

  get signal(): AbortSignal {
    this.#signal ??= goneSignal(this.reply, this.ending);
    return this.#signal;
  }
}

/** Aborted when the client goes before its answer is whole, or when the service ends. */
function goneSignal(reply: FastifyReply, ending: AbortSignal): AbortSignal {
  const gone = new AbortController();
  const end = () => gone.abort(endingError());
  ending.addEventListener('abort', end);
  const closed = () => {
    ending.removeEventListener('abort', end);
    // `writableFinished` would not do: the stream of HTTP/2 also sets it on a reset.
    if (!reply.raw.writableEnded) gone.abort(new ServiceError('cancelled', 'The client has gone'));
  };
  reply.raw.once('close', closed);
  if (reply.raw.destroyed) closed();
  if (ending.aborted) end();
  return gone.signal;
}
