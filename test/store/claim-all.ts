/** A process that claims tasks until none is left, and prints each: claim-all.js LOCATION NAME */
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../src/errors.js';
import { openStore, type StoreLocation } from '../../src/store/open-store.js';
import type { TaskRecord } from '../../src/store/store.js';

const [location, worker] = process.argv.slice(2) as [string, string];
const store = await openStore(JSON.parse(location) as StoreLocation);

/** Claims as a host does, and tries again if the store was too busy. */
async function claim(): Promise<TaskRecord | null> {
  for (;;) {
    try {
      return await store.claimTask({
        queues: ['fast', 'slow'],
        worker,
        now: Date.now(),
        leaseUntil: Date.now() + 60_000,
      });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'store_unavailable') throw error;
      await delay(1_000);
    }
  }
}

for (let task = await claim(); task !== null; task = await claim()) {
  process.stdout.write(`${task.jobId}/${task.index}\n`);
}
await store.close();
// The channel to the parent would keep the process alive.
process.disconnect?.();
