/**
 * Numbers as a person types them, between metric and imperial units. A number that is changed into the other unit and back is
 * the same text again: each metric one, each imperial one of up to
 * `leastDecimals`, and each number of inches in binary fractions to a 64th.
 */

/** More decimals than a person types. */
const mostDecimals = 12;

/**
 * The shortest metric number that gives the imperial one back; other text stays.
 *
 * @param metric units in one imperial unit
 * @param leastDecimals an imperial number is meant at least so exactly
 */
export function toMetric(text: string, metric: number, leastDecimals = 3): string {
  const value = numberOf(text);
  if (value === null) return text;
  const typed = /[.,](\d+)\s*$/.exec(text)?.[1]?.length ?? 0;
  const decimals = Math.min(Math.max(leastDecimals, typed), mostDecimals);
  const isGood = (shown: string): boolean => (Number(shown) / metric).toFixed(decimals) === value.toFixed(decimals);
  return shortest(value * metric, isGood) ?? String(value * metric);
}

/**
 * The shortest imperial number that `toMetric` brings back to the metric one; other text stays.
 *
 * @param metric units in one imperial unit
 * @param leastDecimals an imperial number is meant at least so exactly
 */
export function toImperial(text: string, metric: number, leastDecimals = 3): string {
  const value = numberOf(text);
  if (value === null) return text;
  const isGood = (shown: string): boolean => Number(toMetric(shown, metric, leastDecimals)) === value;
  const exact = value / metric;
  const short = shortest(exact, isGood, leastDecimals);
  const fraction = String(Math.round(exact * 64) / 64);
  return short ?? (isGood(fraction) ? fraction : (shortest(exact, isGood) ?? String(exact)));
}

function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  const value = Number(plain);
  return plain === '' || !Number.isFinite(value) ? null : value;
}

function shortest(exact: number, isGood: (shown: string) => boolean, most = mostDecimals): string | null {
  for (let decimals = 0; decimals <= most; decimals += 1) {
    const shown = exact.toFixed(decimals);
    if (isGood(shown)) return shown;
  }
  return null;
}
