/**
 * The store of many hosts: one PostgreSQL (15 or newer) that gateways and solver hosts share.
 *
 * Every statement commits by itself or stands in a short transaction. Locks are always taken in the same order (owner, job,
 * tasks). The caller gives the time, so the clocks of the hosts must agree to a second or two.
 */
import { ServiceError } from '../../errors.js';
import type { Store } from '../store.js';
import { translating } from '../translating.js';
import { postgresAccounts } from './accounts.js';
import { postgresAudit } from './audit.js';
import type { Database } from './database.js';
import { translated } from './failure.js';
import { postgresForgetting } from './forgetting.js';
import { postgresHints } from './hints.js';
import { postgresJobCreation } from './job-creation.js';
import { postgresJobs } from './jobs.js';
import { postgresKeyedRequests } from './keyed-requests.js';
import { migrate, refuseOlder } from './migrate.js';
import { postgresPatterns } from './patterns.js';
import { openPool } from './pool.js';
import { postgresPopulations } from './populations.js';
import { postgresProjects } from './projects.js';
import { postgresRetention } from './retention.js';
import { postgresSizeTables } from './size-tables.js';
import { postgresTasks } from './tasks.js';
import { postgresUsage } from './usage.js';
import { postgresWebhooks } from './webhooks.js';

/** Enough for the simultaneous work of one process. The rest waits a moment. */
const usualConnections = 8;
const mostKept = 4;

interface PostgresOptions {
  readonly connections?: number | undefined;
  readonly listenUrl?: string | undefined;
  readonly keepSchema?: boolean;
}

/** A process with few connections is one of many, and keeps only one while it is idle. */
export async function openPostgresStore(
  url: string,
  { connections = usualConnections, listenUrl, keepSchema = false }: PostgresOptions = {},
): Promise<Store> {
  let db: Database | undefined;
  try {
    db = openPool({ url, connections, kept: connections < usualConnections ? 1 : mostKept, listenUrl });
    return await postgresStore(db, keepSchema);
  } catch (cause) {
    await db?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServiceError('unavailable', `Cannot open the store in the database of DATABASE_URL: ${reason}`, {
      code: 'store_unavailable',
      cause,
    });
  }
}

/** Brings the schema up to date, or refuses an older one where `keepSchema`. The store's `close` closes `db`. */
export async function postgresStore(db: Database, keepSchema = false): Promise<Store> {
  if (keepSchema) await refuseOlder(db);
  await migrate(db);
  return translating(
    {
      ...postgresAccounts(db),
      ...postgresForgetting(db),
      ...postgresPatterns(db),
      ...postgresSizeTables(db),
      ...postgresPopulations(db),
      ...postgresProjects(db),
      ...postgresJobCreation(db),
      ...postgresJobs(db),
      ...postgresTasks(db),
      ...postgresUsage(db),
      ...postgresKeyedRequests(db),
      ...postgresRetention(db),
      ...postgresHints(db),
      ...postgresWebhooks(db),
      ...postgresAudit(db),
      close: () => db.close(),
    },
    translated,
  );
}
