/**
 * Picks the engine of the store. The embedded SQLite file serves one machine; a PostgreSQL adapter for many hosts has
 * its place here, chosen by `databaseUrl`.
 */
import { ServiceError } from '../errors.js';
import { openSqliteStore } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';

export interface StoreLocation {
  /** Folder of the embedded store; created where it is missing. */
  readonly dataDir: string;
  /** Value of DATABASE_URL. */
  readonly databaseUrl?: string | undefined;
}

export async function openStore({ dataDir, databaseUrl }: StoreLocation): Promise<Store> {
  if (databaseUrl !== undefined && databaseUrl !== '') {
    throw new ServiceError(
      'unavailable',
      'DATABASE_URL is set, but this version keeps its data only in the embedded store (--data DIR): unset DATABASE_URL',
      { code: 'database_url_unsupported' },
    );
  }
  return openSqliteStore(dataDir);
}
