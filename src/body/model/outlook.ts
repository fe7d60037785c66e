/**
 * The half widths that intervals would have with further fields known. Knowing one more field takes a single outer product
 * from the covariance that the known ones leave. So judging a candidate costs a pass over the fields.
 */
import { ownErrors, withOwnError } from './assumed-error.js';
import { type Errors, type Gaussian, makePlan, N, noErrors, ridge } from './conditional.js';

export class Outlook {
  readonly #gaussian: Gaussian;
  /** In units of the standard deviations that `sd` gives, for known fields, [N]. */
  readonly #halfWidths: (known: Int32Array) => Float64Array;
  #known: Int32Array;
  /** Covariance of the standardised fields that the known ones leave, [N, N]. */
  readonly #left: Float64Array;

  constructor(
    gaussian: Gaussian,
    known: readonly number[],
    halfWidths: (known: Int32Array) => Float64Array,
    errors: Errors = noErrors,
  ) {
    const plan = makePlan(gaussian, known, false, errors);
    this.#gaussian = gaussian;
    this.#halfWidths = halfWidths;
    this.#known = plan.known;
    this.#left = Float64Array.from(gaussian.correlation);
    for (let i = 0; i < known.length; i++) this.#subtract(plan.gain.subarray(i * N, (i + 1) * N));
  }

  /** Half widths in natural logarithms with what is known, and with `field` too where it is given, [N]. */
  halfWidths(field?: number): Float64Array {
    const half = this.#halfWidths(field === undefined ? this.#known : this.#knownWith(field));
    const gain = field === undefined ? undefined : this.#gainOf(field);
    return half.map((width, u) => {
      const variance = this.#left[u * N + u]! - (gain === undefined ? 0 : gain[u]! ** 2);
      return withOwnError(width * Math.sqrt(Math.max(variance, ridge)) * this.#gaussian.sd[u]!, u);
    });
  }

  /** Counts `field` as known from now on. */
  learn(field: number): void {
    this.#subtract(this.#gainOf(field));
    this.#known = this.#knownWith(field);
  }

  /** A field with an error is known already, and may be measured again. */
  #knownWith(field: number): Int32Array {
    return Int32Array.from(new Set([...this.#known, field]));
  }

  #gainOf(field: number): Float64Array {
    const row = this.#left.subarray(field * N, (field + 1) * N);
    const error = ownErrors[field]! / this.#gaussian.sd[field]!;
    const scale = Math.sqrt(row[field]! + ridge + error ** 2);
    return row.map((covariance) => covariance / scale);
  }

  #subtract(gain: Float64Array): void {
    for (let u = 0; u < N; u++) for (let v = 0; v < N; v++) this.#left[u * N + v]! -= gain[u]! * gain[v]!;
  }
}
