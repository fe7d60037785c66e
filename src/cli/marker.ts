/** `selvage marker`: drafts a pattern to sizes or to a body, packs its pieces, and writes the best layout. */
import { create } from '@bufbuild/protobuf';
import { Command, Option } from 'commander';
import { nestPatternsRequest } from '../../gateway/json/nest.js';
import {
  FabricSchema,
  type NestEvent,
  type NestPatternsRequest,
  type NestRequest,
  NestRequestSchema,
  NestService,
  ServerId,
} from '../../gen/selvage/nest/v1/nest_pb.js';
import type { ParsedJson } from '../json/json.js';
import { type ActingOptions, withActingOptions, withSolvers } from './acting-client.js';
import type { Client, StreamingClient } from './client.js';
import { decode } from './decode.js';
import { binsOf } from './drawn-request.js';
import { CommandError, exitCodes } from './exit.js';
import { refuseIdleFlags } from './idle-flags.js';
import { keyValues, numberOf } from './key-values.js';
import { type LayoutOptions, layoutOutput, withLayoutOptions, writeLayout } from './layout-output.js';
import { secondsOf } from './nest.js';
import { nestProgress } from './nest-progress.js';
import { type NestSettingOptions, nestSettings, withSearchSettings, withSettings } from './nest-settings.js';
import { choose, notFound, readablePatterns } from './pattern/find-pattern.js';
import { jsonValue } from './pattern/json-value.js';
import { populationIn } from './population.js';
import { followNest, type NestResult } from './run-nest.js';
import { findTable } from './sizes/all-tables.js';

interface MarkerOptions extends ActingOptions, Omit<NestSettingOptions, 'unit'>, LayoutOptions {
  readonly table?: string;
  readonly tableVersion?: string;
  readonly sizes?: string;
  readonly gender?: string;
  readonly body?: string[];
  readonly population?: string;
  readonly quantity?: string;
  readonly material?: string;
  readonly oneWay?: 'garment' | 'marker';
  readonly patternVersion?: string;
  readonly repeatX?: string;
  readonly repeatY?: string;
  readonly offsetX?: string;
  readonly offsetY?: string;
  readonly besidePlain?: boolean;
}

const directions = { garment: 'one_way_per_garment', marker: 'one_way' } as const;

/** Longer than any layout, mm. */
const rollLength = 100_000;

