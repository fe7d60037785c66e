/** `selvage account`: the caller's own account and keys. A key is shown once. */
import { create } from '@bufbuild/protobuf';
import { Command } from 'commander';
import {
  createOwnKeyResponse,
  forgetAccountResponse,
  getAccountResponse,
  listOwnKeysResponse,
  rotateOwnKeyResponse,
} from '../../../gateway/json/account.js';
import {
  AccountService,
  type Allowance,
  ListOwnKeysResponseSchema,
  type OwnKey,
} from '../../../gen/selvage/account/v1/account_pb.js';
import type { Json } from '../../json/json.js';
import { type ActingOptions, withActingOptions, withMaking, withOwn, withOwnToShow } from '../acting-client.js';
import { numberOf } from '../key-values.js';
import { printDone, printRecord, printRecords } from '../print-records.js';
import { printForgotten } from './forgotten.js';
import { isoTime, timeOf } from './key.js';
import { readScopes, scopeNamesOf, withScopeOption } from './scope-option.js';

type Options = ActingOptions & { readonly json?: boolean };

export function accountCommand(): Command {
  return new Command('account')
    .description('tell who you are and what is used of your plan, manage your own keys, and forget the account')
    .addCommand(showCommand())
    .addCommand(keysCommand())
    .addCommand(newKeyCommand())
    .addCommand(rotateKeyCommand())
    .addCommand(revokeKeyCommand())
    .addCommand(forgetCommand())
    .addHelpText(
      'after',
      `
Examples:
  $ selvage account show --server http://127.0.0.1:8080 --key KEY
  $ selvage account keys
  $ selvage account new-key --name "cutting room" --scope read nest
  $ selvage account rotate-key KEYID --overlap 48
  $ selvage account revoke-key KEYID
  $ selvage account forget --confirm ada --server http://127.0.0.1:8080 --key KEY`,
    );
}

function showCommand(): Command {
  const command = new Command('show')
    .description('who calls, under which plan, and what is used of it')
    .option('--json', 'as GET /api/v1/account tells it');
  return withActingOptions(command).action(async (options: Options) => {
    const account = await withOwnToShow(options, (client) => client.unary(AccountService.method.getAccount, {}));
    if (options.json) return print(getAccountResponse.encode(account));
    const { usage, organizations } = account;
    const record = {
      user: account.name || 'command line',
      plan: account.plan,
      organization: organizations.find(({ organizationId }) => organizationId === account.organizationId)?.name ?? null,
      organizations: organizations.map(({ name }) => name),
      key: account.key ? `${account.key.keyId} (${scopeNamesOf(account.key.scopes).join(', ') || 'all scopes'})` : null,
      requests: share(usage?.requests),
      openJobs: share(usage?.openJobs),
      solverSeconds: share(usage?.solverSeconds),
    };
    printRecord(record, options);
  });
}

function keysCommand(): Command {
  const command = new Command('keys')
    .description('your keys, without their secrets')
    .option('--json', 'as GET /api/v1/account/keys tells them');
  return withActingOptions(command).action(async (options: Options) => {
    const { keys } = await withOwnToShow(options, (client) => client.unary(AccountService.method.listOwnKeys, {}));
    if (options.json) return print(listOwnKeysResponse.encode(create(ListOwnKeysResponseSchema, { keys })));
    printRecords(keys.map(keyRecord), options);
  });
}

interface NewKeyOptions extends Options {
  readonly name: string;
  readonly expires?: string;
  readonly scope?: readonly string[];
}

function newKeyCommand(): Command {
  const command = new Command('new-key')
    .description('make a key and print it')
    .option('--name <NAME>', 'purpose of the key', '')
    .option('--expires <TIME>', 'end of its validity, ISO 8601; default never')
    .option('--json', 'as POST /api/v1/account/keys answers');
  return withActingOptions(withScopeOption(command)).action(async (options: NewKeyOptions) => {
    const made = await withMaking(options, (client) =>
      client.unary(AccountService.method.createOwnKey, {
        name: options.name,
        scopes: readScopes(options.scope),
        ...(options.expires !== undefined && { expireTime: timeOf(options.expires) }),
      }),
    );
    if (options.json) return print(createOwnKeyResponse.encode(made));
    printSecret(made.secret);
  });
}

function rotateKeyCommand(): Command {
  const command = new Command('rotate-key')
    .description('make a successor of one of your keys and print it; both work during the overlap')
    .argument('<keyId>', 'the readable part of the old key')
    .option('--overlap <HOURS>', 'hours in which both keys work', '24')
    .option('--json', 'as POST /api/v1/account/keys/{keyId}/rotate answers');
  return withActingOptions(command).action(async (keyId: string, options: Options & { overlap: string }) => {
    const overlapHours = numberOf(options.overlap, '--overlap');
    const made = await withOwn(options, (client) =>
      client.unary(AccountService.method.rotateOwnKey, { keyId, overlapHours }),
    );
    if (options.json) return print(rotateOwnKeyResponse.encode(made));
    printSecret(made.secret);
  });
}

function revokeKeyCommand(): Command {
  const command = new Command('revoke-key')
    .description('end one of your keys at once')
    .argument('<keyId>', 'the readable part of the key')
    .option('--json', 'as JSON');
  return withActingOptions(command).action(async (keyId: string, options: Options) => {
    await withOwn(options, (client) => client.unary(AccountService.method.revokeOwnKey, { keyId }));
    printDone({ key: keyId, revoked: true }, `the key ${keyId} no longer works`, options);
  });
}

function forgetCommand(): Command {
  const command = new Command('forget')
    .description('delete your account with everything that it owns, for good')
    .requiredOption('--confirm <NAME>', 'your own user name, since nothing brings the account back')
    .option('--json', 'as POST /api/v1/account/forget answers');
  return withActingOptions(command).action(async (options: Options & { readonly confirm: string }) => {
    const answer = await withOwn(options, (client) =>
      client.unary(AccountService.method.forgetAccount, { name: options.confirm }),
    );
    if (options.json) return print(forgetAccountResponse.encode(answer));
    printForgotten(answer.forgotten, options);
  });
}

const print = (json: Json): void => console.log(JSON.stringify(json, null, 2));

function printSecret(secret: string): void {
  console.log(secret);
  console.error('the key is shown only this once');
}

const share = (allowance: Allowance | undefined): string =>
  allowance ? `${allowance.used} of ${allowance.limit}` : 'no limit';

const keyRecord = (key: OwnKey) => ({
  key: key.keyId,
  name: key.name,
  scopes: scopeNamesOf(key.scopes),
  created: isoTime(key.createTime),
  expires: isoTime(key.expireTime),
  revoked: isoTime(key.revokeTime),
  lastUsed: isoTime(key.lastUseTime),
});
