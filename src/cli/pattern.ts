/** `selvage pattern`: lists patterns, and drafts one to variables and measurements. */
import { create } from '@bufbuild/protobuf';
import { Command, Option } from 'commander';
import type { Json } from '../../gateway/json/json.js';
import { draftPatternRequest, encodeDraft, pattern as patternCodec } from '../../gateway/json/pattern.js';
import {
  type DraftPatternResponse,
  DxfDialect,
  type DxfOptions,
  DxfOptionsSchema,
  DxfUnits,
  type Pattern,
  PatternFormat,
  PatternService,
} from '../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Client } from './client.js';
import { type ServerOptions, withOperations, withServerOptions } from './client-options.js';
import { decode } from './decode.js';
import { CommandError, exitCodes } from './exit.js';
import { writeOutput } from './files.js';
import { keyValues, numberOf } from './key-values.js';
import { table } from './table.js';

const formats = { json: PatternFormat.JSON, dxf: PatternFormat.DXF, svg: PatternFormat.SVG, pdf: PatternFormat.PDF };
const dialects = { astm: DxfDialect.ASTM, aama: DxfDialect.AAMA };
const dxfUnitSystems = { metric: DxfUnits.METRIC, english: DxfUnits.ENGLISH };

export function patternCommand(): Command {
  return new Command('pattern')
    .description('list patterns, and draft one to variables and measurements')
    .addCommand(listCommand())
    .addCommand(draftCommand());
}

interface ListOptions extends ServerOptions {
  readonly variables?: boolean;
  readonly json?: boolean;
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the patterns that the key may read')
    .option('--variables', 'with a line for each variable')
    .option('--json', 'the patterns as GET /api/v1/patterns tells them');
  return withServerOptions(command).action(async (options: ListOptions) => {
    const patterns = await withOperations(options, allPatterns);
    if (options.json) console.log(JSON.stringify(patterns.map(patternCodec.encode), null, 2));
    else console.log(options.variables ? patterns.map(withVariables).join('\n\n') : overview(patterns));
  });
}