export function markerCommand(): Command {
  const command = new Command('marker')
    .description('draft a pattern to sizes or a body, pack its pieces, and write the best layout')
    .argument('<pattern>', 'id of the pattern, or its name')
    .argument('[variables...]', 'variables, KEY=VALUE')
    .option('--table <TABLE>', 'size table, by name or id')
    .option('--sizes <LIST>', 'sizes of the table with their copies, for example 46=2,48,50=2')
    .option('--table-version <NUMBER>', 'version of the table; default the latest')
    .option('--gender <GENDER>', 'female or male: body model for unknown measurements')
    .option('--body <KEY=VALUE...>', 'in place of sizes: body measurements')
    .option(
      '--population <NAME>',
      'of the person of --body: us, unspecified, a population of the account, or a file of "body adapt"',
    )
    .option('--quantity <N>', 'copies of all that; default 1')
    .option('--material <NAME>', 'material of the pieces to pack, if there are several')
    .addOption(
      new Option('--one-way <WHICH>', 'pieces of a garment, or of the whole marker, all lie the same way').choices([
        'garment',
        'marker',
      ]),
    )
    .option('--pattern-version <NUMBER>', 'version to draft; default the latest')
    .option('--repeat-x <MM>', 'striped or checked cloth: its repeat along x, which is along a roll; the seams match')
    .option('--repeat-y <MM>', 'its repeat along y')
    .option('--offset-x <MM>', 'where a repeat along x begins, from the left of the sheet; default 0')
    .option('--offset-y <MM>', 'where a repeat along y begins, from the top of the sheet; default 0')
    .option('--beside-plain', 'then search as long on plain cloth, and tell how much cloth the pattern costs')
    .option('--width <MM>', 'width of the roll')
    .option('--sheet <AxB>', 'in place of a roll: sheets of this size in mm')
    .option('--sheets <N>', 'number of these sheets; default 1');
  withLayoutOptions(withSearchSettings(command), 'marker');
  return withActingOptions(command)
    .addHelpText(
      'after',
      `
Lengths are in mm. Without --server this process searches by itself. Ctrl-C ends the search and keeps the best layout so far.

Examples:
  $ selvage marker "A-line skirt" --table "EN 13402-3 women" --sizes 36=2,38=3,40=2 --width 1500 --time 10
  $ selvage marker "Simon shirt" --gender male --body height=183 weight=76 --material fabric --width 1400 --repeat-x 40
  $ selvage marker "Simon shirt" --gender male --body height=183 weight=76 --material fabric --width 1400 -o shirt.pdf`,
    )
    .action(async (nameOrId: string, args: string[], options: MarkerOptions) => {
      refuseIdle(options);
      const output = { ...layoutOutput(options, 'marker'), title: 'Marker', roll: options.width !== undefined };
      const population = populationIn(options);
      const interrupt = new AbortController();
      process.once('SIGINT', () => interrupt.abort());
      const { request, result, plain } = await withSolvers(
        options,
        async (client) => {
          const order = await orderOf(client, nameOrId, args, {
            ...options,
            ...(population && { population: population.name }),
          });
          // a search on one's own machine needs neither a queue nor its limit of 30 s
          if (options.server === undefined) order.serverId ??= ServerId.FAST;
          const { polygons, result } = await searched(client, order, interrupt.signal);
          const plain =
            options.besidePlain && !interrupt.signal.aborted
              ? (await searched(client, onPlainCloth(order), interrupt.signal)).result.best
              : null;
          return { request: nestOf(order, polygons), result, plain };
        },
        population?.source,
      );
      if (!result.best) {
        throw new CommandError('The search ended before its first layout', {
          exitCode: interrupt.signal.aborted ? exitCodes.interrupted : exitCodes.failed,
        });
      }
      await writeLayout(request, result.best, { ...output, plain }, options.json === true);
      if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
    });
}

async function searched(
  client: StreamingClient,
  order: NestPatternsRequest,
  signal: AbortSignal,
): Promise<{ polygons: NestRequest['polygons']; result: NestResult }> {
  let polygons: NestRequest['polygons'] = [];
  const view = nestProgress(secondsOf(order));
  const show = (event: NestEvent): void => {
    if (event.event.case === 'progress') {
      const { parts } = event.event.value;
      if (parts.length > 0) polygons = parts;
    }
    view.show(event);
  };
  const stream = client.serverStream(NestService.method.nestPatterns, order, signal);
  const result = await followNest(stream, show, signal).finally(() => view.end());
  return { polygons, result };
}

/** The same marker without the pattern of its cloth. */
function onPlainCloth(order: NestPatternsRequest): NestPatternsRequest {
  const { form } = order.fabric!;
  return { ...order, fabric: create(FabricSchema, { ...(form !== undefined && { form }) }) };
}

function refuseIdle(options: MarkerOptions): void {
  const { table, sizes, tableVersion, body, gender, population, repeatX, repeatY, besidePlain } = options;
  if (repeatX === undefined && repeatY === undefined) {
    refuseIdleFlags({ '--beside-plain': besidePlain }, '--repeat-x or --repeat-y');
  }
  if ((table === undefined) !== (sizes === undefined)) throw new CommandError('--table and --sizes go together');
  if (table === undefined) refuseIdleFlags({ '--table-version': tableVersion }, '--table');
  if (table !== undefined && (body !== undefined || gender !== undefined)) {
    throw new CommandError('Give either --sizes or --body');
  }
  if (body === undefined) refuseIdleFlags({ '--population': population }, '--body');
}

