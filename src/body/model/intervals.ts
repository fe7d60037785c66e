/** Widths of the 90 % intervals: the stretch of the model's own spread that puts nine truths in ten inside. */
import { bodyFields, fieldIndex } from '../fields.js';
import { N, type Plan } from './conditional.js';

/** Half width of a 90 % interval of a normal distribution, in standard deviations. */
export const halfWidth = 1.6449;

const age = fieldIndex('age');
/** Least number of known fields of each bin of the factors. */
const sizes = [1, 2, 4, 9, 17, 33] as const;
/**
 * Every bin exists twice, without an age and with one: a person with an age gets the answer for a civilian of that age.
 */
export const binCount = 2 * sizes.length;

/** Values read off a fitted 3D body scatter less than life does; this widens their intervals. */
export const syntheticStretch = 1.2;

/** The last of ascending `leasts` that `count` reaches; the first where it reaches none. */
export function lastReached(leasts: readonly number[], count: number): number {
  let bin = 0;
  while (bin + 1 < leasts.length && count >= leasts[bin + 1]!) bin++;
  return bin;
}

/** The bin of a set of known fields. */
export function binOf(known: ArrayLike<number>): number {
  const bin = lastReached(sizes, known.length);
  return Array.prototype.includes.call(known, age) ? bin + sizes.length : bin;
}

/** Half width of every field's interval in units of the network's spread, [N], for the fields that a plan knows. */
export function halfWidths(factors: Float32Array, { known }: Pick<Plan, 'known'>): Float64Array {
  const bin = binOf(known);
  return Float64Array.from(bodyFields, ({ origin }, u) => {
    const stretch = origin === 'synthetic' ? syntheticStretch : 1;
    return halfWidth * factors[bin * N + u]! * stretch;
  });
}
