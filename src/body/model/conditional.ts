/**
 * The conditional Gaussian: the linear base of the body model. Everything is in standardised log space, z = (ln x -
 * mean) / sd, one Gaussian per gender.
 *
 * A plan holds everything that a set of known fields fixes before any value arrives: the matrix from known z to
 * expected z of every field, and the remaining uncertainty of each. Requests repeat the same few sets, so plans are
 * cached.
 */
import { bodyFields, fieldIndex } from '../fields.js';
import { cholesky, invertLower } from './cholesky.js';

/** Number of fields: the length of every vector here. */
export const N = bodyFields.length;

const age = fieldIndex('age');
const height = fieldIndex('height');
const weight = fieldIndex('weight');
const crotchLength = fieldIndex('crotchLength');
const isGirth = bodyFields.map((field) => field.kind === 'girth');

/** Added to the variance of known fields, relative to it: sums and synonyms make the exact matrix singular. */
export const ridge = 1e-4;

/** Distribution of the fields of one gender. */
export interface Gaussian {
  /** Mean of ln x, [N]. */
  readonly mean: Float64Array;
  /** Standard deviation of ln x, [N]. */
  readonly sd: Float64Array;
  /** Correlations of ln x, [N, N]. */
  readonly correlation: Float64Array;
}

/** Turns known values into independent ones of variance 1. */
export interface Whitener {
  /** Known fields, weight last if it is known, [k]. */
  readonly known: Int32Array;
  /** L^-1 of the known block, [k, k]. */
  readonly whiten: Float64Array;
}

/**
 * Known fields are whitened one after the other (`y = L^-1 z`), weight always last. So its white coordinate measures
 * how surprising the weight is beside the other known fields. The last row of `gain` is its effect on every field.
 */
export interface Plan extends Whitener {
  readonly weightKnown: boolean;
  /** Expected z of every field = sum over i of y[i] * gain[i], [k, N]. */
  readonly gain: Float64Array;
  /** Standard deviation left in every field, [N]. */
  readonly sd: Float64Array;
  /** Fields that the network neither shifts nor bends. */
  readonly straight: readonly number[];
}

/** Known fields with an error: the standard deviation of the logarithm that was measured, by field. */
export type Errors = ReadonlyMap<number, number>;
export const noErrors: Errors = new Map();

export function makeWhitener(gaussian: Gaussian, knownFields: Iterable<number>, errors = noErrors): Whitener {
  const sorted = [...knownFields].sort((a, b) => (a === weight ? 1 : b === weight ? -1 : a - b));
  const known = Int32Array.from(sorted);
  const k = known.length;
  const block = new Float64Array(k * k);
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) block[i * k + j] = gaussian.correlation[known[i]! * N + known[j]!]!;
    block[i * k + i]! += ((errors.get(known[i]!) ?? 0) / gaussian.sd[known[i]!]!) ** 2;
  }
  return { known, whiten: invertLower(cholesky(block, k, ridge), k) };
}

/**
 * @param monotone whether more weight may never take from a girth, nor more height from the crotch length; without it, the
 * plan is the exact conditional distribution, as draws need
 */
export function makePlan(
  gaussian: Gaussian,
  knownFields: Iterable<number>,
  monotone = true,
  errors: Errors = noErrors,
): Plan {
  const { known, whiten } = makeWhitener(gaussian, knownFields, errors);
  const k = known.length;
  const gain = new Float64Array(k * N);
  const sd = new Float64Array(N).fill(1);
  for (let i = 0; i < k; i++) {
    for (let j = 0; j <= i; j++) {
      const w = whiten[i * k + j]!;
      const row = known[j]! * N;
      for (let u = 0; u < N; u++) gain[i * N + u]! += w * gaussian.correlation[row + u]!;
    }
    // More weight beside the same other sizes never takes from a girth: a negative share is noise of the fit.
    if (monotone && known[i] === weight) {
      for (let u = 0; u < N; u++) if (isGirth[u]) gain[i * N + u] = Math.max(0, gain[i * N + u]!);
    }
  }
  const kept = monotone && isHeightAndWeight(known) ? [crotchLength] : [];
  for (const u of kept) keepFromFalling(gain, u, whiten, known.indexOf(height), k);
  for (let i = 0; i < k; i++) for (let u = 0; u < N; u++) sd[u]! -= gain[i * N + u]! ** 2;
  for (let u = 0; u < N; u++) sd[u] = Math.sqrt(Math.max(sd[u]!, ridge));
  return {
    known,
    weightKnown: k > 0 && known[k - 1] === weight,
    whiten,
    gain,
    sd,
    straight: [...kept, ...errors.keys()],
  };
}

/** Whether height and weight are the known sizes. */
function isHeightAndWeight(known: Int32Array): boolean {
  return known.includes(height) && known.includes(weight) && known.length === (known.includes(age) ? 3 : 2);
}

/**
 * Leaves known field `i` out of the expectation of field `u`, where more of it would take from that one: the effect on
 * `u` becomes that of the other known fields alone.
 */
function keepFromFalling(gain: Float64Array, u: number, whiten: Float64Array, i: number, k: number): void {
  let effect = 0;
  let precision = 0;
  for (let r = 0; r < k; r++) {
    effect += whiten[r * k + i]! * gain[r * N + u]!;
    precision += whiten[r * k + i]! ** 2;
  }
  if (effect >= 0) return;
  for (let r = 0; r < k; r++) gain[r * N + u]! -= (effect / precision) * whiten[r * k + i]!;
}

/**
 * Whitens the known values `z` ([N], read at the known fields) into `y` ([k]). The sum of squares of `y` is the squared
 * Mahalanobis distance of the input.
 */
export function whitenKnown({ known, whiten }: Whitener, z: Float64Array, y: Float64Array): void {
  const k = known.length;
  for (let i = 0; i < k; i++) {
    let sum = 0;
    for (let j = 0; j <= i; j++) sum += whiten[i * k + j]! * z[known[j]!]!;
    y[i] = sum;
  }
}
