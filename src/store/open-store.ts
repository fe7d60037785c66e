/** Picks the engine of the store: an embedded SQLite file for one machine, PostgreSQL for many hosts. */
import { openPostgresStore } from './postgres/postgres-store.js';
import { openSqliteStore } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';

export interface StoreLocation {
  /** Folder of the embedded store; created where it is missing. Not looked at with a `databaseUrl`. */
  readonly dataDir: string;
  /** Value of DATABASE_URL. */
  readonly databaseUrl?: string | undefined;
  /** To that database at most; without it as many as a gateway needs. */
  readonly connections?: number;
}

/** ServiceError `unavailable` where the store cannot be opened, with the reason. */
export async function openStore({ dataDir, databaseUrl, connections }: StoreLocation): Promise<Store> {
  return databaseUrl ? openPostgresStore(databaseUrl, connections) : openSqliteStore(dataDir);
}
