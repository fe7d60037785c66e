/** Quantiles of answers that come from several draws: a survey, a gender. */

/** A draw says something of a field from so many answers on. */
export const fewestAnswers = 50;

/** Quantile of all draws together, where each counts the same however many answers it has. */
export function balancedQuantile(draws: readonly (readonly number[])[], share: number): number {
  const all = draws.flatMap((ratios) => ratios.map((ratio) => ({ ratio, weight: 1 / ratios.length })));
  all.sort((a, b) => a.ratio - b.ratio);
  let left = share * draws.length;
  for (const { ratio, weight } of all) {
    left -= weight;
    if (left <= 0) return ratio;
  }
  return all.at(-1)!.ratio;
}
