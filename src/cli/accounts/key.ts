/** `selvage key`: API keys. A key is shown once. */
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Command } from 'commander';
import { AdminService, type ApiKey } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { type DataOptions, withAdminOfStore, withAdminToShow, withDataOptions } from '../client-options.js';
import { CommandError } from '../exit.js';
import { numberOf } from '../key-values.js';
import { printDone, printRecords } from '../print-records.js';
import { userNamed } from './resolve.js';
import { readScopes, scopeNamesOf, withScopeOption } from './scope-option.js';

export function keyCommand(): Command {
  return new Command('key')
    .description('create, list, revoke and rotate API keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
    .addCommand(rotateCommand())
    .addHelpText(
      'after',
      `
A key is shown once, when it is made; only its hash is kept.

Examples:
  $ selvage key create ada --name laptop --expires 2030-01-01
  $ selvage key create ada --name "cutting room" --scope read nest
  $ selvage key list ada
  $ selvage key rotate KEYID --overlap 48
  $ selvage key revoke KEYID`,
    );
}

interface CreateOptions extends DataOptions {
  readonly name: string;
  readonly expires?: string;
  readonly scope?: readonly string[];
  readonly json?: boolean;
}

function createCommand(): Command {
  const command = new Command('create')
    .description('create a key and print it')
    .argument('<user>', 'id or name of its owner')
    .option('--name <NAME>', 'purpose of the key', '')
    .option('--expires <TIME>', 'end of its validity, ISO 8601; default never')
    .option('--json', 'as JSON');
  return withDataOptions(withScopeOption(command)).action(async (user: string, options: CreateOptions) => {
    const expireTime = options.expires === undefined ? undefined : timeOf(options.expires);
    const { key, secret } = await withAdminOfStore(options, async (client) => {
      const { userId } = await userNamed(client, user);
      return client.unary(AdminService.method.createKey, {
        userId,
        name: options.name,
        scopes: readScopes(options.scope),
        ...(expireTime && { expireTime }),
      });
    });
    printKey(key!, secret, options);
  });
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the keys of a user, without their secrets')
    .argument('<user>', 'id or name')
    .option('--json', 'as JSON');
  return withDataOptions(command).action(async (user: string, options: DataOptions & { json?: boolean }) => {
    const { keys } = await withAdminToShow(options, async (client) => {
      const { userId } = await userNamed(client, user);
      return client.unary(AdminService.method.listKeys, { userId });
    });
    printRecords(keys.map(keyRecord), options);
  });
}

function revokeCommand(): Command {
  const command = new Command('revoke')
    .description('end a key at once')
    .argument('<keyId>', 'the readable part of the key')
    .option('--json', 'as JSON');
  return withDataOptions(command).action(async (keyId: string, options: DataOptions & { json?: boolean }) => {
    await withAdminOfStore(options, (client) => client.unary(AdminService.method.revokeKey, { keyId }));
    printDone({ key: keyId, revoked: true }, `the key ${keyId} no longer works`, options);
  });
}

interface RotateOptions extends DataOptions {
  readonly overlap: string;
  readonly json?: boolean;
}

function rotateCommand(): Command {
  const command = new Command('rotate')
    .description('create a successor of a key and print it; both work during the overlap')
    .argument('<keyId>', 'the readable part of the old key')
    .option('--overlap <HOURS>', 'hours in which both keys work', '24')
    .option('--json', 'as JSON');
  return withDataOptions(command).action(async (keyId: string, options: RotateOptions) => {
    const overlapHours = numberOf(options.overlap, '--overlap');
    const { key, secret } = await withAdminOfStore(options, (client) =>
      client.unary(AdminService.method.rotateKey, { keyId, overlapHours }),
    );
    printKey(key!, secret, options);
  });
}

function printKey(key: ApiKey, secret: string, { json }: { json?: boolean }): void {
  if (json) {
    console.log(JSON.stringify({ ...keyRecord(key), secret }, null, 2));
    return;
  }
  console.log(secret);
  console.error('the key is shown only this once');
}

const keyRecord = (key: ApiKey) => ({
  key: key.keyId,
  name: key.name,
  scopes: scopeNamesOf(key.scopes),
  created: isoTime(key.createTime),
  expires: isoTime(key.expireTime),
  revoked: isoTime(key.revokeTime),
  lastUsed: isoTime(key.lastUseTime),
});

export const isoTime = (timestamp: Timestamp | undefined): string | null =>
  timestamp ? timestampDate(timestamp).toISOString() : null;

export function timeOf(text: string, name = '--expires'): Timestamp {
  const date = new Date(text);
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (day !== undefined && isDay(day) && !Number.isNaN(date.getTime())) return timestampFromDate(date);
  throw new CommandError(
    `${name} is ${JSON.stringify(text)}; it must be a time such as 2030-01-01 or 2030-01-01T12:00:00Z`,
  );
}

/** Date itself takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
