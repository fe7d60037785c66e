/** `selvage audit`: prints or exports the audit log. */
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { Command } from 'commander';
import { auditEntry } from '../../../gateway/json/audit.js';
import { AccountService, type AuditEntry, AuditOutcome } from '../../../gen/selvage/account/v1/account_pb.js';
import { AdminService } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { isUuid } from '../../uuid.js';
import { type ActingOptions, withActingOptions, withOwnToShow } from '../acting-client.js';
import type { Client } from '../client.js';
import { CommandError, exitCodes } from '../exit.js';
import { writeAnswer } from '../files.js';
import { numberOf } from '../key-values.js';
import { printRecords } from '../print-records.js';
import { isoTime, timeOf } from './key.js';

const pageSize = 200;
const defaultLimit = 50;

interface Options extends ActingOptions {
  readonly all?: boolean;
  readonly of?: string;
  readonly since?: string;
  readonly limit?: string;
  readonly export?: string;
  readonly json?: boolean;
}

export function auditCommand(): Command {
  const command = new Command('audit')
    .description('list changes of accounts, keys, webhooks and patterns, newest first')
    .option('--all', 'the log of all accounts, for administrators')
    .option('--of <NAME>', 'the log of this user or organisation, by name or id, for administrators')
    .option('--since <TIME>', 'only entries from this time on, ISO 8601')
    .option('--limit <N>', 'largest number of entries (default: 50, with --export all)')
    .option('--export <FILE>', 'write the entries as NDJSON; - is standard output')
    .option('--json', 'the entries as GET /api/v1/account/audit returns them')
    .addHelpText(
      'after',
      `
An entry names its caller, the changed records and the outcome. It holds ids alone.

Examples:
  $ selvage audit --server http://127.0.0.1:8080 --key KEY
  $ selvage audit --all --limit 20
  $ selvage audit --all --since 2026-01-01 --export audit.ndjson`,
    );
  return withActingOptions(command).action(async (options: Options) => {
    if (options.all && options.of !== undefined) throw new CommandError('--all and --of exclude each other');
    const entries = await withOwnToShow(options, (client) => newestEntries(client, options, mostOf(options)));
    if (options.export !== undefined) return exportEntries(entries, options);
    if (options.json)
      console.log(
        JSON.stringify(
          entries.map((entry) => auditEntry.encode(entry)),
          null,
          2,
        ),
      );
    else printRecords(entries.map(entryRecord), options);
  });
}

function mostOf(options: Options): number {
  if (options.limit === undefined) return options.export === undefined ? defaultLimit : Number.POSITIVE_INFINITY;
  const limit = numberOf(options.limit, '--limit');
  if (!Number.isInteger(limit) || limit < 1) throw new CommandError('--limit must be a whole number of at least 1');
  return limit;
}

/** Of a user or an organisation. A forgotten user has no name any more, so an id stays as it is. */
async function accountId(client: Client, idOrName: string): Promise<string> {
  if (isUuid(idOrName)) return idOrName;
  const { users } = await client.unary(AdminService.method.listUsers, {});
  const user = users.find(({ name }) => name === idOrName);
  if (user) return user.userId;
  const { organizations } = await client.unary(AdminService.method.listOrganizations, {});
  const organization = organizations.find(({ name }) => name === idOrName);
  if (organization) return organization.organizationId;
  throw new CommandError(`There is no user and no organisation ${JSON.stringify(idOrName)}`, {
    exitCode: exitCodes.notFound,
  });
}

async function newestEntries(client: Client, { all, of, since }: Options, limit: number): Promise<AuditEntry[]> {
  const startTime: Timestamp | undefined = since === undefined ? undefined : timeOf(since, '--since');
  const account = of === undefined ? '' : await accountId(client, of);
  const entries: AuditEntry[] = [];
  let pageToken = '';
  do {
    const page = { startTime, pageToken, pageSize: Math.min(pageSize, limit - entries.length) };
    const answer =
      all || of !== undefined
        ? await client.unary(AdminService.method.listAuditEntries, { ...page, accountId: account })
        : await client.unary(AccountService.method.listOwnAuditEntries, page);
    entries.push(...answer.entries);
    pageToken = answer.nextPageToken;
  } while (pageToken !== '' && entries.length < limit);
  return entries;
}

function exportEntries(entries: readonly AuditEntry[], options: Options): void {
  const lines = entries.map((entry) => `${JSON.stringify(auditEntry.encode(entry))}\n`).join('');
  const output = options.export === '-' ? undefined : options.export;
  writeAnswer(lines, { output, json: options.json }, { entries: entries.length });
}

const entryRecord = (entry: AuditEntry) => ({
  time: isoTime(entry.time),
  user: entry.userId || 'command line',
  key: entry.keyId || null,
  operation: entry.operation,
  targets: entry.targets.map(({ kind, id }) => `${kind}:${id}`),
  outcome: entry.outcome === AuditOutcome.DONE ? 'done' : (entry.code ?? 'failed'),
});
