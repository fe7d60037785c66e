/** The line of a stream that tells a failure after the first line. */
import type { ServiceError } from '../src/errors.js';
import type { Json } from '../src/json/json.js';
import { problem } from './problem.js';

/** The members of a problem body under `problem`, since the line has a `type` of its own. */
export function errorLine(error: ServiceError, requestId: string): { [key: string]: Json } {
  const { type, title, status, errors } = problem(error, requestId);
  return {
    type: 'error',
    message: error.message,
    code: error.code,
    problem: { type, title, status, errors: errors.map((entry): Json => ({ ...entry })), requestId },
  };
}
