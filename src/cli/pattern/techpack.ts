/** `selvage pattern techpack` */
import { extname } from 'node:path';
import { Command } from 'commander';
import { makeTechPackRequest } from '../../../gateway/json/tech-pack.js';
import { PatternService, type TechPack, TechPackFormat } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { clothNeed, clothUnits, type Lengths } from '../../drawing/lengths.js';
import type { ParsedJson } from '../../json/json.js';
import { type ActingOptions, withActingOptions, withSolvers } from '../acting-client.js';
import { decode } from '../decode.js';
import { CommandError, exitCodes } from '../exit.js';
import { writeAnswer } from '../files.js';
import { numberOf } from '../key-values.js';
import { lengthsOption } from '../lengths-option.js';
import { placedMessage } from '../placed-message.js';
import { patternLengths } from './pattern-lengths.js';
import { refuseIdleSizes, type SizeOrderOptions, sizeOrder, withSizeOrder } from './size-order.js';

const formats: Readonly<Record<string, TechPackFormat>> = { html: TechPackFormat.HTML, pdf: TechPackFormat.PDF };

interface TechPackOptions extends ActingOptions, SizeOrderOptions {
  readonly seconds?: string;
  readonly width?: string;
  readonly distance?: string;
  readonly lengths?: Lengths;
  readonly output: string;
  readonly json?: boolean;
}

export function techPackCommand(): Command {
  const command = new Command('techpack').description('write the tech pack of a pattern in many sizes');
  withSizeOrder(command)
    .requiredOption('-o, --output <FILE>', 'file that ends in .html or .pdf')
    .option('--seconds <N>', 'seconds of the nest of each size and material; 0: no fabric need; default 10')
    .option('--width <MM>', 'width of the fabric; default 1500')
    .option('--distance <MM>', 'clearance between parts; default 3')
    .addOption(lengthsOption('units of the document, in inches on Letter, and of the progress; default metric'))
    .option('--json', 'what was written');
  return withActingOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  $ selvage pattern techpack "A-line skirt" --table "EN 13402-3 women" --from 36 --to 44 -o skirt.pdf
  $ selvage pattern techpack "Simon shirt" --table "EN 13402-3 men" --seconds 2 --width 1400 -o simon.html
  $ selvage pattern techpack "A-line skirt" --table "ASTM D5585 misses, straight" --lengths inches -o skirt.pdf`,
    )
    .action(async (nameOrId: string, args: string[], options: TechPackOptions) => {
      refuseIdleSizes(options);
      const ending = extname(options.output).slice(1).toLowerCase();
      const format = formats[ending];
      if (format === undefined) throw new CommandError(`--output ${options.output} must end in .html, .pdf`);
      const pack = await withSolvers(options, async (client) => {
        const { patternId, json } = await sizeOrder(client, nameOrId, args, options);
        for (const [key, value] of settings(options)) json.set(key, value);
        const request = decode(makeTechPackRequest, json);
        request.patternId = patternId;
        request.format = format;
        if (options.lengths) request.lengths = patternLengths[options.lengths];
        let made: TechPack | null = null;
        for await (const { message } of client.serverStream(PatternService.method.makeTechPack, request)) {
          if (message.case === 'techPack') made = message.value;
          if (message.case !== 'progress' || !message.value.need) continue;
          const { done, total, need } = message.value;
          const lengths = options.lengths ?? 'metric';
          const length = `${clothNeed(need.length, lengths).toFixed(2)} ${clothUnits[lengths].name} of ${need.material}`;
          console.error(`${done} of ${total}  size ${need.size}: ${length}`);
        }
        return made;
      });
      if (!pack) throw new CommandError('The stream was cut off before its end', { exitCode: exitCodes.unavailable });
      const needs = pack.needs.map(({ size, material, parts, length, utilisation }) => {
        return { size, material, parts, length, utilisation };
      });
      writeAnswer(pack.file.value ?? '', options, { format: ending, base: pack.base, needs });
      for (const warning of pack.warnings) console.error(`warning: ${placedMessage(warning)}`);
    });
}

function settings({ seconds, width, distance }: TechPackOptions): [string, ParsedJson][] {
  const flags: [string, string | undefined, string][] = [
    ['seconds', seconds, '--seconds'],
    ['fabricWidth', width, '--width'],
    ['minDistance', distance, '--distance'],
  ];
  return flags.flatMap(([key, text, flag]): [string, ParsedJson][] =>
    text === undefined ? [] : [[key, numberOf(text, flag)]],
  );
}
