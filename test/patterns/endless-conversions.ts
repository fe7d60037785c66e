/** A thread of the pool that drafts as the others do, and never ends with a file. */
import { parentPort } from 'node:worker_threads';
import type { DraftAnswer, DraftTask } from '../../src/patterns/draft-message.js';

parentPort!.on('message', ({ work }: DraftTask) => {
  if (work !== 'convert') return;
  parentPort!.postMessage({ kind: 'started' } satisfies DraftAnswer);
  for (;;);
});
await import('../../src/patterns/draft-worker.js');
