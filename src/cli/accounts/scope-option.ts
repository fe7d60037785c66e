/** The option `--scope`: the parts of the service that a key may use. */
import { type Command, Option } from 'commander';
import { KeyScope } from '../../../gen/selvage/account/v1/account_pb.js';

const scopes: Readonly<Record<string, KeyScope>> = {
  read: KeyScope.READ,
  body: KeyScope.BODY,
  patterns: KeyScope.PATTERNS,
  nest: KeyScope.NEST,
  admin: KeyScope.ADMIN,
};

export function withScopeOption(command: Command): Command {
  const option = new Option('--scope <SCOPE...>', 'parts of the service that the key may use; default all');
  return command.addOption(option.choices(Object.keys(scopes)));
}

export const readScopes = (names: readonly string[] = []): KeyScope[] => [
  ...new Set(names.map((name) => scopes[name]!)),
];

export const scopeNamesOf = (values: readonly KeyScope[]): string[] =>
  Object.keys(scopes).filter((name) => values.includes(scopes[name]!));
