/** Comma-separated values as spreadsheets write them (RFC 4180): reads rows of cells, and writes cells. */

export interface CsvRow {
  /** From 1, the header included: the row's number in a spreadsheet. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** A quoted cell without its end. */
export class CsvError extends RangeError {
  override readonly name = 'CsvError';
  /** The row in which the cell begins, as `CsvRow.number`. */
  readonly row: number;

  constructor(row: number) {
    super('has a cell that begins with a quotation mark and does not end with one; inside, double each quotation mark');
    this.row = row;
  }
}

/**
 * Splits CSV text into rows; blank rows are left out. Double quotes may enclose a cell; a doubled quote inside stands
 * for one. Elsewhere a quote stands for itself, as in 19" for inches. A byte order mark and a line `sep=;` at the start are skipped.
 *
 * @throws CsvError where the text or other letters follow before a quoted cell ends
 */
export function parseCsv(text: string, separator = ','): CsvRow[] {
  const rows: CsvRow[] = [];
  let number = 1;
  let cells: string[] = [];
  let cell = '';
  let place: 'plain' | 'quoted' | 'behind' = 'plain';
  const endCell = (): void => {
    cells.push(cell);
    cell = '';
    place = 'plain';
  };
  const endRow = (): void => {
    endCell();
    if (cells.length > 1 || cells[0]!.trim() !== '') rows.push({ number, cells });
    number++;
    cells = [];
  };
  for (let i = preamble.exec(text)![0].length; i < text.length; i++) {
    const c = text[i]!;
    if (place === 'quoted') {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') cell += text[++i];
      else place = 'behind';
    } else if (c === separator) {
      endCell();
    } else if (c === '\n') {
      endRow();
    } else if (c === '"' && place === 'plain' && cell.trim() === '') {
      cell = '';
      place = 'quoted';
    } else if (place === 'plain') {
      if (c !== '\r') cell += c;
    } else if (c.trim() !== '') {
      throw new CsvError(number);
    }
  }
  if (place === 'quoted') throw new CsvError(number);
  if (cell !== '' || cells.length > 0) endRow();
  return rows;
}

/** Spreadsheets write a byte order mark, and in some countries a line that names the separator. */
const preamble = /^\uFEFF?(?:sep=([,;\t])\r?\n)?/i;

/**
 * The separator of a file: spreadsheets write semicolons where numbers have a decimal comma, or tabs. It is the most frequent
 * of the three in the header, outside quotes. As often as commas stand the others, since a header in words may have a comma.
 */
export function separatorOf(text: string): ',' | ';' | '\t' {
  const [before, named] = preamble.exec(text)!;
  if (named !== undefined) return named as ',' | ';' | '\t';
  const [line] = text.slice(before.length).split(/[\r\n]/, 1);
  const header = line!.replace(/"[^"]*"/g, '');
  const count = (separator: string): number => header.split(separator).length - 1;
  const other = count(';') >= count('\t') ? ';' : '\t';
  return count(other) > 0 && count(other) >= count(',') ? other : ',';
}

/** Cells of one line, with quotes where they need them. */
export function csvCells(cells: readonly string[], separator = ','): string {
  return cells.map((cell) => quotedWhereNeeded(cell, separator)).join(separator);
}

function quotedWhereNeeded(cell: string, separator: string): string {
  const isPlain = !cell.includes(separator) && !/["\r\n]/.test(cell);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
