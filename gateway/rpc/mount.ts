/** Connect's handlers on the frame: gRPC, gRPC-web and Connect, over HTTP/1.1 and HTTP/2. */
import type { Readable } from 'node:stream';
import {
  type ConnectError,
  type ConnectRouter,
  type ConnectRouterOptions,
  type ContextValues,
  createContextValues,
} from '@connectrpc/connect';
import { fastifyConnectPlugin } from '@connectrpc/connect-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusalKey, requestIdKey } from './context.js';

/** Fills the context of a call before its body is read: with the caller, or with why there is none. */
export type Admit = (request: FastifyRequest, context: ContextValues) => Promise<void>;

declare module 'fastify' {
  interface FastifyRequest {
    rpcContext: ContextValues | null;
  }
}

export async function mountRpc(
  frame: FastifyInstance,
  routes: (router: ConnectRouter) => void,
  { admit, ...options }: ConnectRouterOptions & { admit?: Admit },
): Promise<void> {
  await frame.register(async (scope) => {
    scope.decorateRequest('rpcContext', null);
    scope.addHook('preHandler', async (request) => {
      const context = createContextValues().set(requestIdKey, request.id);
      request.rpcContext = context;
      await admit?.(request, context);
      request.body = bytesOf(request.raw, context.get(refusalKey));
    });
    await scope.register(fastifyConnectPlugin, {
      ...options,
      routes,
      contextValues: (request) => request.rpcContext!,
    });
  });
}

/**
 * The body of a request, which for one that is refused fails at once, so that nothing of it is gathered.
 *
 * A handler that stops reading leaves the request open: a destroyed one of HTTP/1.1 would leave the rest of its bytes on
 * the connection, which could then be used no more.
 */
async function* bytesOf(request: Readable, refusal: ConnectError | undefined): AsyncGenerator<Uint8Array> {
  if (refusal) throw refusal;
  yield* request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
}
