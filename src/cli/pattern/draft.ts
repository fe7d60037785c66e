/** `selvage pattern draft` */
import { extname } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { Command, Option } from 'commander';
import { draftPatternRequest, encodeDraft } from '../../../gateway/json/pattern.js';
import { AdminService } from '../../../gen/selvage/admin/v1/admin_pb.js';
import {
  type DraftPatternResponse,
  DxfDialect,
  type DxfOptions,
  DxfOptionsSchema,
  DxfUnits,
  PatternFormat,
  PatternService,
  type PdfOptions,
  PdfOptionsSchema,
  PdfPage,
  type Variable,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { UnitSystem } from '../../body/units.js';
import type { ParsedJson } from '../../json/json.js';
import { type ActingOptions, withActingOptions, withReading } from '../acting-client.js';
import type { Client } from '../client.js';
import { withTemporaryStore } from '../client-options.js';
import { decode } from '../decode.js';
import { CommandError } from '../exit.js';
import { writeAnswer } from '../files.js';
import { refuseIdleFlags } from '../idle-flags.js';
import { refuseImplausible } from '../implausible.js';
import { keyValues, numberOf } from '../key-values.js';
import { lengthsOption } from '../lengths-option.js';
import { placedMessage } from '../placed-message.js';
import { type NamedPopulation, populationIn } from '../population.js';
import { choose, notFound, ownPatterns, readablePatterns } from './find-pattern.js';
import { jsonValue } from './json-value.js';
import { type ConversionOptions, isPatternFile, readPatternFile, refuseConversionFlags } from './pattern-file.js';
import { patternLengths } from './pattern-lengths.js';
import { draftTables, type TableOptions, wantsTables } from './sewing-tables.js';

const formats = { json: PatternFormat.JSON, dxf: PatternFormat.DXF, svg: PatternFormat.SVG, pdf: PatternFormat.PDF };
const dialects = { astm: DxfDialect.ASTM, aama: DxfDialect.AAMA };
const papers = { full: PdfPage.FULL, a4: PdfPage.A4, letter: PdfPage.LETTER };
const dxfUnitSystems = { metric: DxfUnits.METRIC, english: DxfUnits.ENGLISH };

interface DraftOptions extends ActingOptions, ConversionOptions, TableOptions {
  readonly format?: keyof typeof formats;
  readonly output?: string;
  readonly json?: boolean;
  readonly patternVersion?: string;
  readonly body?: string[];
  readonly gender?: string;
  readonly unit?: UnitSystem;
  readonly population?: string;
  readonly fold?: boolean;
  readonly dialect?: keyof typeof dialects;
  readonly dxfUnits?: keyof typeof dxfUnitSystems;
  readonly paper?: keyof typeof papers;
}

/** Those that a request needs; the population goes by its name in requests. */
type RequestOptions = Omit<DraftOptions, 'population'> & { readonly population: string | undefined };

/** The pattern to draft. Its variables tell the meaning of the arguments. */
interface Wanted {
  readonly patternId: string;
  readonly variables: readonly Variable[];
}

export function draftCommand(): Command {
  const command = new Command('draft')
    .description('draft a pattern')
    .argument('<pattern>', 'id of the pattern, or its name; or a file: a .json document, .dxf, .sm2d or .val')
    .argument('[variables...]', 'variables, KEY=VALUE')
    .addOption(
      new Option('--format <FORMAT>', 'format, if the name of --output does not end in it; default json').choices(
        Object.keys(formats),
      ),
    )
    .option('-o, --output <FILE>', 'file whose extension names its format; default standard output')
    .option('--json', 'the answer of POST /api/v1/patterns/ID; with --output the file written')
    .option('--pattern-version <NUMBER>', 'version to draft; default the latest')
    .option('--gender <GENDER>', 'female or male: body model for unknown measurements')
    .option('--body <KEY=VALUE...>', 'body measurements, which fill the measurements of the pattern')
    .addOption(new Option('--unit <SYSTEM>', 'units of --body; default metric').choices(['metric', 'imperial']))
    .option(
      '--population <NAME>',
      'of the person of --body: us, unspecified, a population of the account, or a file of "body adapt"',
    )
    .option('--fold', 'draw pieces cut on the fold as half pieces')
    .addOption(new Option('--dialect <NAME>', 'dialect of a DXF; default astm').choices(Object.keys(dialects)))
    .addOption(new Option('--dxf-units <UNITS>', 'units of a DXF; default metric').choices(Object.keys(dxfUnitSystems)))
    .option('--size <NAME>', 'size written into a DXF')
    .addOption(new Option('--paper <PAPER>', 'paper of a PDF; default full').choices(Object.keys(papers)))
    .addOption(
      lengthsOption('units of the ruler and the square to measure in a PDF, and of the tables; default metric'),
    )
    .option('--walk', 'a table of the seams: lengths of both sides, ease, and how far they are off')
    .option('--finished', 'a table of the finished measurements, and their ease on the body')
    .option('--measurements <FILE>', 'measurement file of a .sm2d or .val pattern');
  return withActingOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  $ selvage pattern draft NAME_OR_ID -o pattern.svg
  $ selvage pattern draft NAME_OR_ID skirtLength=62 --dialect aama -o pattern.dxf
  $ selvage pattern draft NAME_OR_ID --gender female --body height=168 weight=62 --paper a4 -o pattern.pdf
  $ selvage pattern draft NAME_OR_ID --gender female --body height=168 weight=62 --population runners.json -o pattern.svg
  $ selvage pattern draft my-skirt.json -o skirt.svg`,
    )
    .action(async (nameOrId: string, args: string[], options: DraftOptions) => {
      const format = formatOf(options);
      refuseIdle(nameOrId, format, options);
      const tables = wantsTables(options);
      if (format === 'pdf' && options.json && options.output === undefined) {
        throw new CommandError('A PDF does not fit into JSON: give --output');
      }
      const population = populationIn(options);
      const draft = await withWanted(nameOrId, { ...options, population }, (client, wanted) => {
        const request = decode(
          draftPatternRequest,
          requestJson(wanted, args, { ...options, population: population?.name }),
        );
        request.patternId = wanted.patternId;
        request.format = formats[format];
        if (format === 'dxf') request.dxf = dxfOptions(options);
        if (format === 'pdf') request.pdf = pdfOptions(options);
        return client.unary(PatternService.method.draftPattern, request);
      });
      const body = [...keyValues(options.body ?? [], 'height=168')];
      const measured = new Map(body.map(([key, text]) => [key, numberOf(text, key)]));
      refuseImplausible(measured, options.unit ?? 'metric', draft.errors);
      const answer = options.json === true && options.output === undefined;
      if (!tables || options.output !== undefined) {
        writeAnswer(answer ? answerOf(draft) : contentOf(draft), options, {
          format,
          errors: draft.errors.map(({ code, message, path }) => ({ code, message, path })),
        });
      }
      if (tables) console.log(draftTables(draft, options));
      for (const warning of draft.errors) console.error(`warning: ${placedMessage(warning)}`);
    });
}

/** As in `nest`: the file's extension, or --format. An extension that contradicts the flag is refused. */
function formatOf({ format, output }: DraftOptions): keyof typeof formats {
  const ending = output === undefined ? '' : extname(output).slice(1).toLowerCase();
  if (isFormat(ending)) {
    if (format === undefined || format === ending) return ending;
    throw new CommandError(`--output ${output} names the format ${ending}, but --format is ${format}`);
  }
  if (format === undefined && ending !== '') {
    const endings = Object.keys(formats).map((name) => `.${name}`);
    throw new CommandError(`--output ${output} must end in ${endings.join(', ')}, or needs --format`);
  }
  return format ?? 'json';
}

const isFormat = (ending: string): ending is keyof typeof formats => Object.hasOwn(formats, ending);

function refuseIdle(pattern: string, format: keyof typeof formats, options: DraftOptions): void {
  const { dialect, dxfUnits, size, paper, lengths, walk, finished, measurements, body, unit, population } = options;
  refuseConversionFlags(pattern, measurements === undefined ? {} : { measurements });
  const instead = `, but the draft is written as ${format}`;
  if (format !== 'dxf') {
    const flags = { '--dialect': dialect, '--dxf-units': dxfUnits, '--size': size };
    refuseIdleFlags(flags, `the format dxf${instead}`);
  }
  if (format !== 'pdf') {
    refuseIdleFlags({ '--paper': paper }, `the format pdf${instead}`);
    if (!walk && !finished)
      refuseIdleFlags({ '--lengths': lengths }, `the format pdf, --walk and --finished${instead}`);
  }
  if (body === undefined) refuseIdleFlags({ '--unit': unit, '--population': population }, '--body');
}

const dxfOptions = ({ dialect = 'astm', dxfUnits: units = 'metric', size }: DraftOptions): DxfOptions =>
  create(DxfOptionsSchema, { dialect: dialects[dialect], units: dxfUnitSystems[units], ...(size ? { size } : {}) });

const pdfOptions = ({ paper = 'full', lengths }: DraftOptions): PdfOptions =>
  create(PdfOptionsSchema, { page: papers[paper], ...(lengths && { lengths: patternLengths[lengths] }) });

/** Drafts a file as if it were published, but keeps nothing of it. */
function withWanted<T>(
  argument: string,
  { population, ...options }: Omit<DraftOptions, 'population'> & { readonly population: NamedPopulation | undefined },
  use: (client: Client, wanted: Wanted) => Promise<T>,
): Promise<T> {
  if (!isPatternFile(argument)) {
    const draft = async (client: Client): Promise<T> => use(client, await wantedPattern(client, argument));
    return withReading(options, draft, population?.source);
  }
  return withTemporaryStore(
    async (client) => {
      const { measurements } = options;
      const document = await readPatternFile(client, argument, measurements === undefined ? {} : { measurements });
      const { version } = await client.unary(AdminService.method.savePatternDraft, { document });
      const { patternId, versionNumber } = version!;
      await client.unary(AdminService.method.publishPatternVersion, { patternId, versionNumber });
      const { pattern } = await client.unary(PatternService.method.getPattern, { patternId });
      return use(client, pattern!);
    },
    { populations: population?.source },
  );
}

async function wantedPattern(client: Client, nameOrId: string): Promise<Wanted> {
  const readable = await readablePatterns(client);
  const found = choose(readable, nameOrId);
  if (found) return found;
  // a pattern that was never published has no listed variables yet
  const own = choose(await ownPatterns(client), nameOrId);
  return own ? { patternId: own.patternId, variables: [] } : notFound(nameOrId, readable);
}

/** The request in the form of the REST route, except for the format. */
function requestJson(pattern: Wanted, args: readonly string[], options: RequestOptions): ParsedJson {
  const json = new Map<string, ParsedJson>([['unfold', !options.fold]]);
  const types = new Map(pattern.variables.map(({ key, type }) => [key, type]));
  const variables = [...keyValues(args, 'skirtLength=62')];
  json.set('variables', new Map(variables.map(([key, text]) => [key, jsonValue(text, types.get(key), key)])));
  if (options.patternVersion !== undefined) {
    json.set('versionNumber', numberOf(options.patternVersion, '--pattern-version'));
  }
  const body = [...keyValues(options.body ?? [], 'height=168')];
  if (options.gender !== undefined || body.length > 0) {
    const who: [string, ParsedJson][] = [['unit', options.unit ?? 'metric']];
    if (options.gender !== undefined) who.push(['gender', options.gender]);
    if (options.population !== undefined) who.push(['population', options.population]);
    json.set('body', new Map([...who, ...body.map(([key, text]): [string, ParsedJson] => [key, numberOf(text, key)])]));
  }
  return json;
}

function contentOf(draft: DraftPatternResponse): string | Uint8Array {
  switch (draft.data.case) {
    case 'dxf':
    case 'svg':
    case 'pdf':
      return draft.data.value;
    default:
      return answerOf(draft);
  }
}

/** The answer of the REST route, in any format. */
const answerOf = (draft: DraftPatternResponse): string => `${JSON.stringify(encodeDraft(draft), null, 2)}\n`;
