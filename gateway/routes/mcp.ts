/**
 * POST /mcp: the Model Context Protocol over streamable HTTP, with the keys and limits of every route.
 *
 * A message is answered for itself, so any gateway of many can take it. The session id that an agent gets only tells which
 * request a cancellation means, and no gateway keeps anything for it between two requests.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../src/errors.js';
import type { JsonObject, ParsedJson } from '../../src/json/json.js';
import type { Services } from '../../src/services/services.js';
import { parseBody } from '../receive.js';
import { callOf } from './call.js';

const reception = { invalid: 'malformed', nullMeansAbsent: false, optional: false } as const;

/** The headers of a request that the SDK checks, ... */
const checked = ['accept', 'content-type', 'mcp-protocol-version'];
/** ... and those of its answer. The connection is the gateway's own. */
const answered = ['content-type', 'cache-control', 'x-accel-buffering'];

export function mcpRoutes(instance: FastifyInstance, services: Services): void {
  /** The requests that are being answered, by session and id. */
  const open = new Map<string, AbortController>();

  instance.post('/mcp', async (request, reply) => {
    requireOwnOrigin(request);
    const message = await parseBody(request, reception);
    if (!(message instanceof Map)) {
      throw new ServiceError('malformed', 'The request body must be one JSON-RPC message, not a batch');
    }
    const method = message.get('method');
    if (method === 'notifications/cancelled')
      open.get(nameOf(request, cancelledId(message)) ?? '')?.abort(cancellation);
    if (method === 'initialize') reply.header('mcp-session-id', randomUUID());

    const name = nameOf(request, message.get('id'));
    const cancelled = new AbortController();
    if (name !== undefined) open.set(name, cancelled);
    const end = () => {
      if (name !== undefined && open.get(name) === cancelled) open.delete(name);
    };
    reply.raw.once('close', end);

    const { answerMessage } = await import('../mcp/server.js');
    const headers = new Headers(checked.flatMap((key) => headerOf(request, key)));
    const { log } = request;
    const received = { message, headers, call: callOf(request), cancelled: cancelled.signal, log };
    const { response, close } = await answerMessage(services, received);
    reply.raw.once('close', () => void close());
    if (reply.raw.destroyed) await close();

    for (const key of answered) {
      const value = response.headers.get(key);
      if (value !== null) reply.header(key, value);
    }
    reply.code(response.status);
    return reply.send(response.body === null ? undefined : Readable.fromWeb(response.body as ReadableStream));
  });
}

const cancellation = new ServiceError('cancelled', 'The client cancelled the call');

const headerOf = ({ headers }: FastifyRequest, key: string): [string, string][] => {
  const value = headers[key];
  return typeof value === 'string' ? [[key, value]] : [];
};

/** A name for a request, by its key, session and id; undefined: a notification, or a client without a session. */
function nameOf(request: FastifyRequest, id: ParsedJson | undefined): string | undefined {
  const session = request.headers['mcp-session-id'];
  if (typeof session !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  return JSON.stringify([callOf(request).caller.keyId, session, id]);
}

function cancelledId(message: JsonObject): ParsedJson | undefined {
  const params = message.get('params');
  return params instanceof Map ? (params as JsonObject).get('requestId') : undefined;
}

/** A page of another site must not call a service near its reader, as the specification of the protocol says. */
function requireOwnOrigin({ headers, host }: FastifyRequest): void {
  const { origin } = headers;
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return;
  throw new ServiceError('permission_denied', `The origin ${origin.slice(0, 100)} must not call this service`);
}
