/** `selvage job purge` */
import { Command } from 'commander';
import { Accounts } from '../../accounts/accounts.js';
import { databaseUrl, requireStore } from '../data-folder.js';
import { dataOption } from '../data-option.js';
import { CommandError } from '../exit.js';
import { printDone } from '../print-records.js';

const dayMs = 86_400_000;

interface PurgeOptions {
  readonly olderThan: string;
  readonly user?: string;
  readonly org?: string;
  readonly data: string;
  readonly json?: boolean;
}

export function purgeCommand(): Command {
  return new Command('purge')
    .description('forget ended nest jobs at once, with their requests and layouts')
    .option('--older-than <DAYS>', 'least number of days since the end of a job; 0: all ended jobs', '7')
    .option('--user <USER>', 'only personal jobs of a user, by id or name')
    .option('--org <ORGANISATION>', 'only jobs of an organisation, by id or name')
    .addOption(dataOption('folder of the embedded store; ignored with DATABASE_URL'))
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Waiting and running jobs stay. So do the deliveries of webhooks that tell the ids and outcomes of forgotten jobs. A service forgets
ended jobs and deliveries by itself after --retention-days.

Examples:
  $ selvage job purge --older-than 1
  $ selvage job purge --older-than 0 --user ada`,
    )
    .action(async (options: PurgeOptions) => {
      const days = daysOf(options.olderThan);
      requireStore(options.data);
      // loaded only when needed, like everything that opens a store
      const [{ openStore }, { purge }] = await Promise.all([
        import('../../store/open-store.js'),
        import('../../jobs/purge.js'),
      ]);
      const store = await openStore({ dataDir: options.data, databaseUrl: databaseUrl() });
      try {
        const owner = await ownerOf(new Accounts(store), options);
        const now = Date.now();
        const { jobs } = await purge(store, { now, jobsBefore: now - days * dayMs, ...(owner ? { owner } : {}) });
        printDone({ jobs }, `forgot ${jobs} ${jobs === 1 ? 'job' : 'jobs'}`, options);
      } finally {
        await store.close();
      }
    });
}

function daysOf(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new CommandError(`--older-than is ${JSON.stringify(text)}; it must be a number of days, 0 or more`);
}

async function ownerOf(accounts: Accounts, { user, org }: PurgeOptions): Promise<string | null> {
  if (user !== undefined && org !== undefined) throw new CommandError('Give --user or --org, not both');
  if (user !== undefined) return (await accounts.user(user)).id;
  return org === undefined ? null : (await accounts.organization(org)).id;
}
