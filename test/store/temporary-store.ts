/** A real store in a folder of its own, for one test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';

export interface TemporaryStore {
  readonly store: Store;
  readonly dataDir: string;
  /** Closes the store and removes its folder. */
  close(): Promise<void>;
}

export async function temporaryStore(): Promise<TemporaryStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'selvage-'));
  const store = await openStore({ dataDir });
  return {
    store,
    dataDir,
    async close() {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
