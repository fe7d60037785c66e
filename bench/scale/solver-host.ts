/** A worker process with simulated solvers: solver-host.js LOCATION THREADS. It begins at the first message. */
import { once } from 'node:events';
import { openSolverHost } from '../../src/jobs/open-jobs.js';
import { openStore, type StoreLocation } from '../../src/store/open-store.js';
import { simulatedSolver } from '../../test/jobs/workbench.js';

const [location, threads] = process.argv.slice(2) as [string, string];
const store = await openStore(JSON.parse(location) as StoreLocation);
process.on('disconnect', () => process.exit());
process.send?.('ready');
await once(process, 'message');
openSolverHost({ store, solvers: Number(threads), queues: ['slow'], threadEntry: simulatedSolver });
