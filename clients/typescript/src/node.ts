/** The client in Node: gRPC over HTTP/2. */
import { createGrpcTransport } from '@connectrpc/connect-node';
import { type SelvageClient, type SelvageOptions, selvageClient } from './client.js';

export * from './index.js';

export function createSelvageClient(options: SelvageOptions): SelvageClient {
  return selvageClient(options, (interceptors) =>
    createGrpcTransport({ baseUrl: options.url, interceptors, readMaxBytes: largestMessage }),
  );
}

/** A layout of ten thousand parts takes several MiB. */
const largestMessage = 256 * 1024 * 1024;
