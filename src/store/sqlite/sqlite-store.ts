/**
 * The embedded store: one SQLite file, `selvage.db`, in the data directory.
 *
 * Write-ahead log with synchronous FULL: acknowledged writes survive a power cut. Several processes may open one directory, a
 * service and CLI commands. Each write is one short transaction that takes SQLite's write lock at its start. It waits for the
 * lock up to `busyTimeoutMs`, so nothing is lost silently. A file system without working locks or shared memory (most network
 * drives) cannot hold the log and is refused at the start.
 */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { ServiceError } from '../../errors.js';
import { systemReason } from '../../system-failure.js';
import { makeFolder } from '../make-folder.js';
import type { HintStore, KeyOwner, Store } from '../store.js';
import { translating } from '../translating.js';
import { sqliteAccounts } from './accounts.js';
import { sqliteAudit } from './audit.js';
import { sqliteEvents } from './events.js';
import { translated } from './failure.js';
import { sqliteForgetting } from './forgetting.js';
import { sqliteJobCreation } from './job-creation.js';
import { sqliteJobs } from './jobs.js';
import { sqliteKeyedRequests } from './keyed-requests.js';
import { migrate, refuseOlder } from './migrate.js';
import { sqlitePatterns } from './patterns.js';
import { sqlitePopulations } from './populations.js';
import { sqliteProjects } from './projects.js';
import { sqliteRetention } from './retention.js';
import { sqliteSizeTables } from './size-tables.js';
import { sqliteTasks } from './tasks.js';
import { Unchanged } from './unchanged.js';
import { sqliteUsage } from './usage.js';
import { sqliteWebhooks } from './webhooks.js';

/** Processes on one file find each other's work by polling. */
const noHints: HintStore = { sendHints: async () => {}, onHints: () => () => {} };

const busyTimeoutMs = 5_000;
/** Time between two tries of an operation that SQLite itself does not wait for. */
const retryMs = 5;
/** A checkpoint cuts the log back to this size, so that one large request does not keep the disk space. */
const logLimitBytes = 64 * 1024 * 1024;
/**
 * Pages of the file that the engine keeps, beside the system's own cache. Each job writes some ten KiB, so the usual 16 MiB
 * would grow for hours, for no faster answer.
 */
const cacheKibibytes = 4 * 1024;

/** @param keepSchema refuses an older schema, in place of bringing it to the newest one */
export function openSqliteStore(dataDir: string, keepSchema = false): Store {
  const db = openFile(dataDir, keepSchema);
  const owners = new Unchanged<KeyOwner>(db);
  return translating(
    {
      ...sqliteAccounts(db, owners),
      ...sqliteForgetting(db, owners),
      ...sqlitePatterns(db),
      ...sqliteSizeTables(db),
      ...sqlitePopulations(db),
      ...sqliteProjects(db),
      ...sqliteJobCreation(db),
      ...sqliteJobs(db),
      ...sqliteKeyedRequests(db),
      ...sqliteRetention(db),
      ...sqliteUsage(db),
      ...noHints,
      ...sqliteTasks(db),
      ...sqliteEvents(db),
      ...sqliteWebhooks(db),
      ...sqliteAudit(db),
      async close() {
        db.close();
      },
    },
    translated,
  );
}

/** If several processes begin the log of a new file at once, SQLite reports "busy" at once to all but one. */
function beginLog(db: Database): unknown {
  for (const until = Date.now() + busyTimeoutMs; ; ) {
    try {
      return db.pragma('journal_mode = WAL', { simple: true });
    } catch (error) {
      const isBusy = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!isBusy || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}

function openFile(dataDir: string, keepSchema: boolean): Database {
  let db: Database | undefined;
  try {
    makeFolder(dataDir, 0o700);
    const file = join(dataDir, 'selvage.db');
    db = new Sqlite(file, { timeout: busyTimeoutMs });
    chmodSync(file, 0o600);
    if (beginLog(db) !== 'wal') {
      throw new Error('its file system cannot hold a write-ahead log (a network drive?)');
    }
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma(`journal_size_limit = ${logLimitBytes}`);
    db.pragma(`cache_size = -${cacheKibibytes}`);
    if (keepSchema) refuseOlder(db);
    migrate(db);
    return db;
  } catch (cause) {
    db?.close();
    const reason = systemReason(cause);
    throw new ServiceError('unavailable', `Cannot open the store in ${dataDir}: ${reason}`, {
      code: 'store_unavailable',
      cause,
    });
  }
}
