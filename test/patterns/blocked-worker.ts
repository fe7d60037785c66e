/** A drafting thread that loads for ever where `hipEase` is 7, and otherwise drafts like the others. */
import { parentPort } from 'node:worker_threads';
import type { DraftTask } from '../../src/patterns/draft-message.js';

parentPort!.on('message', (task: DraftTask) => {
  if (task.work === 'draft' && task.request.variables.hipEase === 7) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
});
await import('../../src/patterns/draft-worker.js');
