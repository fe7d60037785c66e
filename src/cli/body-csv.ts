/** A table of people as CSV. It takes known measurements and returns all 69, with the table's other columns. */

import { numberText } from '../../gateway/json/number-text.js';
import type { BodyRequest, Completion, Gender, UnitSystem } from '../body/complete.js';
import { rowWidth } from '../body/completion.js';
import { CsvError, type CsvRow, csvCells, parseCsv, separatorOf } from '../body/csv.js';
import { acceptedNames, measurementNames } from '../body/fields.js';
import { decimalOf } from '../json/decimal.js';
import { nearestName } from '../json/nearest-name.js';
import { CommandError } from './exit.js';

/** Number of problems reported. Beyond it, every row has the same mistake. */
const mostProblems = 20;
/** A shorter column name may resemble a measurement by chance: `name` and `age`. */
const shortestMisspelling = 6;

export interface PeopleTable {
  readonly separator: string;
  readonly decimalMark: '.' | ',';
  /** Headers of the other columns. Their cells are carried over. */
  readonly others: readonly string[];
  readonly people: readonly {
    /** As `CsvRow.number`. */
    readonly row: number;
    readonly request: BodyRequest;
    readonly others: readonly string[];
  }[];
}

/**
 * Reads the table. A column is a measurement if its name is one, whatever its case, spaces and underscores. `gender` (or `sex`)
 * is female, male, f or m. The table may omit it if the argument `gender` is given. A blank cell is unknown. A column `unit` gives
 * the units of its row, metric or imperial; where it is blank or absent, those of the argument hold.
 *
 * @throws CommandError that names row and column of every fault, up to 20
 */
export function readPeopleTable(text: string, unit: UnitSystem, gender?: Gender): PeopleTable {
  const separator = separatorOf(text);
  const [header, ...rows] = rowsOf(text, separator);
  if (!header || rows.length === 0)
    throw new CommandError('The table has no people: a header and a row for each of them');
  const columns = columnsOf(header.cells);
  if (gender === undefined && columns.gender === undefined) {
    throw new CommandError(
      'The table has no column gender; give one gender for all before --csv, for example: body female',
    );
  }
  if (columns.measurements.length === 0) {
    throw new CommandError(`The table has no measurement among its columns ${header.cells.join(', ')}`);
  }
  const problems: string[] = [];
  const people = rows.map((row) => {
    const wrong = (column: number, cell: string, rule: string): void => {
      problems.push(`row ${row.number}, column ${header.cells[column]}: ${JSON.stringify(cell)} ${rule}`);
    };
    if (row.cells.length > header.cells.length) {
      problems.push(`row ${row.number} has ${row.cells.length} cells; the header has ${header.cells.length}`);
    }
    return {
      row: row.number,
      request: {
        gender: genderOf(row, columns.gender, gender, wrong),
        unit: unitOf(row, columns.unit, unit, wrong),
        measurements: measurementsOf(row, columns.measurements, separator, wrong),
      },
      others: columns.others.map((column) => row.cells[column] ?? ''),
    };
  });
  if (problems.length > 0) throw ofProblems(problems);
  const others = columns.others.map((column) => header.cells[column]!);
  return { separator, decimalMark: decimalMarkOf(rows, columns.measurements, separator), others, people };
}

function rowsOf(text: string, separator: string): CsvRow[] {
  try {
    return parseCsv(text, separator);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CommandError(`row ${error.row} ${error.message}`, { cause: error });
  }
}

interface Columns {
  readonly gender: number | undefined;
  readonly unit: number | undefined;
  readonly measurements: readonly { readonly column: number; readonly name: string }[];
  readonly others: readonly number[];
}

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');
/** Columns that the completed table has anew: those of a table of this command do not come back twice. */
const rewritten = new Set(
  ['warnings', ...measurementNames.flatMap((name) => [`${name}_low`, `${name}_high`])].map(plain),
);
const measurementByPlainName = new Map(acceptedNames.map((name) => [plain(name), name]));

function columnsOf(header: readonly string[]): Columns {
  let gender: number | undefined;
  let unit: number | undefined;
  const measurements: { column: number; name: string }[] = [];
  const others: number[] = [];
  const problems: string[] = [];
  header.forEach((title, column) => {
    const name = measurementByPlainName.get(plain(title));
    if (name !== undefined) {
      if (measurements.some((other) => other.name === name)) problems.push(`The table has the column ${title} twice`);
      measurements.push({ column, name });
      return;
    }
    if (gender === undefined && ['gender', 'sex'].includes(plain(title))) {
      gender = column;
      return;
    }
    if (plain(title) === 'unit') {
      if (unit !== undefined) problems.push(`The table has the column ${title} twice`);
      unit = column;
      return;
    }
    if (rewritten.has(plain(title))) return;
    const meant =
      plain(title).length >= shortestMisspelling ? nearestName(plain(title), [...measurementByPlainName.keys()]) : null;
    if (meant === null || Math.abs(meant.length - plain(title).length) > 2) others.push(column);
    else problems.push(`The column ${title} is not a measurement; did you mean ${measurementByPlainName.get(meant)}?`);
  });
  if (problems.length > 0) throw ofProblems(problems);
  return { gender, unit, measurements, others };
}

