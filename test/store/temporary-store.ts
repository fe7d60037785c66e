/** A real store for one test: the embedded one in a folder, or a schema of PostgreSQL if TEST_DATABASE_URL names a database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type StoreLocation } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { createSchema } from './postgres-schema.js';
import { givenUrl } from './postgres-server.js';

export interface TemporaryStore {
  readonly store: Store;
  /** Location for a second process on the same store. */
  readonly location: StoreLocation;
  readonly dataDir: string;
  /** Closes the store and removes it. */
  close(): Promise<void>;
}

export function temporaryStore(): Promise<TemporaryStore> {
  return givenUrl ? temporarySchema(givenUrl) : temporaryFile();
}

export async function temporaryFile(): Promise<TemporaryStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'selvage-'));
  const store = await openStore({ dataDir });
  return {
    store,
    location: { dataDir },
    dataDir,
    async close() {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function temporarySchema(databaseUrl: string): Promise<TemporaryStore> {
  const schema = await createSchema(databaseUrl);
  const location = { dataDir: '', databaseUrl: schema.url };
  const store = await openStore(location);
  return {
    store,
    location,
    dataDir: '',
    async close() {
      await store.close();
      await schema.drop();
    },
  };
}
