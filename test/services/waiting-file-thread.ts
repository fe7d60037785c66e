/** A file thread that never answers to "wait" and ends silently at "end". All else it processes as the real one does. */
import { workerData } from 'node:worker_threads';

const { source } = workerData as { readonly source?: string };
if (source === 'wait') setInterval(() => {}, 1_000_000);
else if (source === 'end') process.exit(0);
else await import('../../src/services/files/file-thread.js');
