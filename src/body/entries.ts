/** The answer for one body: every field in the request's units, as sent or as predicted and made consistent. */
import { GIVEN, IMPLAUSIBLE, makeConsistent, PREDICTED } from './consistency.js';
import { DEPRECATED_ALIAS, FIELDS, MEASUREMENT_NAMES } from './fields.js';
import type { Predictions } from './model/predictor.js';
import type { Supplied } from './request.js';
import { roundTo, scaleOf, type UnitName, type UnitSystem } from './units.js';
import { isPlausible } from './warnings.js';

export interface FieldEntry {
  /** In `unit`; exactly as sent when supplied; null when nothing in the input bears on it. */
  readonly value: number | null;
  readonly unit: UnitName;
  readonly source: 'input' | 'predicted';
  /** Ends of the 90 % interval of a prediction, in `unit`; null where there is none. */
  readonly low: number | null;
  readonly high: number | null;
}

const N = FIELDS.length;
const scales = {
  metric: FIELDS.map(({ kind }) => scaleOf(kind, 'metric')),
  imperial: FIELDS.map(({ kind }) => scaleOf(kind, 'imperial')),
};

/** Every measurement in the order of the API, then the deprecated alias with the entry of its field. */
function entriesOf(entry: (index: number) => FieldEntry): Record<string, FieldEntry> {
  const fields: Record<string, FieldEntry> = {};
  for (let i = 0; i < N; i++) fields[MEASUREMENT_NAMES[i]!] = entry(i);
  fields[DEPRECATED_ALIAS.name] = fields[DEPRECATED_ALIAS.of]!;
  return fields;
}

const inputEntry = (value: number, unit: UnitName): FieldEntry => ({
  value,
  unit,
  source: 'input',
  low: null,
  high: null,
});

/** The answer when nothing is known that a size follows from. */
export function entriesWithoutPrediction(
  system: UnitSystem,
  supplied: readonly Supplied[],
): Record<string, FieldEntry> {
  return entriesOf((i) => {
    const { unit } = scales[system][i]!;
    const one = supplied.find(({ index }) => index === i);
    return one ? inputEntry(one.value, unit) : { value: null, unit, source: 'predicted', low: null, high: null };
  });
}

// One body at a time is put together here, so one pair of arrays serves them all.
const given = new Uint8Array(N);
const values = new Float64Array(N);

/** The answer from row `row` of `predictions` and what was supplied. */
export function entriesWithPrediction(
  system: UnitSystem,
  supplied: readonly Supplied[],
  predictions: Predictions,
  row: number,
): Record<string, FieldEntry> {
  const scale = scales[system];
  given.fill(PREDICTED);
  const first = row * N;
  for (let i = 0; i < N; i++) values[i] = predictions.value[first + i]! / scale[i]!.metric;
  for (const one of supplied) {
    given[one.index] = isPlausible(one) ? GIVEN : IMPLAUSIBLE;
    values[one.index] = one.value;
  }
  makeConsistent(values, given, system);
  const { value: predicted, low, high } = predictions;
  return entriesOf((i) => {
    const value = values[i]!;
    const own = scale[i]!;
    if (given[i]) return inputEntry(value, own.unit);
    const at = first + i;
    // The interval follows the value where consistency moves it.
    const moved = value / predicted[at]!;
    return {
      value,
      unit: own.unit,
      source: 'predicted',
      low: Math.min(value, roundTo(own, low[at]! * moved)),
      high: Math.max(value, roundTo(own, high[at]! * moved)),
    };
  });
}
