/** The thread of a file that never answers to "wait", ends without a word at "end", and works on all else as the real one. */
import { workerData } from 'node:worker_threads';

const { source } = workerData as { readonly source?: string };
if (source === 'wait') setInterval(() => {}, 1_000_000);
else if (source === 'end') process.exit(0);
else await import('../../src/services/files/file-thread.js');
