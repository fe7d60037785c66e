/** `selvage pattern publish` */
import { Command } from 'commander';
import { AdminService, type OwnPattern, type PatternVersion } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { nearest } from '../../json/nearest-name.js';
import { type ActingOptions, withActingOptions, withMaking, withReading } from '../acting-client.js';
import type { Client } from '../client.js';
import { CommandError, exitCodes } from '../exit.js';
import { readInput } from '../files.js';
import { refuseIdleFlags } from '../idle-flags.js';
import { numberOf } from '../key-values.js';
import { printRecord } from '../print-records.js';
import { choose, ownPatterns } from './find-pattern.js';
import {
  type ConversionOptions,
  isPatternFile,
  readPatternFile,
  refuseConversionFlags,
  withConversionOptions,
} from './pattern-file.js';
import { versionRecord } from './versions.js';

interface PublishOptions extends ActingOptions, ConversionOptions {
  readonly pattern?: string;
  readonly patternVersion?: string;
  readonly draft?: boolean;
  readonly check?: boolean;
  readonly public?: boolean;
  readonly json?: boolean;
}

export function publishCommand(): Command {
  const command = new Command('publish')
    .description('check a document or file of a pattern, and publish it as its next version')
    .argument('<file>', 'a .json, .dxf, .sm2d or .val file; or the name or id of a pattern with a draft')
    .option('--pattern <PATTERN>', 'pattern that gets the version; default your pattern of that name, else a new one')
    .option('--draft', 'store it as a draft, visible to you alone')
    .option('--check', 'only check it; nothing is stored')
    .option('--pattern-version <NUMBER>', 'draft to publish, with the name of a pattern')
    .option('--public', 'open the pattern to every caller (administrators)')
    .option('--json', 'as JSON');
  return withActingOptions(withConversionOptions(command))
    .addHelpText(
      'after',
      `
Examples:
  $ selvage pattern publish skirt.json --check
  $ selvage pattern publish skirt.json --draft       and then
  $ selvage pattern publish "My skirt"
  $ selvage pattern publish marker.dxf --name "Shirt, size 40"`,
    )
    .action(async (file: string, options: PublishOptions) => {
      refuseIdle(file, options);
      const fromFile = isPatternFile(file);
      // a missing folder is made for a pattern to keep, but not for a missing file
      if (fromFile) readInput(file);
      const stores = fromFile && !options.check;
      const version = await (stores ? withMaking : withReading)(options, (client) =>
        fromFile ? publishFile(client, file, options) : publishDraft(client, file, options),
      );
      if (version) printRecord(versionRecord(version), options);
      else console.log('the document is sound; nothing was stored');
    });
}

function refuseIdle(file: string, options: PublishOptions): void {
  refuseConversionFlags(file, options);
  const { pattern, draft, check, patternVersion } = options;
  if (isPatternFile(file)) {
    refuseIdleFlags({ '--pattern-version': patternVersion }, `the name of a pattern, but ${file} is a file`);
  } else {
    const flags = { '--pattern': pattern, '--draft': draft, '--check': check };
    refuseIdleFlags(flags, `a file, but ${file} is the name of a pattern`);
  }
  if (draft) refuseIdleFlags({ '--public': options.public }, 'a published version, not with --draft');
}

/** Null: only checked. */
async function publishFile(client: Client, file: string, options: PublishOptions): Promise<PatternVersion | null> {
  const document = await readPatternFile(client, file, options);
  const own = options.check ? null : await patternFor(client, document, options);
  const { version, stored } = await client.unary(AdminService.method.savePatternDraft, {
    patternId: own?.patternId ?? '',
    document,
    validateOnly: options.check === true,
  });
  if (options.check) return null;
  if (!stored) console.error(`nothing has changed since version ${version!.versionNumber}`);
  return options.draft ? version! : publishVersion(client, version!, options);
}

/** The pattern that gets a document as its next version; null: a new pattern. */
async function patternFor(client: Client, document: string, { pattern }: PublishOptions): Promise<OwnPattern | null> {
  const patterns = await ownPatterns(client);
  if (pattern === undefined) return choose(patterns, nameIn(document));
  return choose(patterns, pattern) ?? notOwn(pattern, patterns);
}

/** The name in a document; empty for a document whose faults the service will report. */
function nameIn(document: string): string {
  try {
    const { name } = JSON.parse(document) as { name?: unknown };
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

async function publishDraft(client: Client, nameOrId: string, options: PublishOptions): Promise<PatternVersion> {
  const patterns = await ownPatterns(client);
  const pattern = choose(patterns, nameOrId) ?? notOwn(nameOrId, patterns);
  const { patternId, publishedVersionNumber, draftVersionNumber } = pattern;
  const versionNumber =
    options.patternVersion === undefined
      ? draftVersionNumber || publishedVersionNumber
      : numberOf(options.patternVersion, '--pattern-version');
  const { versions } = await client.unary(AdminService.method.listPatternVersions, { patternId });
  const version = versions.find((one) => one.versionNumber === versionNumber);
  if (version) return publishVersion(client, version, options);
  throw new CommandError(`${pattern.name} has no version ${versionNumber}`, { exitCode: exitCodes.notFound });
}

async function publishVersion(
  client: Client,
  { patternId, versionNumber }: PatternVersion,
  options: PublishOptions,
): Promise<PatternVersion> {
  const { version } = await client.unary(AdminService.method.publishPatternVersion, { patternId, versionNumber });
  if (options.public) await client.unary(AdminService.method.setPatternPublic, { patternId, public: true });
  return version!;
}

function notOwn(nameOrId: string, patterns: readonly OwnPattern[]): never {
  const names = patterns.map(({ name }) => name);
  throw new CommandError(`You have no pattern ${JSON.stringify(nameOrId)}${nearest(nameOrId, names)}`, {
    exitCode: exitCodes.notFound,
    details: ["The name of a pattern's file ends in .json, .dxf, .sm2d or .val"],
  });
}