async function allPatterns(client: Client): Promise<Pattern[]> {
  const patterns: Pattern[] = [];
  let pageToken = '';
  do {
    const page = await client.unary(PatternService.method.listPatterns, { pageSize: 200, pageToken });
    patterns.push(...page.patterns);
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return patterns;
}

const overview = (patterns: readonly Pattern[]): string =>
  table(
    ['pattern', 'name', 'version', 'description'],
    patterns.map(({ patternId, name, latestVersionNumber, description }) => [
      patternId,
      name,
      latestVersionNumber,
      description,
    ]),
  );

function withVariables({ patternId, name, variables }: Pattern): string {
  const rows = variables.map(({ key, type, unit, min, max, choices, editable, label }) => [
    key,
    editable ? type : `${type}, read-only`,
    unit,
    min ?? '',
    max ?? '',
    choices.join(' '),
    label,
  ]);
  return `${name} ${patternId}\n${table(['variable', 'type', 'unit', 'min', 'max', 'choices', 'label'], rows)}`;
}

interface DraftOptions extends ServerOptions {
  readonly format: keyof typeof formats;
  readonly output?: string;
  readonly patternVersion?: string;
  readonly body?: string[];
  readonly gender?: string;
  readonly unit: string;
  readonly fold?: boolean;
  readonly dialect: keyof typeof dialects;
  readonly dxfUnits: keyof typeof dxfUnitSystems;
  readonly size?: string;
}

function draftCommand(): Command {
  const command = new Command('draft')
    .description('draft a pattern')
    .argument('<pattern>', 'id of the pattern, or its name')
    .argument('[variables...]', 'variables, KEY=VALUE')
    .addOption(new Option('--format <FORMAT>', 'what to write').choices(Object.keys(formats)).default('json'))
    .option('-o, --output <FILE>', 'file to write; without it the draft goes to standard output')
    .option('--pattern-version <NUMBER>', 'version to draft; without it the latest')
    .option('--gender <GENDER>', 'female or male: body model for measurements that are not known')
    .option('--body <KEY=VALUE...>', 'body measurements, which fill the variables of that kind')
    .addOption(new Option('--unit <SYSTEM>', 'units of --body').choices(['metric', 'imperial']).default('metric'))
    .option('--fold', 'pieces cut on the fold as half pieces')
    .addOption(new Option('--dialect <NAME>', 'of a DXF').choices(Object.keys(dialects)).default('astm'))
    .addOption(new Option('--dxf-units <UNITS>', 'of a DXF').choices(Object.keys(dxfUnitSystems)).default('metric'))
    .option('--size <NAME>', 'size written into a DXF');
  return withServerOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  $ selvage pattern draft NAME_OR_ID --format svg -o pattern.svg
  $ selvage pattern draft NAME_OR_ID skirtLength=620 --format dxf --dialect aama -o pattern.dxf
  $ selvage pattern draft NAME_OR_ID --gender female --body height=168 weight=62 --format pdf -o pattern.pdf`,
    )
    .action(async (nameOrId: string, args: string[], options: DraftOptions) => {
      const draft = await withOperations(options, async (client) => {
        const pattern = await findPattern(client, nameOrId);
        const request = decode(draftPatternRequest, requestJson(pattern, args, options));
        request.patternId = pattern.patternId;
        request.format = formats[options.format];
        if (options.format === 'dxf') request.dxf = dxfOptions(options);
        return client.unary(PatternService.method.draftPattern, request);
      });
      const content = contentOf(draft);
      if (options.output === undefined) process.stdout.write(content);
      else writeOutput(options.output, content);
      for (const { path, message } of draft.errors) console.error(`warning: ${path}: ${message}`);
    });
}

const dxfOptions = ({ dialect, dxfUnits: units, size }: DraftOptions): DxfOptions =>
  create(DxfOptionsSchema, { dialect: dialects[dialect], units: dxfUnitSystems[units], ...(size ? { size } : {}) });

async function findPattern(client: Client, nameOrId: string): Promise<Pattern> {
  const patterns = await allPatterns(client);
  const wanted = nameOrId.toLowerCase();
  const found = patterns.find(({ patternId, name }) => patternId === wanted || name.toLowerCase() === wanted);
  if (found) return found;
  throw new CommandError(`There is no pattern ${JSON.stringify(nameOrId)} that the key may read`, {
    exitCode: exitCodes.notFound,
    details: patterns.map(({ patternId, name }) => `${patternId}  ${name}`),
  });
}

/** The request as the REST route takes it, all but the format. */
function requestJson(pattern: Pattern, args: readonly string[], options: DraftOptions): Json {
  const json = new Map<string, Json>([['unfold', !options.fold]]);
  const types = new Map(pattern.variables.map(({ key, type }) => [key, type]));
  const variables = [...keyValues(args, 'skirtLength=620')];
  json.set('variables', new Map(variables.map(([key, text]) => [key, jsonValue(text, types.get(key), key)])));
  if (options.patternVersion !== undefined) {
    json.set('versionNumber', numberOf(options.patternVersion, '--pattern-version'));
  }
  const body = [...keyValues(options.body ?? [], 'height=168')];
  if (options.gender !== undefined || body.length > 0) {
    const who: [string, Json][] = [['unit', options.unit]];
    if (options.gender !== undefined) who.push(['gender', options.gender]);
    json.set('body', new Map([...who, ...body.map(([key, text]): [string, Json] => [key, numberOf(text, key)])]));
  }
  return json;
}

/** What an argument means is told by the variable's type; of an unknown variable the service will say that. */
function jsonValue(text: string, type: string | undefined, key: string): Json {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'choice' || type === 'boolean' || type === undefined) return text;
  return numberOf(text, key);
}

function contentOf(draft: DraftPatternResponse): string | Uint8Array {
  switch (draft.data.case) {
    case 'dxf':
    case 'svg':
    case 'pdf':
      return draft.data.value;
    default:
      return `${JSON.stringify(encodeDraft(draft), null, 2)}\n`;
  }
}
