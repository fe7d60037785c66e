/** `selvage pattern import` */
import { Command } from 'commander';
import { withTemporaryStore } from '../client-options.js';
import { writeAnswer } from '../files.js';
import { type ConversionOptions, readPatternFile, withConversionOptions } from './pattern-file.js';

export function importCommand(): Command {
  const command = new Command('import')
    .description('convert the file of another program into a pattern document, and report the parts left out')
    .argument('<file>', 'a DXF (AAMA, ASTM or closed lines), or a pattern of Seamly2D or Valentina (.sm2d, .val)')
    .option('-o, --output <FILE>', 'file to write; default standard output')
    .option('--json', 'with --output: the name of the file as JSON; the document is JSON in any case');
  return withConversionOptions(command).action(
    async (file: string, { output, json, ...options }: ConversionOptions & { output?: string; json?: boolean }) => {
      const document = await withTemporaryStore((client) => readPatternFile(client, file, options));
      writeAnswer(document, { output, json });
    },
  );
}
