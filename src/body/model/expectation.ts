/**
 * Expectation-maximisation for a Gaussian from rows with blanks. Rows with the same blanks are summed up once. So an
 * iteration costs the same for a hundred people as for a million.
 */
import { cholesky, invertLower } from './cholesky.js';
import { type Gaussian, N } from './conditional.js';

/** One row of the data: natural logarithms, NaN where unknown, and the weight of the row. */
export interface WeightedRow {
  readonly logs: Float64Array;
  readonly weight: number;
}

/** Weighted sums of all rows that know the same fields. */
export interface Pattern {
  readonly observed: Int32Array;
  weight: number;
  /** Sum of standardised values, [o]. */
  readonly sum: Float64Array;
  /** Sum of products of standardised values, [o, o]. */
  readonly products: Float64Array;
}

/** Keeps near-singular blocks solvable during the fit; small beside `ridge`, which serves on prediction. */
const fitRidge = 1e-6;

export interface FitOptions {
  readonly iterations?: number;
  /** Stop when no element of mean or covariance moves by more. */
  readonly tolerance?: number;
  /** The prior belief, worth this many people who know every field. */
  readonly prior?: { readonly gaussian: Gaussian; readonly people: number };
}

/**
 * Fits mean and covariance of ln x. Starts from independent fields, so two fields never measured together end up
 * related only through the fields that they share.
 */
export function fitGaussian(rows: readonly WeightedRow[], options: FitOptions = {}): Gaussian {
  const { iterations = 200, tolerance = 1e-4, prior } = options;
  const { mean: center, sd: scale } = prior?.gaussian ?? fieldMoments(rows);
  const patterns = summarise(rows, center, scale);
  if (prior) patterns.push(priorPattern(prior.gaussian, prior.people));
  let mean = new Float64Array(N);
  let covariance = new Float64Array(N * N);
  if (prior) covariance.set(prior.gaussian.correlation);
  else for (let i = 0; i < N; i++) covariance[i * N + i] = 1;
  for (let iteration = 1; iteration <= iterations; iteration++) {
    const next = improve(patterns, mean, covariance);
    let change = 0;
    for (let i = 0; i < N; i++) change = Math.max(change, Math.abs(next.mean[i]! - mean[i]!));
    for (let i = 0; i < N * N; i++) change = Math.max(change, Math.abs(next.covariance[i]! - covariance[i]!));
    ({ mean, covariance } = next);
    if (change < tolerance) break;
  }
  return standardise(center, scale, mean, covariance);
}

function fieldMoments(rows: readonly WeightedRow[]): { mean: Float64Array; sd: Float64Array } {
  const weight = new Float64Array(N);
  const mean = new Float64Array(N);
  const sd = new Float64Array(N);
  for (const row of rows) {
    for (let i = 0; i < N; i++) {
      const x = row.logs[i]!;
      if (Number.isNaN(x)) continue;
      weight[i]! += row.weight;
      const step = (row.weight * (x - mean[i]!)) / weight[i]!;
      sd[i]! += step * (weight[i]! - row.weight) * (x - mean[i]!);
      mean[i]! += step;
    }
  }
  for (let i = 0; i < N; i++) sd[i] = Math.max(Math.sqrt(sd[i]! / Math.max(weight[i]!, 1e-9)), 1e-3);
  return { mean, sd };
}

export function summarise(rows: readonly WeightedRow[], center: Float64Array, scale: Float64Array): Pattern[] {
  const patterns = new Map<string, Pattern>();
  const z = new Float64Array(N);
  for (const row of rows) {
    const observed: number[] = [];
    for (let i = 0; i < N; i++) if (!Number.isNaN(row.logs[i]!)) observed.push(i);
    const key = observed.join();
    const o = observed.length;
    let pattern = patterns.get(key);
    if (!pattern) {
      pattern = {
        observed: Int32Array.from(observed),
        weight: 0,
        sum: new Float64Array(o),
        products: new Float64Array(o * o),
      };
      patterns.set(key, pattern);
    }
    pattern.weight += row.weight;
    for (let i = 0; i < o; i++) {
      const field = observed[i]!;
      z[i] = (row.logs[field]! - center[field]!) / scale[field]!;
      pattern.sum[i]! += row.weight * z[i]!;
      for (let j = 0; j <= i; j++) pattern.products[i * o + j]! += row.weight * z[i]! * z[j]!;
    }
  }
  for (const { observed, products } of patterns.values()) {
    const o = observed.length;
    for (let i = 0; i < o; i++) for (let j = 0; j < i; j++) products[j * o + i] = products[i * o + j]!;
  }
  return [...patterns.values()];
}

/** The sums of `people` people with all fields known and the Gaussian's distribution, in its own standard scores. */
export function priorPattern({ correlation }: Gaussian, people: number): Pattern {
  return {
    observed: Int32Array.from({ length: N }, (_, i) => i),
    weight: people,
    sum: new Float64Array(N),
    products: correlation.map((value) => value * people),
  };
}

