/** Reads measured people from CSV: the surveys' own files, or any file with a map from its columns to the fields. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCsv, separatorOf } from '../csv.js';
import { fieldIndex, isMeasurement, measurementNames } from '../fields.js';
import { N } from '../model/conditional.js';
import type { Gender } from '../request.js';

export interface Person {
  readonly id: string;
  readonly gender: Gender;
  /** Name of the survey that measured the person. */
  readonly source: string;
  /** The population that the person is of: a survey in one year. */
  readonly group: string;
  /** Measured as a civilian or as a soldier: the two populations differ at the same height, weight and age. */
  readonly civilian: boolean;
  /** Natural logarithms of cm, kg and years, NaN where unknown, [N]. */
  readonly logs: Float64Array;
}

/** How to read your own CSV: the field and the unit of each column. */
export interface ColumnMap {
  /** Column of a unique key of the person; the row number when left out. */
  readonly id?: string;
  /** Column of the population that the person is of; one for the whole file when left out. */
  readonly group?: string;
  readonly gender: {
    readonly column: string;
    readonly female: readonly string[];
    readonly male: readonly string[];
  };
  /** Column name -> field, or field and the factor to cm, kg or years (2.54 for inches). */
  readonly columns: Readonly<Record<string, string | { readonly field: string; readonly factor: number }>>;
}

/** Reads a column map from its JSON. Throws with the file's name and the problem. */
export function readColumnMap(text: string, file: string): ColumnMap {
  const wrong = (what: string): RangeError => new RangeError(`${file}: ${what}`);
  let map: Partial<ColumnMap>;
  try {
    map = JSON.parse(text) as Partial<ColumnMap>;
  } catch (error) {
    throw wrong(`not valid JSON: ${(error as Error).message}`);
  }
  const { gender, columns } = map;
  if (typeof gender?.column !== 'string' || !Array.isArray(gender.female) || !Array.isArray(gender.male)) {
    throw wrong('gender must be {"column": NAME, "female": [WORDS], "male": [WORDS]}');
  }
  if (typeof columns !== 'object' || Object.keys(columns).length === 0) {
    throw wrong('columns must be {COLUMN: FIELD} or {COLUMN: {"field": FIELD, "factor": NUMBER}}');
  }
  for (const [column, target] of Object.entries(columns)) {
    const { field, factor } = typeof target === 'string' ? { field: target, factor: 1 } : target;
    if (!isMeasurement(field)) throw wrong(`column ${column}: ${JSON.stringify(field)} is not a measurement`);
    if (!(Number.isFinite(factor) && factor > 0)) throw wrong(`column ${column}: the factor must be a number above 0`);
  }
  return map as ColumnMap;
}

/**
 * People of a CSV with a column map. Blank and non-positive cells are unknown. Throws with the column's or row's name
 * where the map does not fit the file.
 */
export function readPeople(text: string, map: ColumnMap, source: string, civilian: boolean): Person[] {
  const [first, ...rows] = parseCsv(text, separatorOf(text));
  const header = first?.cells ?? [];
  const at = (column: string): number => {
    const index = header.indexOf(column);
    if (index < 0)
      throw new RangeError(`${source}: no column ${JSON.stringify(column)}; there are ${header.join(', ')}`);
    return index;
  };
  const genderAt = at(map.gender.column);
  const groupAt = map.group === undefined ? -1 : at(map.group);
  const idAt = map.id === undefined ? -1 : at(map.id);
  const columns = Object.entries(map.columns).map(([column, target]) => {
    const { field, factor } = typeof target === 'string' ? { field: target, factor: 1 } : target;
    return { at: at(column), field: fieldIndex(field), factor };
  });
  return rows.map(({ number, cells }) => {
    const word = cells[genderAt] ?? '';
    const gender = map.gender.female.includes(word) ? 'female' : map.gender.male.includes(word) ? 'male' : undefined;
    if (!gender) throw new RangeError(`${source}, row ${number}: ${JSON.stringify(word)} is not a known gender`);
    const logs = new Float64Array(N).fill(Number.NaN);
    for (const column of columns) {
      const cell = cells[column.at] ?? '';
      const value = Number(cell) * column.factor;
      if (cell.trim() !== '' && Number.isFinite(value) && value > 0) logs[column.field] = Math.log(value);
    }
    const id = idAt < 0 ? `${source}-${number}` : (cells[idAt] ?? '');
    return { id, gender, source, group: groupAt < 0 ? source : (cells[groupAt] ?? source), civilian, logs };
  });
}

/** The map of a file with the fields' own names as columns. */
function ownNames(header: readonly string[]): ColumnMap {
  const columns = Object.fromEntries(header.filter((name) => measurementNames.includes(name)).map((n) => [n, n]));
  return { id: 'id', group: 'source', gender: { column: 'sex', female: ['female'], male: ['male'] }, columns };
}

function readSurvey(folder: string, file: string, source: string, civilian: boolean): Person[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return readPeople(text, ownNames(parseCsv(text.slice(0, text.indexOf('\n')))[0]!.cells), source, civilian);
}

/** Whether `folder` has the survey files. */
export const hasSurveys = (folder: string): boolean => existsSync(join(folder, 'ansur1_train.csv'));

/** All people of the surveys: soldiers of 1988 and 2012 with the values of their fitted 3D bodies, and civilians. */
export function readSurveys(folder: string): Person[] {
  const soldiers = [
    ...readSurvey(folder, 'ansur1_train.csv', 'ansur1', false),
    ...readSurvey(folder, 'ansur2_train.csv', 'ansur2', false),
  ];
  const byId = new Map(soldiers.map((person) => [person.id, person]));
  for (const twin of readSurvey(folder, 'twins_train.csv', 'twins', false)) {
    const person = byId.get(twin.id);
    if (!person) throw new RangeError(`twins_train.csv: ${twin.id} is in no army file`);
    twin.logs.forEach((value, i) => {
      if (Number.isNaN(person.logs[i]!)) person.logs[i] = value;
    });
  }
  return [...soldiers, ...readSurvey(folder, 'nhanes_train.csv', 'nhanes', true)];
}
