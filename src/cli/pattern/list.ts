/** `selvage pattern list` */
import { join } from 'node:path';
import { Command } from 'commander';
import { pattern as patternCodec } from '../../../gateway/json/pattern.js';
import type { Pattern } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { type ActingOptions, withActingOptions, withReading } from '../acting-client.js';
import { writeOutput } from '../files.js';
import { printRecords } from '../print-records.js';
import { table } from '../table.js';
import { ownPatterns, readablePatterns } from './find-pattern.js';

interface ListOptions extends ActingOptions {
  readonly variables?: boolean;
  readonly own?: boolean;
  readonly pictures?: string;
  readonly json?: boolean;
}

export function listCommand(): Command {
  const command = new Command('list')
    .description('list the patterns that you may read')
    .option('--variables', 'add a line for each variable')
    .option('--own', 'list your own patterns, drafts included')
    .option('--pictures <DIR>', 'write a small picture of each as SVG')
    .option('--json', 'the patterns as GET /api/v1/patterns returns them');
  return withActingOptions(command).action(async (options: ListOptions) => {
    if (options.own) {
      const own = await withReading(options, ownPatterns);
      const records = own.map(({ patternId, name, publishedVersionNumber, draftVersionNumber, ...rest }) => ({
        pattern: patternId,
        name,
        published: publishedVersionNumber || null,
        draft: draftVersionNumber || null,
        public: rest.public,
      }));
      return printRecords(records, options);
    }
    const patterns = await withReading(options, readablePatterns);
    if (options.pictures !== undefined) writePictures(patterns, options.pictures);
    if (options.json) console.log(JSON.stringify(patterns.map(patternCodec.encode), null, 2));
    else console.log(options.variables ? patterns.map(withVariables).join('\n\n') : overview(patterns));
  });
}

function writePictures(patterns: readonly Pattern[], folder: string): void {
  for (const { patternId, picture } of patterns) {
    if (picture !== '') writeOutput(join(folder, `${patternId}.svg`), picture);
  }
}

const overview = (patterns: readonly Pattern[]): string =>
  table(
    ['pattern', 'name', 'version', 'description'],
    patterns.map(({ patternId, name, latestVersionNumber, description }) => [
      patternId,
      name,
      latestVersionNumber,
      description,
    ]),
  );

function withVariables({ patternId, name, variables }: Pattern): string {
  const rows = variables.map((variable) => [
    variable.key,
    variable.group,
    variable.editable ? variable.type : `${variable.type}, read-only`,
    variable.unit,
    defaultOf(variable),
    variable.min ?? '',
    variable.max ?? '',
    variable.step ?? '',
    variable.choices.join(' '),
    variable.label,
  ]);
  const headings = ['variable', 'group', 'type', 'unit', 'default', 'min', 'max', 'step', 'choices', 'label'];
  return `${name} ${patternId}\n${table(headings, rows)}`;
}

function defaultOf({ default: value }: Pattern['variables'][number]): string | number {
  switch (value?.kind.case) {
    case 'numberValue':
      return value.kind.value;
    case 'boolValue':
    case 'stringValue':
      return String(value.kind.value);
    default:
      return '';
  }
}
