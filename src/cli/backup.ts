/** `selvage backup` and `selvage restore`: the embedded store as one file, and back. */
import { Command } from 'commander';
import type { Copied } from '../store/sqlite/backup.js';
import { databaseVariable } from './data-folder.js';
import { dataOption } from './data-option.js';
import { CommandError } from './exit.js';
import { printDone } from './print-records.js';

interface StoreOptions {
  readonly data: string;
  readonly json?: boolean;
}

export function backupCommand(): Command {
  const command = new Command('backup')
    .description('write the embedded store to one file, while its service runs')
    .argument('<file>', 'file to write; it must not exist');
  return withData(command)
    .addHelpText(
      'after',
      `
The file holds everything: accounts, hashes of keys, patterns, jobs and their layouts. Keep it as you keep the store.

Examples:
  $ selvage backup selvage-$(date +%F).db
  $ selvage restore selvage-2026-05-01.db --data /srv/selvage`,
    )
    .action(async (file: string, { data, json }: StoreOptions) => {
      requireEmbedded('pg_dump backs it up');
      const { backUp } = await import('../store/sqlite/backup.js');
      const copied = backUp(data, file);
      printDone({ file, ...copied }, `${file}: ${told(copied)}`, { json });
    });
}

export function restoreCommand(): Command {
  const command = new Command('restore')
    .description('make an embedded store from a backup')
    .argument('<file>', 'a file written by selvage backup');
  return withData(command)
    .addHelpText(
      'after',
      `
A folder with a store stays untouched. The backup is checked before anything is written.

Examples:
  $ selvage restore selvage-2026-05-01.db --data /srv/selvage`,
    )
    .action(async (file: string, { data, json }: StoreOptions) => {
      requireEmbedded('pg_restore restores it');
      const { restore } = await import('../store/sqlite/backup.js');
      const copied = restore(file, data);
      printDone({ data, ...copied }, `${data}: ${told(copied)}`, { json });
    });
}

function withData(command: Command): Command {
  return command.addOption(dataOption('folder of the embedded store')).option('--json', 'as JSON');
}

function requireEmbedded(instead: string): void {
  const name = databaseVariable();
  if (name === undefined) return;
  throw new CommandError(`${name} is set: the store is a PostgreSQL database, and ${instead}`);
}

const told = ({ bytes, users, jobs }: Copied): string =>
  `${(bytes / 2 ** 20).toFixed(1)} MiB, ${users} ${users === 1 ? 'user' : 'users'}, ${jobs} ${jobs === 1 ? 'job' : 'jobs'}`;
