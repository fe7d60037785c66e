/** Puts the problems of a body under its place in a larger request. */
import { ServiceError } from '../../errors.js';

/**
 * @param path the place of the body: `body`, `patterns[2].body`
 * @throws ServiceError `invalid` for an `invalid_measurement` of `read`
 */
export function atPath<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'invalid_measurement') throw error;
    throw ServiceError.ofProblems(
      'invalid',
      error.problems.map((problem) => ({ ...problem, path: `${path}.${problem.path}` })),
    );
  }
}
