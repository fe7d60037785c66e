/** What went wrong with a call, as the page shows it: one sentence, and those that belong to a field. */
import { Code, ConnectError } from '@connectrpc/connect';
import { BadRequestSchema } from '../../../gen/google/rpc/error_details_pb.js';
import { ServiceError } from '../../../src/errors.js';

export interface Trouble {
  readonly message: string;
  /** Sentences by the path of the field that they name. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Null where the call was given up by the page itself. */
export function troubleOf(error: unknown): Trouble | null {
  if (error instanceof ServiceError) {
    return { message: error.message, fields: new Map(error.problems.map(({ path, message }) => [path, message])) };
  }
  const failure = ConnectError.from(error);
  if (failure.code === Code.Canceled) return null;
  const violations = failure.findDetails(BadRequestSchema).flatMap(({ fieldViolations }) => fieldViolations);
  return {
    message: sentenceOf(failure),
    fields: new Map(violations.map(({ field, description }) => [field, description])),
  };
}

/** The service says which header is to be sent; here the key has a field. */
export const refusedKey = 'The service does not know this key, or it was revoked or has expired';

/** A fetch that fails tells the page nothing but that. */
function sentenceOf({ code, rawMessage }: ConnectError): string {
  if (code === Code.Unauthenticated) return refusedKey;
  if (code === Code.Unknown || code === Code.Unavailable) return `The service does not answer (${rawMessage})`;
  return rawMessage;
}
