/** Brings a file to the newest schema: numbered steps, forward only, each in a transaction, safe with two processes. */
import type { Database } from 'better-sqlite3';
import { olderSchema } from '../older-schema.js';
import { accounts } from './migrations/0001-accounts.js';
import { patterns } from './migrations/0002-patterns.js';
import { jobs } from './migrations/0003-jobs.js';
import { patternOwners } from './migrations/0004-pattern-owners.js';
import { fairQueue } from './migrations/0005-fair-queue.js';
import { jobLists } from './migrations/0006-job-lists.js';
import { noBestLayout } from './migrations/0007-no-best-layout.js';
import { sizeTables } from './migrations/0008-size-tables.js';
import { keyScopes } from './migrations/0009-key-scopes.js';
import { layPlans } from './migrations/0010-lay-plans.js';
import { populations } from './migrations/0011-populations.js';
import { webhooks } from './migrations/0012-webhooks.js';
import { projects } from './migrations/0013-projects.js';
import { forgetting } from './migrations/0014-forgetting.js';
import { audit } from './migrations/0015-audit.js';
import { keyedRequests } from './migrations/0016-keyed-requests.js';
import { keyLifetimes } from './migrations/0017-key-lifetimes.js';
import { forgottenOrganizations } from './migrations/0018-forgotten-organizations.js';

/** Step n is at index n - 1. A released step is never edited; a correction is a new step. */
export const migrations: readonly string[] = [
  accounts,
  patterns,
  jobs,
  patternOwners,
  fairQueue,
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

/** Runs the missing steps up to `target`. SQLite's `user_version` holds the number of the last one. */
export function migrate(db: Database, target = migrations.length): void {
  const step = db.transaction((): boolean => {
    const version = versionOf(db);
    if (version > migrations.length) {
      throw new Error(
        `the store has schema ${version}, but this program knows only ${migrations.length}: start the newer version of Selvage that wrote it`,
      );
    }
    const next = version < target ? migrations[version] : undefined;
    if (next === undefined) return false;
    db.exec(next);
    db.pragma(`user_version = ${version + 1}`);
    return true;
  });
  while (step.immediate());
}

/** Throws for an older schema. A new file has none yet. */
export function refuseOlder(db: Database): void {
  const version = versionOf(db);
  if (version > 0 && version < migrations.length) throw olderSchema(version);
}

const versionOf = (db: Database): number => Number(db.pragma('user_version', { simple: true }));
