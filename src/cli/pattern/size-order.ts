/** The pattern and the sizes that a command names: its arguments and flags, as the REST routes take them. */
import type { Command } from 'commander';
import type { ParsedJson } from '../../json/json.js';
import { parseJson } from '../../json/parse.js';
import type { Client } from '../client.js';
import { CommandError } from '../exit.js';
import { readInput } from '../files.js';
import { refuseIdleFlags } from '../idle-flags.js';
import { keyValues, numberOf } from '../key-values.js';
import { findTable } from '../sizes/all-tables.js';
import { choose, notFound, readablePatterns } from './find-pattern.js';
import { jsonValue } from './json-value.js';

export interface SizeOrderOptions {
  readonly table?: string;
  readonly sizes?: string;
  readonly from?: string;
  readonly to?: string;
  readonly base?: string;
  readonly patternVersion?: string;
}

export function withSizeOrder(command: Command): Command {
  return command
    .argument('<pattern>', 'id of the pattern, or its name')
    .argument('[variables...]', 'variables of every size, KEY=VALUE')
    .option('--table <TABLE>', 'size table, by name or id')
    .option('--from <SIZE>', 'first size of the table; without it its first')
    .option('--to <SIZE>', 'last size of the table; without it its last')
    .option('--sizes <FILE>', 'in place of --table: a .json list of sizes, as the REST route takes it')
    .option('--base <SIZE>', 'size that the others are compared with; without it the one in the middle')
    .option('--pattern-version <NUMBER>', 'version to draft; without it the latest');
}

export function refuseIdleSizes({ table, sizes, from, to }: SizeOrderOptions): void {
  if ((table === undefined) === (sizes === undefined)) {
    throw new CommandError('Exactly one of --table and --sizes is needed');
  }
  if (table === undefined) refuseIdleFlags({ '--from': from, '--to': to }, '--table');
}

/** The request as the REST route takes it; the pattern stands in its path. */
export async function sizeOrder(
  client: Client,
  nameOrId: string,
  args: readonly string[],
  { table, sizes, from, to, base, patternVersion }: SizeOrderOptions,
): Promise<{ patternId: string; json: Map<string, ParsedJson> }> {
  const patterns = await readablePatterns(client);
  const pattern = choose(patterns, nameOrId) ?? notFound(nameOrId, patterns);
  const types = new Map(pattern.variables.map(({ key, type }) => [key, type]));
  const variables = [...keyValues(args, 'skirtLength=62')];
  const json = new Map<string, ParsedJson>();
  if (sizes !== undefined) json.set('sizes', parseJson(readInput(sizes)));
  for (const [key, value] of Object.entries({ from, to, base })) if (value !== undefined) json.set(key, value);
  if (patternVersion !== undefined) json.set('versionNumber', numberOf(patternVersion, '--pattern-version'));
  json.set('variables', new Map(variables.map(([key, text]) => [key, jsonValue(text, types.get(key), key)])));
  if (table !== undefined) json.set('table', (await findTable(client, table)).tableId);
  return { patternId: pattern.patternId, json };
}
