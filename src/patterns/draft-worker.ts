/** A drafting thread: one task at a time, loads what it needs, says when the draft itself starts, then answers. */
import { parentPort } from 'node:worker_threads';
import { type DraftAnswer, type DraftTask, plainError } from './draft-message.js';
import { checkContent, draft, prepare } from './patterns.js';

const port = parentPort!;
const answer = (message: DraftAnswer): void => port.postMessage(message);

port.on('message', async ({ request, ...version }: DraftTask) => {
  try {
    if (request !== null) await prepare(version);
    answer({ kind: 'started' });
    if (request === null) await checkContent(version.kind, version.content);
    answer({ kind: 'done', draft: request && (await draft(version, request)) });
  } catch (error) {
    answer({ kind: 'error', error: plainError(error) });
  }
});
