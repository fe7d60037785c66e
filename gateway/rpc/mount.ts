/** Connect's handlers on the frame: gRPC, gRPC-web and Connect, over HTTP/1.1 and HTTP/2. */
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { DescMessage } from '@bufbuild/protobuf';
import {
  type ConnectRouter,
  type ConnectRouterOptions,
  type ContextValues,
  createContextValues,
} from '@connectrpc/connect';
import { fastifyConnectPlugin } from '@connectrpc/connect-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TimeSlices } from '../../src/concurrency/time-slices.js';
import { ServiceError } from '../../src/errors.js';
import type { BodyBudget } from '../body-budget.js';
import { atMost } from '../quota.js';
import { bodyHoldKey, largestBodyKey, refusalKey, requestIdKey, traceparentKey } from './context.js';
import { connectError } from './error.js';
import { failInOneBlock } from './trailers-only.js';
import { type Weighing, weighed } from './weighed.js';

/** The type of the one message that a call of this path sends; undefined: it may send several, or is not one of our calls. */
export type InputOf = (path: string) => DescMessage | undefined;

/** Fills the context of a call before its body is read, with the caller or with the reason of its refusal. */
export type Admit = (request: FastifyRequest, reply: FastifyReply, context: ContextValues) => Promise<void>;

declare module 'fastify' {
  interface FastifyRequest {
    rpcContext: ContextValues | null;
  }
}

export interface RpcOptions {
  readonly admit?: Admit;
  readonly inputOf?: InputOf;
  /** Budget for the bytes of all bodies; default: no limit. */
  readonly budget?: BodyBudget;
  /** Largest message in JSON with maps; default: that of all messages. */
  readonly maxMapJson?: number;
  /** Large messages are checked in slices. */
  readonly slices: TimeSlices;
}

export async function mountRpc(
  frame: FastifyInstance,
  routes: (router: ConnectRouter) => void,
  { admit, inputOf, budget, slices, maxMapJson, ...options }: ConnectRouterOptions & RpcOptions,
): Promise<void> {
  const most = options.readMaxBytes ?? Number.POSITIVE_INFINITY;
  await frame.register(async (scope) => {
    scope.decorateRequest('rpcContext', null);
    scope.addHook('preHandler', async (request, reply) => {
      failInOneBlock(request, reply);
      const context = createContextValues()
        .set(requestIdKey, request.id)
        .set(traceparentKey, request.raw.trace?.traceparent);
      request.rpcContext = context;
      const hold = budget?.open();
      context.set(bodyHoldKey, hold);
      // Needed if no handler begins, which would release the message.
      reply.raw.once('close', () => hold?.release());
      // Connect waits for a full stream to drain and does not notice its close. This makes it ask for the next message,
      // and so learn that the call was aborted.
      reply.raw.once('close', () => reply.raw.emit('drain'));
      await admit?.(request, reply, context);
      const type = inputOf?.(request.routeOptions.url ?? '');
      request.body = bytesOf(request, context, slices, type, { most, mostMapJson: maxMapJson ?? most });
    });
    await scope.register(fastifyConnectPlugin, {
      ...options,
      routes,
      contextValues: (request) => request.rpcContext!,
    });
  });
}

/**
 * The body of a request. For a refused call it fails at once, so that nothing is gathered.
 *
 * The unread rest flows away, and the answer waits for it for a moment. If the request were destroyed, its bytes would stay on
 * the connection of HTTP/1.1. And a client of HTTP/2 that is answered while it sends ends its body short of its content-length.
 * nghttp2 resets that as a protocol error, which clients in Go take for the answer.
 */
async function* bytesOf(
  { raw, headers }: FastifyRequest,
  context: ContextValues,
  slices: TimeSlices,
  type: DescMessage | undefined,
  limits: Pick<Weighing, 'most' | 'mostMapJson'>,
): AsyncGenerator<Uint8Array> {
  try {
    const refusal = context.get(refusalKey);
    if (refusal) throw refusal;
    const all = (raw as Readable).iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
    const limit = context.get(largestBodyKey);
    const within = limit === Number.POSITIVE_INFINITY ? all : atMost(limit, all);
    const hold = context.get(bodyHoldKey);
    const bytes = hold === undefined ? within : hold.taking(within);
    const unpacked = (piece: Uint8Array) => hold?.take(piece.length);
    yield* type === undefined ? bytes : weighed(bytes, { type, headers, ...limits, unpacked, slices });
  } catch (error) {
    throw error instanceof ServiceError ? connectError(error, context.get(requestIdKey)) : error;
  } finally {
    if (!raw.readableEnded) await flowAway(raw);
  }
}

/** Longest time that an answer waits for the rest of an unread request. */
const longestWait = 1_000;

async function flowAway(request: Readable): Promise<void> {
  // The iterator removes its listener in this turn, and the stream notices in the next.
  await setImmediate();
  request.resume();
  await Promise.race([
    finished(request, { writable: false }).catch(() => {}),
    setTimeout(longestWait, undefined, { ref: false }),
  ]);
}
