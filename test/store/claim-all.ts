/** A process that claims tasks until there are none, and prints each: claim-all.js LOCATION NAME */
import { openStore, type StoreLocation } from '../../src/store/open-store.js';

const [location, worker] = process.argv.slice(2) as [string, string];
const store = await openStore(JSON.parse(location) as StoreLocation);
for (;;) {
  const task = await store.claimTask({
    queues: ['fast', 'slow'],
    worker,
    now: Date.now(),
    leaseUntil: Date.now() + 60_000,
  });
  if (task === null) break;
  process.stdout.write(`${task.jobId}/${task.index}\n`);
}
await store.close();
// The channel to the parent would keep the process alive.
process.disconnect?.();
