/** Eight processes that claim 10,000 tasks at the same time, on both engines. */
import { test } from 'uvu';
import { claimedOnceInOrder } from '../store/claims.js';
import { startPostgres } from '../store/postgres-server.js';
import { type TemporaryStore, temporaryFile, temporarySchema } from '../store/temporary-store.js';
import { amount, figure } from './mode.js';

const tasks = amount(10_000, 400);
const processes = 8;

async function claimAll(engine: string, open: () => Promise<TemporaryStore>): Promise<void> {
  const store = await open();
  await claimedOnceInOrder(store, tasks, processes);
  figure(`${engine}: tasks that ${processes} processes claimed once and in order`, tasks);
  await store.close();
}

test('every task of the embedded store is claimed once, in its order', () => claimAll('SQLite', temporaryFile));

const server = await startPostgres();
if (server) {
  test.after(() => server.stop());
  test('every task of PostgreSQL is claimed once, in its order', () =>
    claimAll('PostgreSQL', () => temporarySchema(server.url)));
} else figure('skipped', 'PostgreSQL is not installed here');

test.run();
