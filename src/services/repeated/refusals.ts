/** The reasons for which a repeated request has no answer. */
import { ServiceError } from '../../errors.js';
import { idempotencyHeader as path } from '../../jobs/refusals.js';

export function requestInProgress(): ServiceError {
  const message = `The request with this ${path} still runs: send it again later`;
  return ServiceError.ofProblems('conflict', [{ path, code: 'idempotency_key_in_progress', message }]);
}

export function outcomeUnknown(): ServiceError {
  const message = `The request with this ${path} was interrupted: look whether its change is there, and use a new key`;
  return ServiceError.ofProblems('conflict', [{ path, code: 'idempotency_outcome_unknown', message }]);
}

/** @param made the id in the first answer */
export function answeredWithSecret(made: string): ServiceError {
  const message = `The request with this ${path} is done and made ${made}, but its secret was in the first answer only: rotate it`;
  return ServiceError.ofProblems('conflict', [{ path, code: 'idempotency_answer_secret', message, made }]);
}
