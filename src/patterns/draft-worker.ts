/** A drafting thread: takes one task at a time, loads its needs, reports when the work itself starts, then answers. */
import { parentPort } from 'node:worker_threads';
import { type DraftAnswer, type DraftResults, type DraftTask, plainError } from './draft-message.js';
import { gradeInto } from './grading/grade-into.js';
import { convertFile } from './import/convert.js';
import { checkContent, draft, prepare } from './patterns.js';
import { ownThread } from './thread-time.js';

const port = parentPort!;
const thread = ownThread();
const answer = (message: DraftAnswer): void => port.postMessage(message);

port.on('message', async (task: DraftTask) => {
  try {
    if (task.work === 'draft') await prepare(task.version);
    answer({ kind: 'started', thread });
    answer({ kind: 'done', result: await resultOf(task) });
  } catch (error) {
    answer({ kind: 'error', error: plainError(error) });
  }
});

async function resultOf(task: DraftTask): Promise<DraftResults[keyof DraftResults]> {
  switch (task.work) {
    case 'draft':
      return draft(task.version, task.request);
    case 'check':
      await checkContent(task.kind, task.content);
      return null;
    case 'convert':
      return convertFile(task.file);
    case 'grade':
      return gradeInto(task.grading);
  }
}
