/** The answer to values that a pattern cannot be drafted to: the measurements far from the usual, then the reason. */
import { ServiceError } from '../errors.js';
import type { ResolvedValues } from './resolve-values.js';
import type { Variable } from './variable.js';

/** A measurement is far from its default from this ratio on, either way. */
const farRatio = 1.5;
/** More of them tell no more. */
const mostTold = 3;

/** @param path of the fault in the draft or the document */
export function undraftable(
  path: string,
  reason: string,
  variables: readonly Variable[],
  given: Pick<ResolvedValues, 'values' | 'sources'>,
  cause?: unknown,
): ServiceError {
  const far = farMeasurements(variables, given);
  const told = far === '' ? reason : `${far} (${reason})`;
  const message = `the pattern cannot be drafted to these values: ${told}`;
  return new ServiceError('draft_failed', message, {
    problems: [{ path, code: 'draft_failed', message }],
    cause,
  });
}

/** Those that the caller gave, the farthest first; empty where none is far. */
function farMeasurements(
  variables: readonly Variable[],
  { values, sources }: Pick<ResolvedValues, 'values' | 'sources'>,
): string {
  const far = variables.flatMap(({ key, unit, measurement, default: usual }) => {
    const value = values.get(key);
    const isGiven = measurement && ['request', 'body'].includes(sources.get(key) ?? '');
    if (!isGiven || typeof value !== 'number' || typeof usual !== 'number') return [];
    const ratio = Math.max(value / usual, usual / value);
    return ratio >= farRatio
      ? [{ ratio, words: `${key} of ${value} ${unit} is far from the usual ${usual} ${unit}` }]
      : [];
  });
  return far
    .sort((a, b) => b.ratio - a.ratio)
    .slice(0, mostTold)
    .map(({ words }) => words)
    .join(', ');
}
