/**
 * The level of a population: how far its people lie from the model's, field by field. It is a draw of the levels that
 * populations have, and a few people inform it (a Gaussian mean with a Gaussian prior: Gelman et al., Bayesian Data Analysis,
 * 3rd ed., section 3.5). A field that nobody measured follows the measured ones.
 */
import { bodyFields, fieldIndex } from '../fields.js';
import { cholesky, invertLower } from '../model/cholesky.js';
import { type Gaussian, makePlan, N, ridge } from '../model/conditional.js';
import { spreadOfLevel } from '../model/populations.js';

/**
 * Populations differ freely in these, and everything that these predict goes along: a taller population has the arms of tall
 * people. So many standard deviations of one population.
 */
const free = ['age', 'height', 'weight'].map(fieldIndex);
const freeSpread = 1;

/**
 * Covariance of the levels of populations, in standard scores, [N, N]. Beside the free part, a field's level has a
 * standard deviation of a share of what the known fields leave (docs/decisions/0017-populations.md).
 */
function priorOf(gaussian: Gaussian): Float64Array {
  const { gain } = makePlan(gaussian, free, false);
  const spread = bodyFields.map((field) => spreadOfLevel(field, free.length + 1));
  const prior = new Float64Array(N * N);
  for (let u = 0; u < N; u++) {
    for (let v = 0; v < N; v++) {
      let explained = 0;
      for (let i = 0; i < free.length; i++) explained += gain[i * N + u]! * gain[i * N + v]!;
      prior[u * N + v] = spread[u]! * spread[v]! * gaussian.correlation[u * N + v]! + freeSpread ** 2 * explained;
    }
    prior[u * N + u]! += ridge;
  }
  return prior;
}

/** People who know the same fields. */
interface Pattern {
  readonly observed: readonly number[];
  people: number;
  /** Sum of their standard scores, [observed]. */
  readonly sum: Float64Array;
}

/**
 * The expected level of the people's population, in standard scores of the Gaussian, [N].
 *
 * @param people natural logarithms, NaN where unknown, each [N]
 */
export function levelOf(gaussian: Gaussian, people: readonly Float64Array[]): Float64Array {
  const precision = inverse(priorOf(gaussian));
  const pull = new Float64Array(N);
  for (const { observed, people: count, sum } of patternsOf(gaussian, people)) {
    const k = observed.length;
    const block = new Float64Array(k * k);
    observed.forEach((u, i) => {
      observed.forEach((v, j) => {
        block[i * k + j] = gaussian.correlation[u * N + v]! + (i === j ? ridge : 0);
      });
    });
    const own = inverse(block);
    observed.forEach((u, i) => {
      observed.forEach((v, j) => {
        precision[u * N + v]! += count * own[i * k + j]!;
        pull[u]! += own[i * k + j]! * sum[j]!;
      });
    });
  }
  const covariance = inverse(precision);
  return Float64Array.from({ length: N }, (_, u) => {
    let level = 0;
    for (let v = 0; v < N; v++) level += covariance[u * N + v]! * pull[v]!;
    return level;
  });
}

function patternsOf({ mean, sd }: Gaussian, people: readonly Float64Array[]): Iterable<Pattern> {
  const patterns = new Map<string, Pattern>();
  for (const logs of people) {
    const observed = bodyFields.flatMap((_, u) => (Number.isNaN(logs[u]!) ? [] : [u]));
    const key = observed.join();
    let pattern = patterns.get(key);
    if (!pattern) {
      pattern = { observed, people: 0, sum: new Float64Array(observed.length) };
      patterns.set(key, pattern);
    }
    pattern.people++;
    for (const [i, u] of observed.entries()) pattern.sum[i]! += (logs[u]! - mean[u]!) / sd[u]!;
  }
  return patterns.values();
}

/** Inverse of a symmetric positive definite matrix. */
function inverse(matrix: Float64Array): Float64Array {
  const n = Math.round(Math.sqrt(matrix.length));
  const lower = invertLower(cholesky(matrix, n, 0), n);
  const result = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < n; k++) sum += lower[k * n + i]! * lower[k * n + j]!;
      result[i * n + j] = sum;
      result[j * n + i] = sum;
    }
  }
  return result;
}
