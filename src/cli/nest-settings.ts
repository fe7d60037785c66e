/** The settings of a nesting on the command line: the sheet, and keys of the request under shorter names. */
import { type Command, Option } from 'commander';
import type { ParsedJson } from '../json/json.js';
import type { DrawingFormat } from '../services/files/read-parts.js';
import { CommandError } from './exit.js';
import { numberOf } from './key-values.js';

export interface NestSettings {
  /** Format of a file whose name does not tell it. */
  readonly from?: DrawingFormat | 'json';
  /** mm in one unit of the file. */
  readonly unitMm?: number;
  /** Size of a graded apparel DXF; `all`: every size. */
  readonly size?: string;
  /** mm in one unit of an SVG whose page does not give a size. */
  readonly svgUnitMm?: number;
  /** Sheet for a drawing without one. */
  readonly sheet?: Sheet;
  /** Replace the keys of the file, under the names of `POST /api/v1/nest`. */
  readonly keys?: ReadonlyMap<string, ParsedJson>;
}

/** In mm. A roll is as long as it needs to be. */
export type Sheet =
  | { readonly kind: 'roll'; readonly width: number }
  | { readonly kind: 'sheets'; readonly width: number; readonly height: number; readonly count: number };

export interface NestSettingOptions {
  readonly from?: DrawingFormat | 'json';
  readonly unit: keyof typeof unitsMm;
  readonly size?: string;
  readonly dpi?: string;
  readonly width?: string;
  readonly sheet?: string;
  readonly sheets?: string;
  readonly distance?: string;
  readonly edge?: string;
  readonly rotations?: string;
  readonly tilt?: string;
  readonly time?: string;
  readonly seed?: string;
  readonly fast?: boolean;
  readonly remnants?: string;
  readonly form?: 'open' | 'folded' | 'tubular';
}

export const unitsMm = { mm: 1, cm: 10, m: 1000, in: 25.4 } as const;

export function withNestSettings(command: Command): Command {
  command
    .addOption(
      new Option('--from <FORMAT>', 'format of FILE, if its name does not show it').choices(['json', 'svg', 'dxf']),
    )
    .addOption(
      new Option('--unit <UNIT>', 'unit of lengths in this command, and of a JSON or DXF file without one')
        .choices(Object.keys(unitsMm))
        .default('mm'),
    )
    .option('--size <NAME>', 'size of a graded apparel DXF, or all; default its sample size')
    .option('--dpi <N>', 'units in an inch of an SVG whose page has no size; default 96, Illustrator means 72')
    .option('--width <LENGTH>', 'nest a drawing onto a roll of this width')
    .option('--sheet <AxB>', 'nest a drawing onto sheets of this size, for example 1000x2000')
    .option('--sheets <N>', 'number of these sheets; default 1');
  return withSearchSettings(command);
}

/** The settings of the search alone. */
export function withSearchSettings(command: Command): Command {
  return command
    .option('--distance <D>', 'clearance between parts: minDistance')
    .option('--edge <D>', 'distance of parts from the edge of the sheet: edgeDistance')
    .option('--rotations <DEGREES>', 'allowedRotations, for example 0,180')
    .option('--tilt <DEGREES>', 'degrees to either side of each allowed rotation: rotationTolerance')
    .option('--time <SECONDS>', 'time limit: maximumExecutionTime')
    .option('--seed <N>', 'seed of the search')
    .addOption(
      new Option('--form <FORM>', 'how the cloth lies: fabric.form; the width is that of the folded cloth').choices([
        'open',
        'folded',
        'tubular',
      ]),
    )
    .option('--remnants <WIDTH>', 'also write the rests of the sheets, nowhere narrower, as bins of a next job')
    .option(
      '--fast',
      'use the paid queue of a server, without the limit of 30 s; a search without a server has no limit',
    );
}

export function nestSettings(options: NestSettingOptions): NestSettings {
  const { from, unit, size, dpi } = options;
  const sheet = sheetOf(options);
  const numbers: [string, string | undefined, string][] = [
    ['minDistance', options.distance, '--distance'],
    ['edgeDistance', options.edge, '--edge'],
    ['maximumExecutionTime', options.time, '--time'],
    ['seed', options.seed, '--seed'],
    ['rotationTolerance', options.tilt, '--tilt'],
  ];
  const keys = new Map<string, ParsedJson>();
  for (const [key, text, flag] of numbers) if (text !== undefined) keys.set(key, numberOf(text, flag));
  if (options.fast) keys.set('serverId', 'fast');
  if (options.form !== undefined) keys.set('fabric', new Map([['form', options.form]]));
  if (options.remnants !== undefined) {
    keys.set('remnants', new Map([['leastWidth', numberOf(options.remnants, '--remnants')]]));
  }
  if (options.rotations !== undefined) {
    keys.set(
      'allowedRotations',
      options.rotations.split(',').map((text) => numberOf(text, '--rotations')),
    );
  }
  return {
    unitMm: unitsMm[unit],
    keys,
    ...(from && { from }),
    ...(size !== undefined && { size }),
    ...(dpi !== undefined && { svgUnitMm: 25.4 / positive(numberOf(dpi, '--dpi'), '--dpi') }),
    ...(sheet && { sheet }),
  };
}

/** A request with the settings in place of its own. Of an object such as `fabric` they replace single members. */
export function withSettings(
  request: ReadonlyMap<string, ParsedJson>,
  keys: NestSettings['keys'] = new Map(),
): Map<string, ParsedJson> {
  const all = new Map(request);
  for (const [key, value] of keys) {
    const own = all.get(key);
    all.set(key, own instanceof Map && value instanceof Map ? new Map([...own, ...value]) : value);
  }
  return all;
}

function sheetOf({ width, sheet, sheets, unit }: NestSettingOptions): Sheet | null {
  if (width !== undefined && sheet !== undefined) throw new CommandError('Give either --width or --sheet');
  if (sheets !== undefined && sheet === undefined) throw new CommandError('--sheets goes with --sheet');
  const mm = (text: string, flag: string): number => positive(numberOf(text, flag), flag) * unitsMm[unit];
  if (width !== undefined) return { kind: 'roll', width: mm(width, '--width') };
  if (sheet === undefined) return null;
  const [, across, down] = /^([\d.]+)x([\d.]+)$/i.exec(sheet) ?? [];
  if (across === undefined || down === undefined) {
    throw new CommandError(
      `--sheet is ${JSON.stringify(sheet)}; it must be written WIDTHxHEIGHT, for example 1000x2000`,
    );
  }
  const count = numberOf(sheets ?? '1', '--sheets');
  if (!Number.isInteger(count) || count < 1 || count > 1000) {
    throw new CommandError(`--sheets is ${JSON.stringify(sheets)}; it must be a whole number from 1 to 1000`);
  }
  return {
    kind: 'sheets',
    width: mm(across, '--sheet'),
    height: mm(down, '--sheet'),
    count,
  };
}

function positive(value: number, flag: string): number {
  if (value > 0) return value;
  throw new CommandError(`${flag} must be above 0`);
}
