/**
 * The numbers of the answer for one body: every field in the request's units, as sent, or as predicted and made
 * consistent.
 */
import { rowWidth } from './completion.js';
import { givenField, implausibleField, makeConsistent, predictedField } from './consistency.js';
import { bodyFields } from './fields.js';
import type { Predictions } from './model/workspace.js';
import type { Supplied } from './request.js';
import { roundTo, scaleOf, type UnitSystem } from './units.js';
import { isPlausible } from './warnings.js';

const N = bodyFields.length;
const scales = {
  metric: bodyFields.map(({ kind }) => scaleOf(kind, 'metric')),
  imperial: bodyFields.map(({ kind }) => scaleOf(kind, 'imperial')),
};

/** Fills `numbers`, in the form of `Completion`, when no known value tells anything about sizes. */
export function fillWithoutPrediction(numbers: Float64Array, supplied: readonly Supplied[]): void {
  numbers.fill(Number.NaN);
  for (const { index, value, error } of supplied) if (error === undefined) numbers[index * rowWidth] = value;
}

// Only one body at a time is put together here, so the same arrays serve them all.
const given = new Uint8Array(N);
const values = new Float64Array(N);
const unrounded = new Float64Array(N);

/** Fills `numbers`, in the form of `Completion`, from row `row` of `predictions` and the supplied values. */
export function fillWithPrediction(
  numbers: Float64Array,
  system: UnitSystem,
  supplied: readonly Supplied[],
  predictions: Predictions,
  row: number,
): void {
  const scale = scales[system];
  given.fill(predictedField);
  const first = row * N;
  for (let i = 0; i < N; i++) values[i] = predictions.value[first + i]! / scale[i]!.metric;
  for (const one of supplied) {
    // a converted measurement is not what was asked for: its field is predicted
    if (one.error !== undefined) continue;
    given[one.index] = isPlausible(one) ? givenField : implausibleField;
    values[one.index] = one.value;
  }
  unrounded.set(values);
  makeConsistent(values, given, system);
  makeConsistent(unrounded, given, system, 'none');
  const { value: predicted, low, high } = predictions;
  for (let i = 0; i < N; i++) {
    const value = values[i]!;
    const own = scale[i]!;
    const at = first + i;
    // The interval follows a value that consistency moves. The rounding of the value must not move it, too.
    const moved = unrounded[i]! / predicted[at]!;
    numbers[i * rowWidth] = value;
    numbers[i * rowWidth + 1] = given[i] ? Number.NaN : Math.min(value, roundTo(own, low[at]! * moved));
    numbers[i * rowWidth + 2] = given[i] ? Number.NaN : Math.max(value, roundTo(own, high[at]! * moved));
  }
  values.fill(0);
  unrounded.fill(0);
  given.fill(predictedField);
}
