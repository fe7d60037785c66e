/**
 * Preloaded into a service: on request it tells the parent process how busy the event loop of its main thread was so
 * far.
 */
import { performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  process.on('message', () => process.send?.(performance.eventLoopUtilization()));
  process.channel?.unref();
}
