/** Tests the PostgreSQL adapter's statements on PostgreSQL in WebAssembly, for machines without a server. */
import { postgresStore } from '../../src/store/postgres/postgres-store.js';
import { storeContract } from './contract.js';
import { pgliteDatabase } from './pglite-database.js';

storeContract('PGlite', async () => {
  const store = await postgresStore(pgliteDatabase());
  return { store, close: () => store.close() };
});
