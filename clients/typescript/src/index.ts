/** What Node and browsers share; transports are made by `selvage-client/node` and `selvage-client/web`. */
export { type SelvageClient, type SelvageOptions, selvageClient } from './client.js';
export { type KnownJob, NestCut, type NestOptions } from './nest-stream.js';
export { type RetryOptions, retryDelayMs, shouldRetry } from './retry.js';
