/** Picks the engine of the store: an embedded SQLite file for one machine, PostgreSQL for many hosts. */
import type { Store } from './store.js';

export interface StoreLocation {
  /** Folder of the embedded store, created if missing. Ignored with a `databaseUrl`. */
  readonly dataDir: string;
  /** Value of DATABASE_URL. */
  readonly databaseUrl?: string | undefined;
  /** Address of that database itself for the connection that listens, where `databaseUrl` leads to a pooler. */
  readonly databaseListenUrl?: string | undefined;
  /** The most connections to that database; absent: as many as a gateway needs. */
  readonly connections?: number;
  /** An older schema is refused. Absent: it is brought to the newest one, and no service of its version starts on it any more. */
  readonly keepSchema?: boolean;
}

/** ServiceError `unavailable` with the reason if the store cannot be opened. Loads the engine that it opens, and no other. */
export async function openStore({
  dataDir,
  databaseUrl,
  databaseListenUrl,
  connections,
  keepSchema = false,
}: StoreLocation): Promise<Store> {
  if (databaseUrl) {
    const { openPostgresStore } = await import('./postgres/postgres-store.js');
    return openPostgresStore(databaseUrl, { connections, listenUrl: databaseListenUrl, keepSchema });
  }
  const { openSqliteStore } = await import('./sqlite/sqlite-store.js');
  return openSqliteStore(dataDir, keepSchema);
}
