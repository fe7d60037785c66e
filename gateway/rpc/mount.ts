/** Connect's handlers on the frame: gRPC, gRPC-web and Connect, over HTTP/1.1 and HTTP/2. */
import type { Readable } from 'node:stream';
import { type ConnectRouter, type ConnectRouterOptions, createContextValues } from '@connectrpc/connect';
import { fastifyConnectPlugin } from '@connectrpc/connect-fastify';
import type { FastifyInstance } from 'fastify';
import { requestIdKey } from './context.js';

export async function mountRpc(
  frame: FastifyInstance,
  routes: (router: ConnectRouter) => void,
  options: ConnectRouterOptions,
): Promise<void> {
  await frame.register(async (scope) => {
    scope.addHook('preHandler', async (request) => {
      request.body = bytesOf(request.raw);
    });
    await scope.register(fastifyConnectPlugin, {
      ...options,
      routes,
      contextValues: (request) => createContextValues().set(requestIdKey, request.id),
    });
  });
}

/**
 * The body of a request. A handler that stops reading leaves it open: a destroyed request of HTTP/1.1 would leave the
 * rest of its bytes on the connection, which could then be used no more.
 */
async function* bytesOf(request: Readable): AsyncGenerator<Uint8Array> {
  yield* request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
}
