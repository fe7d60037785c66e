/** All readable size tables, and the one that a command names. */
import { SizeService, type SizeTable } from '../../../gen/selvage/size/v1/size_pb.js';
import { nearest } from '../../json/nearest-name.js';
import type { Client } from '../client.js';
import { CommandError, exitCodes } from '../exit.js';

export async function allTables(client: Client): Promise<SizeTable[]> {
  const found: SizeTable[] = [];
  let pageToken = '';
  do {
    const page = await client.unary(SizeService.method.listSizeTables, { pageSize: 200, pageToken });
    found.push(...page.tables);
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return found;
}

/** Finds a table by id or name. If names are equal, own tables come first. */
export async function findTable(client: Client, nameOrId: string): Promise<SizeTable> {
  const tables = await allTables(client);
  const wanted = nameOrId.toLowerCase();
  const byId = tables.find(({ tableId }) => tableId === wanted);
  if (byId) return byId;
  const named = tables.filter(({ name }) => name.toLowerCase() === wanted);
  const [own, ...others] = named.filter(({ library }) => !library);
  const found = own && others.length === 0 ? own : named.length === 1 ? named[0] : undefined;
  if (found) return found;
  const details = (named.length > 0 ? named : tables).map(({ tableId, name }) => `${tableId}  ${name}`);
  if (named.length > 0) {
    throw new CommandError(`${named.length} size tables are called ${JSON.stringify(nameOrId)}: name one by its id`, {
      details,
    });
  }
  const names = tables.map(({ name }) => name);
  throw new CommandError(
    `There is no size table ${JSON.stringify(nameOrId)} that you may read${nearest(nameOrId, names)}`,
    { exitCode: exitCodes.notFound, details },
  );
}
