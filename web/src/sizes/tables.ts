/** The size tables that the caller may read, the caller's own first. */
import { effect, signal } from '@preact/signals';
import type { SizeTable } from '../../../gen/selvage/size/v1/size_pb.js';
import { sizeService } from '../service/clients.js';
import { key, organization } from '../service/key.js';
import { latest } from '../service/latest.js';
import { type Trouble, troubleOf } from '../service/trouble.js';

export const tables = signal<readonly SizeTable[]>([]);
export const tablesTrouble = signal<Trouble | null>(null);

/** Largest number of sizes in one draft. */
export const mostSizes = 60;

const pageSize = 200;

async function listed(signal: AbortSignal): Promise<readonly SizeTable[]> {
  const all: SizeTable[] = [];
  let pageToken = '';
  do {
    const page = await sizeService.listSizeTables({ pageSize, pageToken }, { signal });
    all.push(...page.tables);
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return [...all.filter(({ library }) => !library), ...all.filter(({ library }) => library)];
}

const load = latest(150, async (_caller: string, signal) => {
  try {
    tables.value = await listed(signal);
    tablesTrouble.value = null;
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble) tablesTrouble.value = trouble;
  }
});

effect(() => {
  const caller = `${key.value} ${organization.value}`;
  if (key.value) load(caller);
});

/** Shows a table that was just stored, in place of its former version. */
export function addTable(table: SizeTable): void {
  tables.value = [table, ...tables.value.filter(({ tableId }) => tableId !== table.tableId)];
}
