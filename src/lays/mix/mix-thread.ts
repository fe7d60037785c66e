/** Entry of the thread that mixes markers: see mixer.ts. */
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { type MixTask, solveMix } from './mix-task.js';

// the types of the package are those of its CommonJS build
const load = createRequire(import.meta.url)('highs') as typeof import('highs').default;

const highs = await load();

parentPort!.on('message', (task: MixTask) => parentPort!.postMessage(solveMix(highs, task)));
