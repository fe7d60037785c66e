/** A row of the tables of a pattern in many sizes, in the units that its reader asks for. */
import { inchesOf, type Lengths } from '../../drawing/lengths.js';
import type { VariableValue } from '../variable.js';

/** One line: a value for each size. */
export interface TableRow {
  readonly name: string;
  readonly unit: string;
  /** Null: the size lacks it. */
  readonly values: readonly (VariableValue | null)[];
  /** For each size whether its value was not given but computed. */
  readonly isComputed?: readonly boolean[];
  /** Of the numbers in a document; default 1, or 0 where all of them are whole. */
  readonly digits?: number;
}

/**
 * The row in inches, where they are asked for and its unit is a length.
 *
 * @param digits of inches in a document; 2 are a quarter of a millimetre
 */
export function rowIn(lengths: Lengths, row: TableRow, digits = 2): TableRow {
  if (lengths === 'metric' || inchesOf(0, row.unit) === null) return row;
  const values = row.values.map((value) => (typeof value === 'number' ? inchesOf(value, row.unit) : value));
  return { ...row, unit: 'in', digits, values };
}
