/**
 * A fast estimate of the length of a marker, learnt from the nests made so far: a length for each garment by its least
 * length, and a loss that every marker has once, at its ends. So large markers are denser, as in the cutting room. Markers
 * of so many garments also have an effect of their own: four skirts may fill the width, where five leave a gap. And so
 * have markers of so many kinds of garments: equal parts interlock.
 *
 * It is Bayesian linear regression with known noise. The prior is what markers of shirts, trousers and skirts show; each
 * nest moves it. M'Hallah and Bouziri (2016) show how far plans go astray by a fixed efficiency.
 */

/** Means and standard deviations before the first nest. */
const prior = {
  /** Length of many garments of many parts by their least length: 87 % of the cloth is used. */
  slope: { mean: 1.15, deviation: 0.07 },
  /** A garment against the others: few parts are large, and none of them fills a gap between the rest. */
  garment: { mean: (parts: number): number => 0.6 / parts, deviation: 0.03 },
  /** Markers of one number of garments against the others. */
  number: { mean: 0, deviation: 0.03 },
  /** Markers of one number of kinds against the others. */
  kinds: { mean: 0, deviation: 0.03 },
  /** Loss of a marker, by the mean least length of a garment. */
  loss: { mean: 0.2, deviation: 0.12 },
};
/** Markers of more garments count as one number. */
const mostGarments = 40;
const mostKinds = 6;
/** Deviation of a nested length from the line, by the length. */
const noise = 0.012;

export interface EstimateParameters {
  readonly garments: readonly number[];
  readonly loss: number;
  /** Shares of the least length; the last counts for more garments, too. */
  readonly byNumber: readonly number[];
  readonly byKinds: readonly number[];
}

export class LengthEstimate {
  readonly #least: readonly number[];
  readonly #mean: number;
  /** Normal equations of slope, loss, one deviation a garment, a number of garments, and a number of kinds. */
  readonly #matrix: number[][];
  readonly #right: number[];

  /**
   * @param least the least length of each garment, above 0
   * @param parts the number of its parts
   */
  constructor(least: readonly number[], parts: readonly number[]) {
    this.#least = least;
    this.#mean = least.reduce((sum, length) => sum + length, 0) / least.length;
    const numbers = Array.from({ length: mostGarments }, () => prior.number);
    const kinds = Array.from({ length: mostKinds }, () => prior.kinds);
    const priors = [
      prior.slope,
      prior.loss,
      ...parts.map((n) => ({ ...prior.garment, mean: prior.garment.mean(n) })),
      ...numbers,
      ...kinds,
    ];
    this.#matrix = priors.map(({ deviation }, i) => priors.map((_, k) => (i === k ? 1 / deviation ** 2 : 0)));
    this.#right = priors.map(({ mean, deviation }) => mean / deviation ** 2);
  }

  /** A marker with so many of each garment came out at this length. */
  learn(counts: readonly number[], length: number): void {
    const row = this.#row(counts);
    const weight = 1 / (noise * length) ** 2;
    for (const [i, a] of row.entries()) {
      if (a === 0) continue;
      for (const [k, b] of row.entries()) this.#matrix[i]![k]! += weight * a * b;
      this.#right[i]! += weight * a * length;
    }
  }

  /** Length of each garment, the loss of a marker, and the deviations of markers by their numbers of garments and kinds. */
  get parameters(): EstimateParameters {
    const [slope = 0, loss = 0, ...deviations] = solved(this.#matrix, this.#right);
    return {
      garments: this.#least.map((length, i) => length * (slope + deviations[i]!)),
      loss: Math.max(0, loss * this.#mean),
      byNumber: [0, ...deviations.slice(this.#least.length, this.#least.length + mostGarments)],
      byKinds: [0, ...deviations.slice(this.#least.length + mostGarments)],
    };
  }

  #row(counts: readonly number[]): number[] {
    const own = counts.map((count, i) => count * this.#least[i]!);
    const all = own.reduce((sum, length) => sum + length, 0);
    const effect = (number: number, most: number): number[] =>
      Array.from({ length: most }, (_, i) => (i + 1 === Math.min(number, most) ? all : 0));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const kinds = counts.filter((count) => count > 0).length;
    return [all, this.#mean, ...own, ...effect(total, mostGarments), ...effect(kinds, mostKinds)];
  }
}

/** Gaussian elimination of a positive definite system. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const n = rows.length;
  for (let i = 0; i < n; i++) {
    for (let k = i + 1; k < n; k++) {
      const factor = rows[k]![i]! / rows[i]![i]!;
      for (let j = i; j <= n; j++) rows[k]![j]! -= factor * rows[i]![j]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = rows[i]![n]!;
    for (let j = i + 1; j < n; j++) sum -= rows[i]![j]! * x[j]!;
    x[i] = sum / rows[i]![i]!;
  }
  return x;
}
