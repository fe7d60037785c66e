/** Puts the problems of a body under its place in a larger request. */
import { type ErrorKind, type FieldProblem, ServiceError } from '../../errors.js';

/** Kinds of the errors that a wrong measurement and an unknown population have. */
const ofBodies: readonly ErrorKind[] = ['invalid_measurement', 'invalid'];

/**
 * @param path the place of the body: `body`, `patterns[2].body`
 * @throws ServiceError `invalid` for the problems that `read` finds in the body
 */
export async function atPath<T>(path: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ServiceError) || !ofBodies.includes(error.kind)) throw error;
    throw ServiceError.ofProblems(
      'invalid',
      error.problems.map((problem) => placed(problem, path)),
    );
  }
}

function placed(problem: FieldProblem, path: string): FieldProblem {
  const place = `${path}.${problem.path}`;
  const message = problem.message.startsWith(problem.path)
    ? place + problem.message.slice(problem.path.length)
    : problem.message;
  return { ...problem, path: place, message };
}
