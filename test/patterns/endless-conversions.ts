/** Begins every conversion of the thread, and never ends it. */
import { parentPort } from 'node:worker_threads';
import type { DraftAnswer, DraftTask } from '../../src/patterns/draft-message.js';
import { ownThread } from '../../src/patterns/thread-time.js';

parentPort!.on('message', ({ work }: DraftTask) => {
  if (work !== 'convert') return;
  parentPort!.postMessage({ kind: 'started', thread: ownThread() } satisfies DraftAnswer);
  for (;;);
});
