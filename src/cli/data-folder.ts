/** Looks for a store to read, so that a command that only reads never makes one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The database of DATABASE_URL, or the file of the embedded store in a data folder. */
export const hasStore = (dataDir: string): boolean =>
  Boolean(process.env.DATABASE_URL) || existsSync(join(dataDir, 'selvage.db'));
