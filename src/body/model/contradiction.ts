/** Finds the known values that do not fit the rest: squared Mahalanobis distance against its 99.9 % quantile. */
import type { Whitener } from './conditional.js';

/** 99.9 % quantile of the standard normal distribution. */
const normalQuantile = 3.0902;

/** 99.9 % quantile of chi squared with `k` degrees of freedom (Wilson and Hilferty's approximation, within 1 %). */
function chiSquaredQuantile(k: number): number {
  const c = 2 / (9 * k);
  return k * (1 - c + normalQuantile * Math.sqrt(c)) ** 3;
}

/**
 * Bodies have heavier tails than a normal distribution. The bare quantile would call 0.4 % of the soldiers' and 1 % of
 * the civilians' true measurements contradictory. Stretched by this factor it calls at most 0.1 % of either so with
 * usual inputs, 0.2 to 0.4 % with everything known.
 */
const tailFactor = 1.3;

/** Squared Mahalanobis distance up to which `k` known values are believable. */
export const believable = (k: number): number => tailFactor * chiSquaredQuantile(k);

export interface Misfit {
  readonly field: number;
  /** z of the field that the other known values suggest. */
  readonly expected: number;
  /** Standard deviation of that expectation. */
  readonly sd: number;
}

/** Standard deviations from the others' suggestion beyond which a value is rare enough to ask about its unit. */
const rareDistance = 3;
/** No value can be rare where the squared distance of all is below this. */
export const ordinary = rareDistance ** 2;

/**
 * Known fields that are believable but rare beside the others; people in general judge a single one. A weight in pounds
 * sent as kilograms is an example: few people have that weight.
 */
export function rarities(judge: Whitener, z: Float64Array): Misfit[] {
  const k = judge.known.length;
  const precision = precisionOf(judge);
  const all = new Set(Array.from({ length: k }, (_, i) => i));
  return [...all]
    .map((i) => oddness(precision, k, all, judge, z, i))
    .filter(({ size }) => size > rareDistance)
    .map(({ i, residual, sd }) => ({ field: judge.known[i]!, expected: z[judge.known[i]!]! - residual, sd }));
}

/**
 * The known fields that contradict the others, the worst first; none when the input as a whole is believable.
 *
 * The search takes out a field and judges the rest again until it is believable. Where two fields contradict only each
 * other, either may be wrong. So it also names every field nearly as odd as the one taken out.
 *
 * @param z known values, standardised, [N]
 * @param distance their squared Mahalanobis distance
 */
export function contradictions(judge: Whitener, z: Float64Array, distance: number): Misfit[] {
  const k = judge.known.length;
  const precision = precisionOf(judge);
  const found = new Map<number, Misfit>();
  const left = new Set(Array.from({ length: k }, (_, i) => i));
  let leftover = distance;
  while (left.size > 1 && leftover > believable(left.size)) {
    const odd = [...left].map((i) => oddness(precision, k, left, judge, z, i));
    const worst = odd.reduce((a, b) => (b.size > a.size ? b : a));
    for (const one of odd) {
      if (one.size > 0.8 * worst.size && !found.has(judge.known[one.i]!)) {
        found.set(judge.known[one.i]!, {
          field: judge.known[one.i]!,
          expected: z[judge.known[one.i]!]! - one.residual,
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
function precisionOf({ whiten, known }: Whitener): Float64Array {
  const k = known.length;
  const precision = new Float64Array(k * k);
  for (let r = 0; r < k; r++) {
    for (let i = 0; i <= r; i++) {
      for (let j = 0; j <= r; j++) precision[i * k + j]! += whiten[r * k + i]! * whiten[r * k + j]!;
    }
  }
  return precision;
}

/** How far known field `i` is from the suggestion of the others in `left`, in units of z and in standard deviations. */
function oddness(
  precision: Float64Array,
  k: number,
  left: ReadonlySet<number>,
  judge: Whitener,
  z: Float64Array,
  i: number,
) {
  let sum = 0;
  for (const j of left) sum += precision[i * k + j]! * z[judge.known[j]!]!;
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
