/** `selvage sizes upload` */
import { basename, extname } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { Command, Option } from 'commander';
import { createSizeTableRequest, createSizeTableResponse } from '../../../gateway/json/size.js';
import { CreateSizeTableResponseSchema, SizeService } from '../../../gen/selvage/size/v1/size_pb.js';
import type { ParsedJson } from '../../json/json.js';
import { parseJson } from '../../json/parse.js';
import { type ActingOptions, withActingOptions, withMaking } from '../acting-client.js';
import { decode } from '../decode.js';
import { CommandError } from '../exit.js';
import { readInput } from '../files.js';
import { refuseIdleFlags } from '../idle-flags.js';
import { printRecord } from '../print-records.js';
import { findTable } from './all-tables.js';

interface UploadOptions extends ActingOptions {
  readonly table?: string;
  readonly name?: string;
  readonly gender?: string;
  readonly unit?: string;
  readonly json?: boolean;
}

export function uploadTableCommand(): Command {
  const command = new Command('upload')
    .description('store a size table of your own, or its next version')
    .argument('<file>', 'a .csv file with the columns size, gender and measurements; or the .json of the REST route')
    .option('--table <TABLE>', 'table that gets the version, by name or id; without it a new table')
    .option('--name <NAME>', 'name of the table; without it the one in the .json, or that of the .csv file')
    .addOption(
      new Option('--gender <GENDER>', 'of all sizes of a .csv without a column gender').choices(['female', 'male']),
    )
    .addOption(new Option('--unit <SYSTEM>', 'units of a .csv; default metric').choices(['metric', 'imperial']))
    .option('--json', 'the answer of POST /api/v1/size-tables');
  return withActingOptions(command).action(async (file: string, options: UploadOptions) => {
    const json = requestJson(file, options);
    const answer = await withMaking(options, async (client) => {
      const request = decode(createSizeTableRequest, json);
      if (options.table !== undefined) request.tableId = (await findTable(client, options.table)).tableId;
      return client.unary(SizeService.method.createSizeTable, request);
    });
    const { table, stored } = answer;
    if (options.json) {
      const message = create(CreateSizeTableResponseSchema, answer);
      console.log(JSON.stringify(createSizeTableResponse.encode(message), null, 2));
      return;
    }
    if (!stored) console.error(`nothing has changed since version ${table!.versionNumber}`);
    const sizes = table!.sizes.map(({ name }) => name);
    printRecord({ table: table!.tableId, name: table!.name, version: table!.versionNumber, sizes }, options);
  });
}

/** The request in the form of the REST route, except for the table. */
function requestJson(file: string, { name, gender, unit }: UploadOptions): ParsedJson {
  const ending = extname(file).toLowerCase();
  const content = readInput(file);
  if (ending === '.json') {
    refuseIdleFlags({ '--gender': gender, '--unit': unit }, `a .csv file, and ${file} is none`);
    const json = parseJson(content);
    if (!(json instanceof Map)) throw new CommandError(`${file} must hold an object with name and sizes`);
    return name === undefined ? json : new Map([...json, ['name', name]]);
  }
  if (ending !== '.csv') throw new CommandError(`${file} is no size table: its name must end in .csv or .json`);
  const members: [string, ParsedJson][] = [
    ['name', name ?? basename(file, extname(file))],
    ['csv', content.toString('utf8')],
  ];
  if (gender !== undefined) members.push(['gender', gender]);
  if (unit !== undefined) members.push(['unit', unit]);
  return new Map(members);
}
