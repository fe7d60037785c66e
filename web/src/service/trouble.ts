/** The failure of a call as the page shows it: one sentence, and the sentences of single fields. */
import { Code, ConnectError } from '@connectrpc/connect';
import { BadRequestSchema } from '../../../gen/google/rpc/error_details_pb.js';
import { ServiceError } from '../../../src/errors.js';

export interface Trouble {
  readonly message: string;
  /** Sentences by the path of their field. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Null if the page itself cancelled the call. */
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

/** The service would name a header to send; the page has a field for the key. */
export const refusedKey = 'This key is unknown, revoked or expired';

/** A failed fetch gives the page no reason. */
function sentenceOf({ code, rawMessage }: ConnectError): string {
  if (code === Code.Unauthenticated) return refusedKey;
  if (code === Code.Unknown || code === Code.Unavailable) return `The service does not answer (${rawMessage})`;
  return rawMessage;
}
