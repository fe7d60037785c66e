/** Finds the known values that do not fit the rest: squared Mahalanobis distance against its 99.9 % quantile. */
import type { Plan } from './conditional.js';

/** 99.9 % quantile of the standard normal distribution. */
const NORMAL_QUANTILE = 3.0902;

/** 99.9 % quantile of chi squared with `k` degrees of freedom (Wilson and Hilferty's approximation, within 1 %). */
export function chiSquaredQuantile(k: number): number {
  const c = 2 / (9 * k);
  return k * (1 - c + NORMAL_QUANTILE * Math.sqrt(c)) ** 3;
}

export interface Misfit {
  readonly field: number;
  /** z of the field that the other known values suggest. */
  readonly expected: number;
  /** Standard deviation of that expectation. */
  readonly sd: number;
}

/**
 * Which known fields contradict the others, the worst first; none when the input as a whole is believable.
 *
 * A field is taken out and the rest judged again until it is believable. Where two fields contradict only each other
 * either may be wrong, so everything nearly as odd as the one taken out is named with it.
 *
 * @param z known values, standardised, [N]
 * @param distance their squared Mahalanobis distance
 */
export function contradictions(plan: Plan, z: Float64Array, distance: number): Misfit[] {
  const k = plan.known.length;

  const precision = precisionOf(plan);
  const found = new Map<number, Misfit>();
  const left = new Set(Array.from({ length: k }, (_, i) => i));
  let leftover = distance;
  while (left.size > 1 && leftover > chiSquaredQuantile(left.size)) {
    const odd = [...left].map((i) => oddness(precision, k, left, plan, z, i));
    const worst = odd.reduce((a, b) => (b.size > a.size ? b : a));
    for (const one of odd) {
      if (one.size > 0.8 * worst.size && !found.has(plan.known[one.i]!)) {
        found.set(plan.known[one.i]!, {
          field: plan.known[one.i]!,
          expected: z[plan.known[one.i]!]! - one.residual,
          sd: one.sd,
        });
      }
    }
    leftover -= worst.size ** 2;
    left.delete(worst.i);
    sweepOut(precision, k, left, worst.i);
  }
  return [...found.values()];
}

/** Inverse of the known block: whiten' * whiten. */
function precisionOf({ whiten, known }: Plan): Float64Array {
  const k = known.length;
  const precision = new Float64Array(k * k);
  for (let r = 0; r < k; r++) {
    for (let i = 0; i <= r; i++) {
      for (let j = 0; j <= r; j++) precision[i * k + j]! += whiten[r * k + i]! * whiten[r * k + j]!;
    }
  }
  return precision;
}

/** How far known field `i` is from what the others in `left` suggest, in its own units of z and in standard deviations. */
function oddness(
  precision: Float64Array,
  k: number,
  left: ReadonlySet<number>,
  plan: Plan,
  z: Float64Array,
  i: number,
) {
  let sum = 0;
  for (const j of left) sum += precision[i * k + j]! * z[plan.known[j]!]!;
  const own = precision[i * k + i]!;
  return { i, residual: sum / own, sd: 1 / Math.sqrt(own), size: Math.abs(sum) / Math.sqrt(own) };
}

/** Turns the precision of all into the precision of `left`, without field `out`. */
function sweepOut(precision: Float64Array, k: number, left: ReadonlySet<number>, out: number): void {
  const own = precision[out * k + out]!;
  for (const i of left) {
    const share = precision[i * k + out]! / own;
    for (const j of left) precision[i * k + j]! -= share * precision[out * k + j]!;
  }
}
