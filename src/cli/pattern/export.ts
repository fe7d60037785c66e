/** `selvage pattern export` */
import { Command } from 'commander';
import { AdminService } from '../../../gen/selvage/admin/v1/admin_pb.js';
import type { Json } from '../../json/json.js';
import { documentText } from '../../patterns/document-text.js';
import { type ActingOptions, withActingOptions, withReading } from '../acting-client.js';
import { writeAnswer } from '../files.js';
import { numberOf } from '../key-values.js';
import { findPattern } from './find-pattern.js';

interface ExportOptions extends ActingOptions {
  readonly output?: string;
  readonly json?: boolean;
  readonly patternVersion?: string;
}

export function exportCommand(): Command {
  const command = new Command('export')
    .description('write the document of a pattern version, to edit and publish again')
    .argument('<pattern>', 'id of the pattern, or its name')
    .option('--pattern-version <NUMBER>', 'version to write; default the latest published one')
    .option('-o, --output <FILE>', 'file to write; default standard output')
    .option('--json', 'with --output: the name of the file as JSON; the document is JSON in any case');
  return withActingOptions(command).action(async (nameOrId: string, options: ExportOptions) => {
    const { document } = await withReading(options, async (client) => {
      const { patternId } = await findPattern(client, nameOrId);
      const version =
        options.patternVersion === undefined
          ? {}
          : { versionNumber: numberOf(options.patternVersion, '--pattern-version') };
      return client.unary(AdminService.method.getPatternVersion, { patternId, ...version });
    });
    const text = documentText(JSON.parse(document) as Json);
    writeAnswer(text, options);
  });
}
