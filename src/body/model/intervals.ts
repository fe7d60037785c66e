/** Widths of the 90 % intervals: how far the model's own spread is stretched so that nine truths in ten lie inside. */
import { FIELDS, fieldIndex } from '../fields.js';
import { N, type Plan } from './conditional.js';

/** Half width of a 90 % interval of a normal distribution, in standard deviations. */
export const HALF_WIDTH = 1.6449;

const age = fieldIndex('age');
/** Least number of known fields of each bin of the factors. */
const SIZES = [1, 2, 4, 9, 17, 33] as const;
/** Every bin there is twice, without an age and with one: who tells an age is answered as a civilian of that age. */
export const BIN_COUNT = 2 * SIZES.length;

/** Values read off a fitted 3D body scatter less than life does; their intervals are widened by this. */
export const SYNTHETIC_STRETCH = 1.2;

/** The bin of a set of known fields. */
export function binOf(known: ArrayLike<number>): number {
  let bin = 0;
  while (bin + 1 < SIZES.length && known.length >= SIZES[bin + 1]!) bin++;
  return Array.prototype.includes.call(known, age) ? bin + SIZES.length : bin;
}

/** Half width of every field's interval in units of the network's spread, [N], for the fields that a plan knows. */
export function halfWidths(factors: Float32Array, plan: Plan): Float64Array {
  const bin = binOf(plan.known);
  return Float64Array.from(FIELDS, ({ origin }, u) => {
    const stretch = origin === 'synthetic' ? SYNTHETIC_STRETCH : 1;
    return HALF_WIDTH * factors[bin * N + u]! * stretch;
  });
}
