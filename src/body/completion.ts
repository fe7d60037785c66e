/**
 * One completed body as numbers, in rows of three. Most readers want text, and seventy objects of five members cost
 * more than the inference. So only `fields` makes the objects.
 */
import { acceptedNames, bodyFields, deprecatedAlias, fieldIndex } from './fields.js';
import { scaleOf, type UnitName, type UnitSystem } from './units.js';
import type { Warning } from './warnings.js';

export interface FieldEntry {
  /** In `unit`; exactly as sent when supplied; null when no input bears on it. */
  readonly value: number | null;
  readonly unit: UnitName;
  readonly source: 'input' | 'predicted';
  /** Ends of the 90 % interval of a prediction, in `unit`; null without an interval. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface CompletedBody {
  /** Every measurement in the order of the API, and last the deprecated alias. */
  readonly fields: Readonly<Record<string, FieldEntry>>;
  readonly warnings: readonly Warning[];
  /** Whether the request used the deprecated spelling. */
  readonly usedDeprecatedAlias: boolean;
}

/** The rows of a completion: names in the order of the API, the deprecated alias last; and units. */
export interface Layout {
  readonly names: readonly string[];
  readonly units: readonly UnitName[];
}

const fieldOfRow = acceptedNames.map((name) => fieldIndex(name === deprecatedAlias.name ? deprecatedAlias.of : name));

const layoutOf = (system: UnitSystem): Layout => ({
  names: acceptedNames,
  units: fieldOfRow.map((field) => scaleOf(bodyFields[field]!.kind, system).unit),
});

const layouts: Record<UnitSystem, Layout> = { metric: layoutOf('metric'), imperial: layoutOf('imperial') };

/** Numbers of a row: value, low, high. */
export const rowWidth = 3;
export const rowCount = acceptedNames.length;
const aliased = fieldIndex(deprecatedAlias.of) * rowWidth;

export class Completion implements CompletedBody {
  readonly layout: Layout;
  /**
   * Value, low and high of every row of the layout, [rowCount, rowWidth]; NaN where missing. A value without an
   * interval was supplied; a missing value could not be predicted.
   */
  readonly numbers: Float64Array;
  readonly warnings: readonly Warning[];
  readonly usedDeprecatedAlias: boolean;
  #fields: Record<string, FieldEntry> | undefined;

  /** @param numbers with all rows filled but the alias's */
  constructor(system: UnitSystem, numbers: Float64Array, warnings: readonly Warning[], usedDeprecatedAlias: boolean) {
    numbers.copyWithin((rowCount - 1) * rowWidth, aliased, aliased + rowWidth);
    this.layout = layouts[system];
    this.numbers = numbers;
    this.warnings = warnings;
    this.usedDeprecatedAlias = usedDeprecatedAlias;
  }

  get fields(): Readonly<Record<string, FieldEntry>> {
    this.#fields ??= this.#makeFields();
    return this.#fields;
  }

  #makeFields(): Record<string, FieldEntry> {
    const { names, units } = this.layout;
    const fields: Record<string, FieldEntry> = {};
    for (let row = 0; row < rowCount - 1; row++) fields[names[row]!] = this.#entry(row, units[row]!);
    fields[deprecatedAlias.name] = fields[deprecatedAlias.of]!;
    return fields;
  }

  #entry(row: number, unit: UnitName): FieldEntry {
    const at = row * rowWidth;
    const value = this.numbers[at]!;
    const low = this.numbers[at + 1]!;
    const high = this.numbers[at + 2]!;
    if (Number.isNaN(value)) return { value: null, unit, source: 'predicted', low: null, high: null };
    if (Number.isNaN(low)) return { value, unit, source: 'input', low: null, high: null };
    return { value, unit, source: 'predicted', low, high };
  }
}
