/** Reads the file of a pattern: a document as it is, the file of another program converted. */
import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Command } from 'commander';
import { AdminService } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { decodeText } from '../../drawing/decode-text.js';
import { measurementsNamed } from '../../patterns/import/seamly/measurements.js';
import type { Json } from '../../patterns/pattern-version.js';
import type { Client } from '../client.js';
import { CommandError } from '../exit.js';
import { readInput } from '../files.js';
import { refuseIdleFlags } from '../idle-flags.js';
import { numberOf } from '../key-values.js';
import { documentText } from './document-text.js';

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
    .option('--name <NAME>', 'name of a converted pattern; without it that of the file')
    .option(
      '--measurements <FILE>',
      'measurement file of a .sm2d or .val pattern; without it the one that it names, if that lies beside it',
    )
    .option('--size <NAME>', 'which size of a graded DXF, or all; without it its sample size')
    .option('--unit-mm <MM>', 'mm in one unit of a DXF that does not say')
    .option('--holes', 'closed lines inside others are openings, not marks, in a DXF that is no apparel file');

/** Flags that say nothing of a file of this kind, or of what is no file. */
export function refuseConversionFlags(
  argument: string,
  { name, measurements, size, unitMm, holes }: ConversionOptions,
): void {
  const ending = isPatternFile(argument) ? extname(argument).toLowerCase() : '';
  const isSeamly = ending === '.sm2d' || ending === '.val';
  const none = `, and ${argument} is none`;
  if (ending !== '.dxf') {
    refuseIdleFlags({ '--size': size, '--holes': holes, '--unit-mm': unitMm }, `a .dxf file${none}`);
  }
  if (!isSeamly) refuseIdleFlags({ '--measurements': measurements }, `a .sm2d or .val file${none}`);
  if (!isSeamly && ending !== '.dxf') refuseIdleFlags({ '--name': name }, `a .dxf, .sm2d or .val file${none}`);
}

/** The text of a document. What a conversion did not understand is told on standard error. */
export async function readPatternFile(client: Client, path: string, options: ConversionOptions): Promise<string> {
  refuseConversionFlags(path, options);
  const ending = extname(path).toLowerCase();
  const content = readInput(path);
  const text = ending === '.dxf' ? decodeText(content) : content.toString('utf8');
  if (ending === '.json') return text;
  if (!isPatternFile(path)) {
    throw new CommandError(`${path} is no pattern file: its name must end in ${endings.join(', ')}`);
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
  console.error(`${path}: ${converted.pieces} of ${converted.piecesInFile} pieces taken over`);
  return documentText(JSON.parse(converted.document) as Json);
}

/** The measurement file that was given, else the one that the pattern names, where it lies beside it. */
function measurementsOf(path: string, text: string, given: string | undefined): string {
  if (given !== undefined) return readInput(given).toString('utf8');
  const named = measurementsNamed(text);
  if (named === null) return '';
  const folder = dirname(path);
  const found = readdirSync(folder).find((name) => named.fileNames.includes(name.toLowerCase()));
  if (found === undefined) {
    console.error(
      `note: the measurements ${named.fileNames[0]} that it names do not lie beside it; give them with --measurements`,
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
