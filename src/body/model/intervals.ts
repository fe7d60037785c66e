/** Widths of the 90 % intervals: the stretch of the model's own spread that puts nine truths in ten inside. */
import { bodyFields, fieldIndex } from '../fields.js';
import { N, type Plan } from './conditional.js';

/** Half width of a 90 % interval of a normal distribution, in standard deviations. */
export const halfWidth = 1.6449;

const age = fieldIndex('age');
/** Least number of known fields of each bin of the factors. */
const sizes = [1, 2, 4, 9, 17, 33] as const;
/** The number of known fields for which the fit mostly asks in each bin: there its factors hold. */
const fittedAt = [1, 2, 8, 12, 25, 40] as const;
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

/** Rows of a table of bins, and the share of the second. */
export interface BetweenBins {
  readonly lower: number;
  readonly upper: number;
  readonly share: number;
}

/**
 * The rows between which a number of known fields lies. A step from one row to the next would widen intervals where one more
 * field becomes known.
 *
 * @param counts ascending numbers of known fields, one for each row
 */
export function betweenBins(counts: readonly number[], known: number, first = 0): BetweenBins {
  const bin = lastReached(counts, known);
  const [from, to] = [counts[bin]!, counts[bin + 1]];
  if (to === undefined || known <= from) return { lower: first + bin, upper: first + bin, share: 0 };
  return { lower: first + bin, upper: first + bin + 1, share: Math.log(known / from) / Math.log(to / from) };
}

/** The values of a field between rows of a table, [rows, N]. */
export const valueBetween = (table: Float32Array, { lower, upper, share }: BetweenBins, field: number): number =>
  (1 - share) * table[lower * N + field]! + share * table[upper * N + field]!;

/** The rows of the factors for a set of known fields. */
export const betweenFactors = (known: ArrayLike<number>): BetweenBins =>
  betweenBins(fittedAt, known.length, Array.prototype.includes.call(known, age) ? sizes.length : 0);

/** Half width of every field's interval in units of the network's spread, [N], for the fields that a plan knows. */
export function halfWidths(factors: Float32Array, { known }: Pick<Plan, 'known'>): Float64Array {
  const between = betweenFactors(known);
  return Float64Array.from(bodyFields, ({ origin }, u) => {
    const stretch = origin === 'synthetic' ? syntheticStretch : 1;
    return halfWidth * valueBetween(factors, between, u) * stretch;
  });
}
