/** Tests the PostgreSQL adapter's statements on PostgreSQL in WebAssembly, for machines without a server. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrate, migrations } from '../../src/store/postgres/migrate.js';
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

test('a program that only shows refuses an older schema, and leaves it as it is', async () => {
  const database = pgliteDatabase();
  const older = migrations.length - 1;
  await migrate(database, older);
  const refusal = await postgresStore(database, true).catch((error: unknown) => error);
  assert.match(String(refusal), `it is of an older version of Selvage, with schema ${older}`);
  const { rows } = await database.run<{ number: number }>('SELECT number FROM schema_version', []);
  assert.equal(
    rows.map(({ number }) => number),
    [older],
  );
  await migrate(database);
  await (await postgresStore(database, true)).close();
  await (await postgresStore(pgliteDatabase(), true)).close();
});

test.run();
