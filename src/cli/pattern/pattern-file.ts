/** Reads the file of a pattern: a document as it is, the file of another program converted. */
import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import { AdminService } from '../../../gen/selvage/admin/v1/admin_pb.js';
import type { Json } from '../../patterns/pattern-version.js';
import type { Client } from '../client.js';
import { CommandError } from '../exit.js';
import { readInput } from '../files.js';
import { numberOf } from '../key-values.js';
import { documentText } from './document-text.js';

export interface ConversionOptions {
  readonly name?: string;
  readonly measurements?: string;
  readonly size?: string;
  readonly unitMm?: string;
}

const endings = ['.json', '.dxf', '.sm2d', '.val'];

export const isPatternFile = (argument: string): boolean => endings.includes(extname(argument).toLowerCase());

export const withConversionOptions = (command: Command): Command =>
  command
    .option('--name <NAME>', 'name of a converted pattern; without it that of the file')
    .option('--measurements <FILE>', 'measurement file of a .sm2d or .val pattern')
    .option('--size <NAME>', 'which size of a graded DXF; without it its sample size')
    .option('--unit-mm <MM>', 'mm in one unit of a DXF that does not say');

/** The text of a document. What a conversion did not understand is told on standard error. */
export async function readPatternFile(client: Client, path: string, options: ConversionOptions): Promise<string> {
  const text = readInput(path).toString('utf8');
  const ending = extname(path).toLowerCase();
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
            measurements: options.measurements === undefined ? '' : readInput(options.measurements).toString('utf8'),
          },
        };
  const converted = await client.unary(AdminService.method.convertPatternFile, { name, file });
  for (const { message } of converted.notes) console.error(`note: ${message}`);
  console.error(`${path}: ${converted.pieces} of ${converted.piecesInFile} pieces taken over`);
  return documentText(JSON.parse(converted.document) as Json);
}

const dxfFile = (text: string, { size, unitMm }: ConversionOptions) => ({
  text,
  ...(size === undefined ? {} : { size }),
  ...(unitMm === undefined ? {} : { unitMm: numberOf(unitMm, '--unit-mm') }),
});
