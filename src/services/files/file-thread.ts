/** Entry of the thread that processes one file: see file-threads.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ReadTask, WriteTask } from './file-threads.js';
import { processFile } from './process-file.js';

parentPort!.postMessage(await processFile(workerData as ReadTask | WriteTask));
