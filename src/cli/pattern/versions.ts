/** `selvage pattern versions` */
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Command } from 'commander';
import { AdminService, PatternKind, type PatternVersion } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { type ActingOptions, withActingOptions, withReading } from '../acting-client.js';
import { printRecords } from '../print-records.js';
import { findPattern } from './find-pattern.js';

export function versionsCommand(): Command {
  const command = new Command('versions')
    .description('list the versions of a pattern, with drafts if it is yours')
    .argument('<pattern>', 'id of the pattern, or its name')
    .option('--json', 'as JSON');
  return withActingOptions(command).action(async (nameOrId: string, options: ActingOptions & { json?: boolean }) => {
    const { versions } = await withReading(options, async (client) => {
      const { patternId } = await findPattern(client, nameOrId);
      return client.unary(AdminService.method.listPatternVersions, { patternId });
    });
    printRecords(versions.map(versionRecord), options);
  });
}

export const versionRecord = (version: PatternVersion) => ({
  pattern: version.patternId,
  version: version.versionNumber,
  id: version.versionId,
  kind: PatternKind[version.kind]!.toLowerCase(),
  published: version.publishTime ? timestampDate(version.publishTime).toISOString() : null,
  hash: version.contentHash,
});
