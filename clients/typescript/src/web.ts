/** The client in browsers and other places with `fetch`: the Connect protocol. */
import { createConnectTransport } from '@connectrpc/connect-web';
import { type SelvageClient, type SelvageOptions, selvageClient } from './client.js';

export * from './index.js';

export function createSelvageClient(options: SelvageOptions): SelvageClient {
  return selvageClient(options, (interceptors) =>
    createConnectTransport({ baseUrl: options.url, interceptors, useBinaryFormat: true }),
  );
}
