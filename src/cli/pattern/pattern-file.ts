/** Reads the file of a pattern: takes a document unchanged, and converts the file of another program. */
import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Command } from 'commander';
import { AdminService } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { decodeText } from '../../drawing/decode-text.js';
import type { Json } from '../../json/json.js';
import { documentText } from '../../patterns/document-text.js';
import { measurementsNamed } from '../../patterns/import/seamly/measurements.js';
import type { Client } from '../client.js';
import { CommandError } from '../exit.js';
import { readInput } from '../files.js';
import { refuseIdleFlags } from '../idle-flags.js';
import { numberOf } from '../key-values.js';

export interface ConversionOptions {
  readonly name?: string;
  readonly measurements?: string;
  readonly size?: string;
  readonly unitMm?: string;
  readonly holes?: boolean;
}

const endings = ['.json', '.dxf', '.sm2d', '.val'];

export const isPatternFile = (argument: string): boolean => endings.includes(extname(argument).toLowerCase());

export const withConversionOptions = (command: Command): Command =>
  command
    .option('--name <NAME>', 'name of a converted pattern; default the name of the file')
    .option(
      '--measurements <FILE>',
      'measurement file of a .sm2d or .val pattern; default the one that it names, if in the same folder',
    )
    .option('--size <NAME>', 'size of a graded DXF, or all; default its sample size')
    .option('--unit-mm <MM>', 'mm in one unit of a DXF without a unit')
    .option('--holes', 'read closed lines inside others as openings, not marks, in a DXF that is not an apparel file');

/** Refuses flags without a meaning for this kind of file, or for an argument that is not a file. */
export function refuseConversionFlags(
  argument: string,
  { name, measurements, size, unitMm, holes }: ConversionOptions,
): void {
  const ending = isPatternFile(argument) ? extname(argument).toLowerCase() : '';
  const isSeamly = ending === '.sm2d' || ending === '.val';
  const none = `, but ${argument} is not one`;
  if (ending !== '.dxf') {
    refuseIdleFlags({ '--size': size, '--holes': holes, '--unit-mm': unitMm }, `a .dxf file${none}`);
  }
  if (!isSeamly) refuseIdleFlags({ '--measurements': measurements }, `a .sm2d or .val file${none}`);
  if (!isSeamly && ending !== '.dxf') refuseIdleFlags({ '--name': name }, `a .dxf, .sm2d or .val file${none}`);
}

/** The text of a document. Reports the parts that a conversion left out on standard error. */
export async function readPatternFile(client: Client, path: string, options: ConversionOptions): Promise<string> {
  refuseConversionFlags(path, options);
  const ending = extname(path).toLowerCase();
  const content = readInput(path);
  const text = ending === '.dxf' ? decodeText(content) : content.toString('utf8');
  if (ending === '.json') return text;
  if (!isPatternFile(path)) {
    throw new CommandError(`${path} is not a pattern file: its name must end in ${endings.join(', ')}`);
  }
  const name = options.name ?? basename(path, extname(path));
  const file =
    ending === '.dxf'
      ? { case: 'dxf' as const, value: dxfFile(text, options) }
      : {
          case: 'seamly' as const,
          value: {
            text,
            measurements: measurementsOf(path, text, options.measurements),
          },
        };
  const converted = await client.unary(AdminService.method.convertPatternFile, { name, file });
  for (const { message } of converted.notes) console.error(`note: ${message}`);
  console.error(`${path}: ${converted.pieces} of ${converted.piecesInFile} pieces imported`);
  return documentText(JSON.parse(converted.document) as Json);
}

/** The given measurement file, else the file that the pattern names, if it lies in the same folder. */
function measurementsOf(path: string, text: string, given: string | undefined): string {
  if (given !== undefined) return readInput(given).toString('utf8');
  const named = measurementsNamed(text);
  if (named === null) return '';
  const folder = dirname(path);
  const found = readdirSync(folder).find((name) => named.fileNames.includes(name.toLowerCase()));
  if (found === undefined) {
    console.error(
      `note: the measurement file ${named.fileNames[0]} is not in the same folder; give it with --measurements`,
    );
    return '';
  }
  console.error(`note: measurements from ${join(folder, found)}`);
  return readInput(join(folder, found)).toString('utf8');
}

const dxfFile = (text: string, { size, unitMm, holes }: ConversionOptions) => ({
  text,
  ...(size === undefined ? {} : { size }),
  ...(unitMm === undefined ? {} : { unitMm: numberOf(unitMm, '--unit-mm') }),
  ...(holes && { holes }),
});