async function orderOf(
  client: Client,
  nameOrId: string,
  args: readonly string[],
  options: MarkerOptions,
): Promise<NestPatternsRequest> {
  const { keys, sheet } = nestSettings({ ...options, unit: 'mm' });
  if (!sheet) throw new CommandError('The marker needs --width MM for a roll, or --sheet AxB');
  const patterns = await readablePatterns(client);
  const { patternId, variables } = choose(patterns, nameOrId) ?? notFound(nameOrId, patterns);
  const types = new Map(variables.map(({ key, type }) => [key, type]));
  const values = [...keyValues(args, 'skirtLength=62')];
  const order = new Map<string, ParsedJson>([
    ['patternId', patternId],
    ['variables', new Map(values.map(([key, text]) => [key, jsonValue(text, types.get(key), key)]))],
  ]);
  const { table, tableVersion, sizes, quantity, patternVersion } = options;
  if (table !== undefined) order.set('table', (await findTable(client, table)).tableId);
  if (sizes !== undefined) order.set('sizes', sizes.split(',').map(sizeOf));
  if (tableVersion !== undefined) order.set('tableVersion', numberOf(tableVersion, '--table-version'));
  if (quantity !== undefined) order.set('quantity', numberOf(quantity, '--quantity'));
  if (patternVersion !== undefined) order.set('versionNumber', numberOf(patternVersion, '--pattern-version'));
  const body = bodyOf(options);
  if (body) order.set('body', body);
  const fabric = fabricOf(options);
  const json = new Map<string, ParsedJson>([
    ['patterns', [order]],
    ['bins', binsOf(sheet, rollLength)],
    ...(sheet.kind === 'roll' ? ([['gravityDirection', 'left']] as const) : []),
    ...(options.material === undefined ? [] : ([['material', options.material]] as const)),
    ...(options.oneWay === undefined ? [] : ([['direction', directions[options.oneWay]]] as const)),
    ...(fabric.size === 0 ? [] : ([['fabric', fabric]] as const)),
  ]);
  return decode(nestPatternsRequest, withSettings(json, keys));
}

/** The pattern of the cloth. */
function fabricOf({ repeatX, repeatY, offsetX, offsetY }: MarkerOptions): Map<string, ParsedJson> {
  if (repeatX === undefined) refuseIdleFlags({ '--offset-x': offsetX }, '--repeat-x');
  if (repeatY === undefined) refuseIdleFlags({ '--offset-y': offsetY }, '--repeat-y');
  const lengths: [string, string | undefined, string][] = [
    ['repeatX', repeatX, '--repeat-x'],
    ['repeatY', repeatY, '--repeat-y'],
    ['offsetX', offsetX, '--offset-x'],
    ['offsetY', offsetY, '--offset-y'],
  ];
  return new Map(lengths.flatMap(([key, text, flag]) => (text === undefined ? [] : [[key, numberOf(text, flag)]])));
}

/** `46=2` or `46`. */
function sizeOf(text: string): ParsedJson {
  const [size, quantity, ...more] = text.split('=').map((part) => part.trim());
  if (!size || more.length > 0) {
    throw new CommandError(`--sizes: ${JSON.stringify(text)} is not written as SIZE or SIZE=COPIES`);
  }
  return new Map<string, ParsedJson>([
    ['size', size],
    ...(quantity === undefined ? [] : ([['quantity', numberOf(quantity, '--sizes')]] as const)),
  ]);
}

function bodyOf({ gender, body: told = [], population }: MarkerOptions): ParsedJson | null {
  const body = [...keyValues(told, 'height=168')];
  if (gender === undefined && body.length === 0) return null;
  const who: [string, ParsedJson][] = [['unit', 'metric']];
  if (gender !== undefined) who.push(['gender', gender]);
  if (population !== undefined) who.push(['population', population]);
  return new Map([...who, ...body.map(([key, text]): [string, ParsedJson] => [key, numberOf(text, key)])]);
}

/** The request for the parts of a marker. */
function nestOf(
  { bins, gravityDirection, remnants, fabric }: NestPatternsRequest,
  polygons: NestRequest['polygons'],
): NestRequest {
  return create(NestRequestSchema, {
    polygons,
    bins,
    ...(gravityDirection !== undefined && { gravityDirection }),
    ...(remnants !== undefined && { remnants }),
    ...(fabric !== undefined && { fabric }),
  });
}
