/** `selvage migrate`: brings the store to the newest schema, before the first process of a new version serves. */
import { Command } from 'commander';
import { readConfig } from '../config.js';
import { printDone } from './print-records.js';
import { flagsOf, serviceEnvironment, withSettings } from './serve.js';

export function migrateCommand(): Command {
  const command = new Command('migrate').description('bring the store to the newest schema, and end');
  return withSettings(command, ['config', 'data', 'database-url', 'json'])
    .addHelpText(
      'after',
      `
A service and a worker do the same when they start, and so does a command that makes or changes something in a store. An older program
cannot open the store any more. Commands that only show something refuse an older store. This command does it alone, so that a failure stops an upgrade before
any process of the new version runs.

Examples:
  $ DATABASE_URL=postgres://selvage@db/selvage selvage migrate
  $ selvage migrate --data /srv/selvage`,
    )
    .action(async (given: Record<string, string | boolean>) => {
      const config = readConfig(flagsOf(given), serviceEnvironment(), { port: null, leastSolvers: 0 });
      const { openStore } = await import('../store/open-store.js');
      const store = await openStore({ ...config, connections: 1 });
      await store.close();
      const place = config.databaseUrl === undefined ? config.dataDir : 'the database';
      printDone({ store: place }, `${place} has the newest schema.`, config);
    });
}
