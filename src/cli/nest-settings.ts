/** What the command line says about a nesting beside its file: the sheet, and keys of the request under shorter names. */
import { type Command, Option } from 'commander';
import type { Json } from '../json/json.js';
import type { DrawingFormat } from '../services/read-parts.js';
import { CommandError } from './exit.js';
import { numberOf } from './key-values.js';

export interface NestSettings {
  /** What the file is, where its name does not say. */
  readonly from?: DrawingFormat | 'json';
  /** mm in one unit of the file. */
  readonly unitMm?: number;
  /** Of a drawing that has none of its own. */
  readonly sheet?: Sheet;
  /** In place of the file's own keys, by the names of `POST /api/v1/nest`. */
  readonly keys?: ReadonlyMap<string, Json>;
}

/** mm; a roll is as long as it needs to be. */
export type Sheet =
  | { readonly kind: 'roll'; readonly width: number }
  | { readonly kind: 'sheets'; readonly width: number; readonly height: number; readonly count: number };

export interface NestSettingOptions {
  readonly from?: DrawingFormat | 'json';
  readonly unit: keyof typeof unitsMm;
  readonly width?: string;
  readonly sheet?: string;
  readonly sheets: string;
  readonly distance?: string;
  readonly edge?: string;
  readonly rotations?: string;
  readonly time?: string;
  readonly seed?: string;
  readonly fast?: boolean;
}

export const unitsMm = { mm: 1, cm: 10, m: 1000, in: 25.4 } as const;

export function withNestSettings(command: Command): Command {
  return command
    .addOption(
      new Option('--from <FORMAT>', 'what FILE is, where its name does not say').choices(['json', 'svg', 'dxf']),
    )
    .addOption(
      new Option('--unit <UNIT>', 'of the numbers in a JSON or DXF file, for everything drawn in real size')
        .choices(Object.keys(unitsMm))
        .default('mm'),
    )
    .option('--width <MM>', 'of a drawing: nest onto a roll of this width')
    .option('--sheet <MMxMM>', 'of a drawing: nest onto sheets of this size, for example 1000x2000')
    .option('--sheets <N>', 'how many of them there are', '1')
    .option('--distance <D>', "clearance between parts, in place of the file's minDistance")
    .option('--edge <D>', 'distance of parts from the edge of the sheet: edgeDistance')
    .option('--rotations <DEGREES>', 'allowedRotations, for example 0,180')
    .option('--time <SECONDS>', 'time limit: maximumExecutionTime')
    .option('--seed <N>', 'seed of the search')
    .option('--fast', 'the paid queue of a server, without the limit of 30 s; without a server there is no limit');
}

export function nestSettings(options: NestSettingOptions): NestSettings {
  const { from, unit } = options;
  const sheet = sheetOf(options);
  const numbers: [string, string | undefined, string][] = [
    ['minDistance', options.distance, '--distance'],
    ['edgeDistance', options.edge, '--edge'],
    ['maximumExecutionTime', options.time, '--time'],
    ['seed', options.seed, '--seed'],
  ];
  const keys = new Map<string, Json>();
  for (const [key, text, flag] of numbers) if (text !== undefined) keys.set(key, numberOf(text, flag));
  if (options.fast) keys.set('serverId', 'fast');
  if (options.rotations !== undefined) {
    keys.set(
      'allowedRotations',
      options.rotations.split(',').map((text) => numberOf(text, '--rotations')),
    );
  }
  return { unitMm: unitsMm[unit], keys, ...(from && { from }), ...(sheet && { sheet }) };
}

function sheetOf({ width, sheet, sheets }: NestSettingOptions): Sheet | null {
  if (width !== undefined && sheet !== undefined) throw new CommandError('Give either --width or --sheet');
  if (width !== undefined) return { kind: 'roll', width: positive(numberOf(width, '--width'), '--width') };
  if (sheet === undefined) return null;
  const [, across, down] = /^([\d.]+)x([\d.]+)$/i.exec(sheet) ?? [];
  if (across === undefined || down === undefined) {
    throw new CommandError(
      `--sheet is ${JSON.stringify(sheet)}; it must be written WIDTHxHEIGHT, for example 1000x2000`,
    );
  }
  const count = numberOf(sheets, '--sheets');
  if (!Number.isInteger(count) || count < 1 || count > 1000) {
    throw new CommandError(`--sheets is ${JSON.stringify(sheets)}; it must be a whole number from 1 to 1000`);
  }
  return {
    kind: 'sheets',
    width: positive(numberOf(across, '--sheet'), '--sheet'),
    height: positive(numberOf(down, '--sheet'), '--sheet'),
    count,
  };
}

function positive(value: number, flag: string): number {
  if (value > 0) return value;
  throw new CommandError(`${flag} must be above 0`);
}
