/** A drafting thread that gets no processor for a second before it answers, as on an overloaded machine. */
import { parentPort } from 'node:worker_threads';
import type { DraftAnswer } from '../../src/patterns/draft-message.js';
import { ownThread } from '../../src/patterns/thread-time.js';

parentPort!.on('message', () => {
  parentPort!.postMessage({ kind: 'started', thread: ownThread() } satisfies DraftAnswer);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  parentPort!.postMessage({ kind: 'done', result: null } satisfies DraftAnswer);
});
