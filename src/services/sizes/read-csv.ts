/** A size table as CSV: a header with `size`, perhaps `gender`, and measurements, then a row for each size. */
import { CsvError, type CsvRow, parseCsv, separatorOf } from '../../body/csv.js';
import { acceptedNames } from '../../body/fields.js';
import type { FieldProblem } from '../../errors.js';
import { decimalOf } from '../../json/decimal.js';
import { nearestName } from '../../json/nearest-name.js';
import type { TableSize } from '../../patterns/size-tables/size-table.js';

/** A shorter column name may resemble a measurement by chance. */
const shortestMisspelling = 6;

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');
const measurementByPlainName = new Map(acceptedNames.map((name) => [plain(name), name]));
const genders: Readonly<Record<string, TableSize['gender']>> = {
  female: 'female',
  f: 'female',
  male: 'male',
  m: 'male',
};

export interface CsvOptions {
  /** The gender of all rows, for a table without such a column. */
  readonly gender: TableSize['gender'] | undefined;
  readonly unit: TableSize['unit'];
}

/**
 * The sizes, and every fault of the table with its row and column. A blank cell is unknown. Names of columns are compared
 * without case, spaces and underscores. A decimal comma is accepted if the separator is a semicolon.
 */
export function readSizesCsv(text: string, options: CsvOptions): { sizes: TableSize[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const wrong = (path: string, code: string, message: string): void => {
    problems.push({ path, code, message: `${path}: ${message}` });
  };
  const separator = separatorOf(text);
  const read = rowsOf(text, separator);
  if (read instanceof CsvError) {
    wrong(`csv.rows[${read.row}]`, 'wrong_type', read.message);
    return { sizes: [], problems };
  }
  const [header, ...rows] = read;
  if (!header || rows.length === 0) {
    wrong('csv', 'required', 'a header and at least one row are required');
    return { sizes: [], problems };
  }
  const columns = header.cells.map((title) => {
    const name = plain(title);
    if (name === 'size' || name === 'gender') return name;
    const measurement = measurementByPlainName.get(name);
    if (measurement === undefined) {
      const near = name.length < shortestMisspelling ? null : nearestName(name, [...measurementByPlainName.keys()]);
      const hint = near === null ? '' : `; did you mean "${measurementByPlainName.get(near)}"?`;
      wrong(
        'csv',
        'unknown_key',
        `the column ${JSON.stringify(title)} is neither size, gender nor a measurement${hint}`,
      );
    }
    return measurement;
  });
  if (!columns.includes('size')) wrong('csv', 'required', 'the column size is missing');
  for (const [i, name] of columns.entries()) {
    if (name !== undefined && columns.indexOf(name) < i)
      wrong('csv', 'duplicate_name', `the column ${name} is there twice`);
  }
  if (!columns.includes('gender') && options.gender === undefined) {
    wrong('csv', 'required', 'a column gender is required, or gender beside csv');
  }
  const sizes = rows.map((row) => sizeOf(row, columns, separator, options, wrong));
  return { sizes, problems };
}

function rowsOf(text: string, separator: string): CsvRow[] | CsvError {
  try {
    return parseCsv(text, separator);
  } catch (error) {
    if (error instanceof CsvError) return error;
    throw error;
  }
}

type Wrong = (path: string, code: string, message: string) => void;

function sizeOf(
  { number, cells }: CsvRow,
  columns: readonly (string | undefined)[],
  separator: string,
  { gender: genderOfAll, unit }: CsvOptions,
  wrong: Wrong,
): TableSize {
  const path = `csv.rows[${number}]`;
  if (cells.length > columns.length)
    wrong(path, 'too_many', `has ${cells.length} cells; the header has ${columns.length}`);
  const measurements: Record<string, number> = {};
  let name = '';
  let gender = genderOfAll;
  for (const [i, column] of columns.entries()) {
    const cell = (cells[i] ?? '').trim();
    if (column === undefined || cell === '') continue;
    if (column === 'size') name = cell;
    else if (column === 'gender') {
      gender = genders[cell.toLowerCase()];
      if (gender === undefined) wrong(`${path}.gender`, 'unknown_value', 'must be female, male, f or m');
    } else {
      const value = decimalOf(separator === ';' ? cell.replace(',', '.') : cell);
      if (Number.isFinite(value) && value > 0) measurements[column] = value;
      else wrong(`${path}.${column}`, 'not_a_number', `${JSON.stringify(cell.slice(0, 40))} is no number above 0`);
    }
  }
  // a missing gender has a problem already
  return { name, gender: gender ?? 'female', unit, measurements };
}
