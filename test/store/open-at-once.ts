/** Threads that open the embedded store of a folder at the same moment. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const store = new URL('../../src/store/sqlite/sqlite-store.js', import.meta.url).href;

/** The answers of `count` threads for each folder: empty, or the reason why a thread could not open the store. */
export async function openedAtOnce(count: number, folders: readonly string[]): Promise<string[]> {
  const workers = Array.from({ length: count }, () => new Worker(opener, { eval: true, workerData: { store } }));
  const answers: string[] = [];
  const all = (message: object): Promise<string[]> =>
    Promise.all(
      workers.map(async (worker) => {
        const answer = once(worker, 'message') as Promise<[string]>;
        worker.postMessage(message);
        return (await answer)[0];
      }),
    );
  try {
    for (const folder of folders) {
      await all({ folder, stage: 'ready' });
      answers.push(...(await all({ folder, stage: 'open' })).filter((answer) => answer !== ''));
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return answers;
}

/** Reports that everything is loaded, then opens and closes the store of a folder on command. */
const opener = `
const { parentPort, workerData } = require('node:worker_threads');
const loaded = import(workerData.store);
parentPort.on('message', async ({ folder, stage }) => {
  const { openSqliteStore } = await loaded;
  if (stage === 'ready') return parentPort.postMessage('');
  try {
    await openSqliteStore(folder).close();
    parentPort.postMessage('');
  } catch (error) {
    parentPort.postMessage(String(error.message));
  }
});
`;
