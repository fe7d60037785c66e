/** `selvage sizes list` */

import { create } from '@bufbuild/protobuf';
import { Command } from 'commander';
import { listSizeTablesResponse } from '../../../gateway/json/size.js';
import { ListSizeTablesResponseSchema } from '../../../gen/selvage/size/v1/size_pb.js';
import { type ActingOptions, withActingOptions, withReading } from '../acting-client.js';
import { printRecords } from '../print-records.js';
import { allTables } from './all-tables.js';

export function listTablesCommand(): Command {
  const command = new Command('list')
    .description('list the size tables that you may read')
    .option('--json', 'the tables as GET /api/v1/size-tables tells them');
  return withActingOptions(command).action(async (options: ActingOptions & { json?: boolean }) => {
    const tables = await withReading(options, allTables);
    if (options.json) {
      const page = listSizeTablesResponse.encode(create(ListSizeTablesResponseSchema, { tables }));
      console.log(JSON.stringify(page.tables, null, 2));
      return;
    }
    printRecords(
      tables.map(({ tableId, name, versionNumber, library, sizes }) => ({
        table: tableId,
        name,
        version: versionNumber,
        library,
        sizes: sizes.map((size) => size.name),
      })),
      options,
    );
  });
}
