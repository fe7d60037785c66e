/** `selvage pattern sizes` */
import { extname } from 'node:path';
import { Command, Option } from 'commander';
import { draftSizesRequest, draftSizesResponse } from '../../../gateway/json/pattern.js';
import { type DraftSizesResponse, PatternService, SizesFormat } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { type ActingOptions, withActingOptions, withReading } from '../acting-client.js';
import { decode } from '../decode.js';
import { CommandError } from '../exit.js';
import { writeAnswer } from '../files.js';
import { refuseIdleFlags } from '../idle-flags.js';
import { lengthsOption } from '../lengths-option.js';
import { placedMessage } from '../placed-message.js';
import { patternLengths } from './pattern-lengths.js';
import { sizesTables, type TableOptions, wantsTables } from './sewing-tables.js';
import { refuseIdleSizes, type SizeOrderOptions, sizeOrder, withSizeOrder } from './size-order.js';

const formats = {
  json: SizesFormat.JSON,
  svg: SizesFormat.SVG,
  pdf: SizesFormat.PDF,
  zip: SizesFormat.DXF,
  csv: SizesFormat.CSV,
  html: SizesFormat.HTML,
} as const;

/** The formats that show or tell their units. */
const withLengths: readonly string[] = ['csv', 'html', 'pdf', 'zip'];

interface SizesOptions extends ActingOptions, SizeOrderOptions, TableOptions {
  readonly paper?: string;
  readonly output?: string;
}

export function patternSizesCommand(): Command {
  const command = new Command('sizes').description('draft a pattern in many sizes');
  withSizeOrder(command)
    .addOption(new Option('--paper <PAPER>', 'of a PDF; default a0').choices(['a4', 'letter', 'a0', 'projector']))
    .option(
      '-o, --output <FILE>',
      'file that ends in .json, .svg, .pdf, .zip (DXF and rule table), .csv or .html (tables); without it JSON',
    )
    .addOption(
      lengthsOption('units of .csv, .html (in inches on Letter), a PDF, a .zip and the tables; default metric'),
    )
    .option('--walk', 'a table of the seams: how far their sides are off in every size')
    .option('--finished', 'a table of the finished measurements of every size, and their ease on the body')
    .option('--json', 'with --output what was written');
  return withActingOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  $ selvage pattern sizes "Simon shirt" --table "EN 13402-3 men" --from 46 --to 54 -o simon.svg
  $ selvage pattern sizes "A-line skirt" skirtLength=62 --table "EN 13402-3 women" -o skirt.zip
  $ selvage pattern sizes "A-line skirt" --table "EN 13402-3 women" --lengths inches -o skirt-sizes.html`,
    )
    .action(async (nameOrId: string, args: string[], options: SizesOptions) => {
      const format = formatOf(options);
      refuseIdle(format, options);
      const tables = wantsTables(options);
      if (!tables && !withLengths.includes(format)) {
        refuseIdleFlags({ '--lengths': options.lengths }, 'a .csv, .html, .pdf or .zip, or with --walk or --finished');
      }
      const answer = await withReading(options, async (client) => {
        const { patternId, json } = await sizeOrder(client, nameOrId, args, options);
        if (options.paper !== undefined) json.set('page', options.paper);
        const request = decode(draftSizesRequest, json);
        request.patternId = patternId;
        request.format = formats[format];
        if (options.lengths && withLengths.includes(format)) request.lengths = patternLengths[options.lengths];
        return client.unary(PatternService.method.draftSizes, request);
      });
      if (!tables || options.output !== undefined) {
        writeAnswer(contentOf(answer), options, { format, base: answer.base });
      }
      if (tables) console.log(sizesTables(answer, options));
      for (const warning of answer.warnings) console.error(`warning: ${placedMessage(warning)}`);
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

function refuseIdle(format: keyof typeof formats, options: SizesOptions): void {
  refuseIdleSizes(options);
  if (format !== 'pdf') {
    refuseIdleFlags({ '--paper': options.paper }, `the format pdf, and the sizes are written as ${format}`);
  }
}

function contentOf(answer: DraftSizesResponse): string | Uint8Array {
  if (answer.file.case !== undefined) return answer.file.value;
  return `${JSON.stringify(draftSizesResponse.encode(answer), null, 2)}\n`;
}
