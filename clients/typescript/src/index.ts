/** The common part for Node and browsers; `selvage-client/node` and `selvage-client/web` make the transports. */
export { type SelvageClient, type SelvageOptions, selvageClient } from './client.js';
export { type KnownJob, NestCut, type NestOptions } from './nest-stream.js';
export { type RetryOptions, retryDelayMs, shouldRetry } from './retry.js';
