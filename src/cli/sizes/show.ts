/** `selvage sizes show` */
import { Command } from 'commander';
import { sizeTable } from '../../../gateway/json/size.js';
import { UnitSystem } from '../../../gen/selvage/body/v1/body_pb.js';
import type { SizeTable } from '../../../gen/selvage/size/v1/size_pb.js';
import { knownMeasurements } from '../../services/body/body.js';
import { type ActingOptions, withActingOptions, withReading } from '../acting-client.js';
import { table as textTable } from '../table.js';
import { findTable } from './all-tables.js';

export function showTableCommand(): Command {
  const command = new Command('show')
    .description('show a size table: where its figures come from, and its sizes')
    .argument('<table>', 'id of the table, or its name')
    .option('--json', 'the table as GET /api/v1/size-tables tells it');
  return withActingOptions(command).action(async (nameOrId: string, options: ActingOptions & { json?: boolean }) => {
    const found = await withReading(options, (client) => findTable(client, nameOrId));
    console.log(options.json ? JSON.stringify(sizeTable.encode(found), null, 2) : shown(found));
  });
}

function shown({ name, tableId, versionNumber, description, source, licence, sizes }: SizeTable): string {
  const bodies = sizes.map((size) => ({ name: size.name, ...knownMeasurements(size.body!) }));
  const measured = [...new Set(bodies.flatMap(({ measurements }) => Object.keys(measurements)))];
  const imperial = sizes.some(({ body }) => body!.unit === UnitSystem.IMPERIAL);
  const rows = bodies.map((body) => [
    body.name,
    body.gender,
    ...(imperial ? [body.unit] : []),
    ...measured.map((key) => body.measurements[key] ?? ''),
  ]);
  const told = Object.entries({ description, source, licence }).flatMap(([key, text]) =>
    text === '' ? [] : [`${key}: ${text}`],
  );
  const headings = ['size', 'gender', ...(imperial ? ['unit'] : []), ...measured];
  return [`${name} ${tableId}, version ${versionNumber}`, ...told, textTable(headings, rows)].join('\n');
}