/** One expectation and maximisation step over all patterns. */
function improve(
  patterns: readonly Pattern[],
  mean: Float64Array,
  covariance: Float64Array,
): { mean: Float64Array<ArrayBuffer>; covariance: Float64Array<ArrayBuffer> } {
  const shift = new Float64Array(N);
  const second = new Float64Array(N * N);
  for (const pattern of patterns) addExpectation(pattern, mean, covariance, shift, second);
  return maximise(patterns, mean, shift, second);
}

/** The mean and covariance that the sums of `addExpectation` over all patterns make most likely; changes `shift`. */
export function maximise(
  patterns: readonly Pattern[],
  mean: Float64Array,
  shift: Float64Array,
  second: Float64Array,
): { mean: Float64Array<ArrayBuffer>; covariance: Float64Array<ArrayBuffer> } {
  const total = patterns.reduce((sum, pattern) => sum + pattern.weight, 0);
  const nextMean = new Float64Array(N);
  for (let i = 0; i < N; i++) {
    shift[i]! /= total;
    nextMean[i] = mean[i]! + shift[i]!;
  }
  const next = new Float64Array(N * N);
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) next[i * N + j] = second[i * N + j]! / total - shift[i]! * shift[j]!;
  }
  return { mean: nextMean, covariance: next };
}

/** Adds the expected deviations from `mean` ([N]) and their expected products ([N, N]) of one pattern's rows. */
export function addExpectation(
  { observed, weight, sum, products }: Pattern,
  mean: Float64Array,
  covariance: Float64Array,
  shift: Float64Array,
  second: Float64Array,
): void {
  const o = observed.length;
  const block = new Float64Array(o * o);
  for (let i = 0; i < o; i++) {
    for (let j = 0; j < o; j++) block[i * o + j] = covariance[observed[i]! * N + observed[j]!]!;
  }
  const whiten = invertLower(cholesky(block, o, fitRidge), o);
  // gain[i] = effect of white coordinate i on every field
  const gain = new Float64Array(o * N);
  for (let i = 0; i < o; i++) {
    for (let j = 0; j <= i; j++) {
      const w = whiten[i * o + j]!;
      const row = observed[j]! * N;
      for (let u = 0; u < N; u++) gain[i * N + u]! += w * covariance[row + u]!;
    }
  }
  const deviation = Float64Array.from(sum, (value, i) => value - weight * mean[observed[i]!]!);
  const scatter = new Float64Array(o * o);
  for (let i = 0; i < o; i++) {
    const mi = mean[observed[i]!]!;
    for (let j = 0; j < o; j++) {
      const mj = mean[observed[j]!]!;
      scatter[i * o + j] = products[i * o + j]! - mi * sum[j]! - sum[i]! * mj + weight * mi * mj;
    }
  }
  // `complete` turns a deviation of the observed fields into the expected deviation of all fields: the identity on the
  // observed.
  const complete = new Float64Array(N * o);
  for (let i = 0; i < o; i++) {
    for (let j = 0; j <= i; j++) {
      const w = whiten[i * o + j]!;
      for (let u = 0; u < N; u++) complete[u * o + j]! += gain[i * N + u]! * w;
    }
  }
  const isObserved = new Uint8Array(N);
  observed.forEach((field, i) => {
    isObserved[field] = 1;
    complete.fill(0, field * o, field * o + o);
    complete[field * o + i] = 1;
  });
  const half = new Float64Array(N * o);
  for (let u = 0; u < N; u++) {
    for (let i = 0; i < o; i++) {
      const c = complete[u * o + i]!;
      if (c === 0) continue;
      shift[u]! += c * deviation[i]!;
      for (let j = 0; j < o; j++) half[u * o + j]! += c * scatter[i * o + j]!;
    }
  }
  for (let u = 0; u < N; u++) {
    for (let v = 0; v <= u; v++) {
      let value = 0;
      for (let j = 0; j < o; j++) value += half[u * o + j]! * complete[v * o + j]!;
      if (!isObserved[u] && !isObserved[v]) {
        let left = covariance[u * N + v]!;
        for (let i = 0; i < o; i++) left -= gain[i * N + u]! * gain[i * N + v]!;
        value += weight * left;
      }
      second[u * N + v]! += value;
      if (u !== v) second[v * N + u]! += value;
    }
  }
}

export function standardise(
  center: Float64Array,
  scale: Float64Array,
  mean: Float64Array,
  covariance: Float64Array,
): Gaussian {
  const deviation = Float64Array.from({ length: N }, (_, i) => Math.sqrt(covariance[i * N + i]!));
  const correlation = new Float64Array(N * N);
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) correlation[i * N + j] = covariance[i * N + j]! / (deviation[i]! * deviation[j]!);
  }
  return {
    mean: mean.map((value, i) => center[i]! + value * scale[i]!),
    sd: deviation.map((value, i) => value * scale[i]!),
    correlation,
  };
}
