/** `selvage pattern sizes` */
import { extname } from 'node:path';
import { Command, Option } from 'commander';
import { draftSizesRequest, draftSizesResponse } from '../../../gateway/json/pattern.js';
import { type DraftSizesResponse, PatternService, SizesFormat } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { ParsedJson } from '../../json/json.js';
import { parseJson } from '../../json/parse.js';
import { type ActingOptions, withActingOptions, withReading } from '../acting-client.js';
import { decode } from '../decode.js';
import { CommandError } from '../exit.js';
import { readInput, writeAnswer } from '../files.js';
import { refuseIdleFlags } from '../idle-flags.js';
import { keyValues, numberOf } from '../key-values.js';
import { findTable } from '../sizes/all-tables.js';
import { choose, notFound, readablePatterns } from './find-pattern.js';
import { jsonValue } from './json-value.js';

const formats = {
  json: SizesFormat.JSON,
  svg: SizesFormat.SVG,
  pdf: SizesFormat.PDF,
  zip: SizesFormat.DXF,
  csv: SizesFormat.CSV,
  html: SizesFormat.HTML,
} as const;

interface SizesOptions extends ActingOptions {
  readonly table?: string;
  readonly sizes?: string;
  readonly from?: string;
  readonly to?: string;
  readonly base?: string;
  readonly paper?: string;
  readonly output?: string;
  readonly patternVersion?: string;
  readonly json?: boolean;
}

export function patternSizesCommand(): Command {
  const command = new Command('sizes')
    .description('draft a pattern in many sizes')
    .argument('<pattern>', 'id of the pattern, or its name')
    .argument('[variables...]', 'variables of every size, KEY=VALUE')
    .option('--table <TABLE>', 'size table, by name or id')
    .option('--from <SIZE>', 'first size of the table; without it its first')
    .option('--to <SIZE>', 'last size of the table; without it its last')
    .option('--sizes <FILE>', 'in place of --table: a .json list of sizes, as the REST route takes it')
    .option('--base <SIZE>', 'size that the others are compared with; without it the one in the middle')
    .addOption(new Option('--paper <PAPER>', 'of a PDF; default a0').choices(['a4', 'letter', 'a0', 'projector']))
    .option(
      '-o, --output <FILE>',
      'file that ends in .json, .svg, .pdf, .zip (DXF and rule table), .csv or .html (tables); without it JSON',
    )
    .option('--pattern-version <NUMBER>', 'version to draft; without it the latest')
    .option('--json', 'with --output what was written');
  return withActingOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  $ selvage pattern sizes "Simon shirt" --table "EN 13402-3 men" --from 46 --to 54 -o simon.svg
  $ selvage pattern sizes "A-line skirt" skirtLength=62 --table "EN 13402-3 women" -o skirt.zip`,
    )
    .action(async (nameOrId: string, args: string[], options: SizesOptions) => {
      const format = formatOf(options);
      refuseIdle(format, options);
      const answer = await withReading(options, async (client) => {
        const patterns = await readablePatterns(client);
        const pattern = choose(patterns, nameOrId) ?? notFound(nameOrId, patterns);
        const types = new Map(pattern.variables.map(({ key, type }) => [key, type]));
        const variables = [...keyValues(args, 'skirtLength=62')];
        const json = requestJson(options);
        json.set('variables', new Map(variables.map(([key, text]) => [key, jsonValue(text, types.get(key), key)])));
        if (options.table !== undefined) json.set('table', (await findTable(client, options.table)).tableId);
        const request = decode(draftSizesRequest, json);
        request.patternId = pattern.patternId;
        request.format = formats[format];
        return client.unary(PatternService.method.draftSizes, request);
      });
      writeAnswer(contentOf(answer), options, { format, base: answer.base });
      for (const { path, message } of answer.warnings) console.error(`warning: ${path}: ${message}`);
    });
}

function formatOf({ output }: SizesOptions): keyof typeof formats {
  if (output === undefined) return 'json';
  const ending = extname(output).slice(1).toLowerCase();
  if (Object.hasOwn(formats, ending)) return ending as keyof typeof formats;
  throw new CommandError(
    `--output ${output} must end in ${Object.keys(formats)
      .map((name) => `.${name}`)
      .join(', ')}`,
  );
}

function refuseIdle(format: keyof typeof formats, { table, sizes, from, to, paper }: SizesOptions): void {
  if ((table === undefined) === (sizes === undefined)) {
    throw new CommandError('Exactly one of --table and --sizes is needed');
  }
  if (table === undefined) refuseIdleFlags({ '--from': from, '--to': to }, '--table');
  if (format !== 'pdf') refuseIdleFlags({ '--paper': paper }, `the format pdf, and the sizes are written as ${format}`);
}

/** The request as the REST route takes it, all but what the service has to be asked for. */
function requestJson({ sizes, from, to, base, paper, patternVersion }: SizesOptions): Map<string, ParsedJson> {
  const json = new Map<string, ParsedJson>();
  if (sizes !== undefined) json.set('sizes', parseJson(readInput(sizes)));
  for (const [key, value] of Object.entries({ from, to, base, page: paper })) {
    if (value !== undefined) json.set(key, value);
  }
  if (patternVersion !== undefined) json.set('versionNumber', numberOf(patternVersion, '--pattern-version'));
  return json;
}

function contentOf(answer: DraftSizesResponse): string | Uint8Array {
  if (answer.file.case !== undefined) return answer.file.value;
  return `${JSON.stringify(draftSizesResponse.encode(answer), null, 2)}\n`;
}
