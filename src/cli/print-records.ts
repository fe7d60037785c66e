/** Prints records of one kind: a table for people, JSON for programs. */
import { table } from './table.js';

type Cell = string | number | boolean | null | readonly string[];

/** As JSON always a list. */
export function printRecords(
  records: readonly Record<string, Cell>[],
  { json }: { readonly json?: boolean | undefined },
): void {
  if (json) {
    console.log(JSON.stringify(records, null, 2));
    return;
  }
  const [first] = records;
  if (!first) {
    console.log('none');
    return;
  }
  const headings = Object.keys(first);
  console.log(
    table(
      headings,
      records.map((record) => headings.map((heading) => asText(record[heading] ?? null))),
    ),
  );
}

/** Prints the one record of a command; as JSON that record itself. */
export function printRecord(record: Record<string, Cell>, options: { readonly json?: boolean | undefined }): void {
  if (options.json) console.log(JSON.stringify(record, null, 2));
  else printRecords([record], options);
}

/** Reports an action, in a sentence or as a record. */
export function printDone(
  record: Record<string, Cell>,
  sentence: string,
  { json }: { readonly json?: boolean | undefined },
): void {
  console.log(json ? JSON.stringify(record) : sentence);
}

function asText(cell: Cell): string | number {
  if (cell === null) return '-';
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return typeof cell === 'string' ? cell : cell.join(' ') || '-';
}