type Complain = (column: number, cell: string, rule: string) => void;

function genderOf(row: CsvRow, column: number | undefined, ofAll: Gender | undefined, wrong: Complain): Gender {
  const cell = column === undefined ? '' : (row.cells[column] ?? '').trim();
  if (/^(f|female)$/i.test(cell)) return 'female';
  if (/^(m|male)$/i.test(cell)) return 'male';
  if (cell !== '' || ofAll === undefined) wrong(column!, cell, 'must be female or male');
  return ofAll ?? 'female';
}

/** The mark of the first number that has one; without any, that of the countries where the separator is usual. */
function decimalMarkOf(rows: readonly CsvRow[], columns: Columns['measurements'], separator: string): '.' | ',' {
  if (separator === ',') return '.';
  for (const { cells } of rows) {
    for (const { column } of columns) {
      const mark = /[.,]/.exec(cells[column] ?? '')?.[0];
      if (mark !== undefined) return mark as '.' | ',';
    }
  }
  return separator === ';' ? ',' : '.';
}

function unitOf(row: CsvRow, column: number | undefined, ofAll: UnitSystem, wrong: Complain): UnitSystem {
  const cell = column === undefined ? '' : (row.cells[column] ?? '').trim();
  const named = cell.toLowerCase();
  if (named === 'metric' || named === 'imperial') return named;
  if (cell !== '') wrong(column!, cell, 'must be metric or imperial');
  return ofAll;
}

function measurementsOf(
  row: CsvRow,
  columns: Columns['measurements'],
  separator: string,
  wrong: Complain,
): Record<string, number> {
  const measurements: Record<string, number> = {};
  for (const { column, name } of columns) {
    const cell = (row.cells[column] ?? '').trim();
    if (cell === '') continue;
    // A comma that does not separate cells may be the decimal sign.
    const value = decimalOf(separator === ',' ? cell : cell.replace(',', '.'));
    if (!Number.isFinite(value)) wrong(column, cell, 'is not a number');
    else if (value <= 0) wrong(column, cell, 'must be above 0');
    else measurements[name] = value;
  }
  return measurements;
}

/** The error that names the first problems. */
export function ofProblems(problems: readonly string[]): CommandError {
  const [first, ...more] = problems.slice(0, mostProblems);
  const left = problems.length - mostProblems;
  return new CommandError(first!, { details: left > 0 ? [...more, `and ${left} more`] : more });
}

/** One person as a line of JSON: the other columns of the table, and the answer of `POST /api/v1/bodydbl`. */
export function completedJson(
  { others: header }: PeopleTable,
  { request, others }: PeopleTable['people'][number],
  { fields, warnings }: Completion,
): string {
  const carried = Object.fromEntries(others.map((cell, i) => [header[i]!, cell]));
  return `${JSON.stringify({ others: carried, gender: request.gender, unit: request.unit, fields, warnings })}\n`;
}

/** Header of the completed table. With `intervals` the ends of its 90 % interval follow each measurement. */
export function completedHeader({ others, separator }: PeopleTable, intervals: boolean): string {
  const names = intervals
    ? measurementNames.flatMap((name) => [name, `${name}_low`, `${name}_high`])
    : measurementNames;
  return `${csvCells([...others, 'gender', 'unit', ...names, 'warnings'], separator)}\n`;
}

/** The line of one person. An unknown value and the interval of a supplied value are blank cells. */
export function completedLine(
  { separator, decimalMark }: PeopleTable,
  { request, others }: PeopleTable['people'][number],
  { numbers, warnings }: Completion,
  intervals: boolean,
): string {
  let line = csvCells([...others, request.gender, request.unit], separator);
  // for each measurement its value, and with `intervals` the ends of its interval
  const written = intervals ? rowWidth : 1;
  for (let at = 0; at < measurementNames.length * rowWidth; at += rowWidth) {
    for (let i = at; i < at + written; i++) line += separator + numberCell(numbers[i]!, decimalMark);
  }
  return `${line}${separator}${csvCells([warnings.map(({ message }) => message).join('; ')], separator)}\n`;
}

/** Uses the decimal mark of the table that was read. */
function numberCell(value: number, decimalMark: PeopleTable['decimalMark']): string {
  return Number.isNaN(value) ? '' : numberText(value).replace('.', decimalMark);
}
