/** Brings a database to the newest schema: numbered steps, forward only, each in a transaction, one host at a time. */
import { olderSchema } from '../older-schema.js';
import type { Database } from './database.js';
import { accounts } from './migrations/0001-accounts.js';
import { patterns } from './migrations/0002-patterns.js';
import { jobs } from './migrations/0003-jobs.js';
import { jobLists } from './migrations/0004-job-lists.js';
import { noBestLayout } from './migrations/0005-no-best-layout.js';
import { sizeTables } from './migrations/0006-size-tables.js';
import { keyScopes } from './migrations/0007-key-scopes.js';
import { layPlans } from './migrations/0008-lay-plans.js';
import { populations } from './migrations/0009-populations.js';
import { webhooks } from './migrations/0010-webhooks.js';
import { projects } from './migrations/0011-projects.js';
import { forgetting } from './migrations/0012-forgetting.js';
import { audit } from './migrations/0013-audit.js';
import { keyedRequests } from './migrations/0014-keyed-requests.js';
import { keyLifetimes } from './migrations/0015-key-lifetimes.js';
import { forgottenOrganizations } from './migrations/0016-forgotten-organizations.js';

/** Step n is at index n - 1. A released step is never edited; a correction is a new step. */
export const migrations: readonly string[] = [
  accounts,
  patterns,
  jobs,
  jobLists,
  noBestLayout,
  sizeTables,
  keyScopes,
  layPlans,
  populations,
  webhooks,
  projects,
  forgetting,
  audit,
  keyedRequests,
  keyLifetimes,
  forgottenOrganizations,
];

/** Any number that nothing else in this database uses. */
const lock = 7_356_481_204;

/** Runs the missing steps up to `target`. The table `schema_version` holds the number of the last one. */
export async function migrate(db: Database, target = migrations.length): Promise<void> {
  while (await step(db, target));
}

/** Throws for an older schema. A new database has none yet. */
export async function refuseOlder(db: Database): Promise<void> {
  const { rows: tables } = await db.run<{ name: string | null }>("SELECT to_regclass('schema_version') AS name", []);
  if (tables[0]?.name == null) return;
  const { rows } = await db.run<{ number: number }>('SELECT number FROM schema_version', []);
  const version = rows[0]?.number ?? 0;
  if (version > 0 && version < migrations.length) throw olderSchema(version);
}

function step(db: Database, target: number): Promise<boolean> {
  return db.transaction(async (session) => {
    // A step may take long: on large tables, or while another host migrates.
    await session.script(`SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(${lock});
      CREATE TABLE IF NOT EXISTS schema_version (number INTEGER NOT NULL);`);
    const { rows } = await session.run<{ number: number }>('SELECT number FROM schema_version', []);
    const version = rows[0]?.number ?? 0;
    if (version > migrations.length) {
      throw new Error(
        `the store has schema ${version}, but this program knows only ${migrations.length}: start the newer version of Selvage that wrote it`,
      );
    }
    const next = version < target ? migrations[version] : undefined;
    if (next === undefined) return false;
    await session.script(next);
    await session.script(`DELETE FROM schema_version; INSERT INTO schema_version (number) VALUES (${version + 1})`);
    return true;
  });
}
