/**
 * A solver host in a process of its own: host-process.js LOCATION. It reports when it is ready, and lives until it is killed.
 */
import { openJobs } from '../../src/jobs/open-jobs.js';
import { openStore, type StoreLocation } from '../../src/store/open-store.js';
import { simulatedSolver } from './workbench.js';

const store = await openStore(JSON.parse(process.argv[2]!) as StoreLocation);
openJobs({ store, retentionMs: 86_400_000, solvers: 1, queues: ['fast', 'slow'], threadEntry: simulatedSolver });
process.on('disconnect', () => process.exit());
process.send?.('ready');
