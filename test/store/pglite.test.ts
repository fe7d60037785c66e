/** Tests the PostgreSQL adapter's statements on PostgreSQL in WebAssembly, for machines without a server. */
import { postgresStore } from '../../src/store/postgres/postgres-store.js';
import { storeContract } from './contract.js';
import { pgliteDatabase } from './pglite-database.js';
import { postgresTables } from './tables.js';

storeContract('PGlite', async () => {
  const database = pgliteDatabase();
  const store = await postgresStore(database);
  const tables = postgresTables(async (sql) => (await database.run<Record<string, unknown>>(sql, [])).rows);
  return { store, tables, close: () => store.close() };
});
