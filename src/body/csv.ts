/** Comma-separated values as spreadsheets write them (RFC 4180): reads rows of cells, and writes cells. */

export interface CsvRow {
  /** From 1, the header included: the row's number in a spreadsheet. */
  readonly number: number;
  readonly cells: readonly string[];
}

/**
 * Splits CSV text into rows; blank rows are left out. Double quotes may enclose a cell; a doubled quote inside stands
 * for one. A byte order mark at the start is skipped.
 */
export function parseCsv(text: string, separator = ','): CsvRow[] {
  const rows: CsvRow[] = [];
  let number = 1;
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = (): void => {
    cells.push(cell);
    if (cells.length > 1 || cells[0]!.trim() !== '') rows.push({ number, cells });
    number++;
    cells = [];
    cell = '';
  };
  for (let i = text.startsWith('\uFEFF') ? 1 : 0; i < text.length; i++) {
    const c = text[i]!;
    if (quoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (c === '"') {
      quoted = true;
    } else if (c === separator) {
      cells.push(cell);
      cell = '';
    } else if (c === '\n') {
      endRow();
    } else if (c !== '\r') {
      cell += c;
    }
  }
  if (cell !== '' || cells.length > 0) endRow();
  return rows;
}

/** The separator of a file: spreadsheets write semicolons where numbers have a decimal comma, or tabs. */
export function separatorOf(text: string): ',' | ';' | '\t' {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  if (header.includes(',')) return ',';
  return header.includes(';') ? ';' : header.includes('\t') ? '\t' : ',';
}

/** Cells of one line, with quotes where they need them. */
export function csvCells(cells: readonly string[], separator = ','): string {
  return cells.map((cell) => quotedWhereNeeded(cell, separator)).join(separator);
}

function quotedWhereNeeded(cell: string, separator: string): string {
  const isPlain = !cell.includes(separator) && !/["\r\n]/.test(cell);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
