/** The failure of a call as the page shows it: one sentence, and the sentences of single fields. */
import { Code, ConnectError } from '@connectrpc/connect';
import { BadRequestSchema } from '../../../gen/google/rpc/error_details_pb.js';
import { ServiceError } from '../../../src/errors.js';
import { inWords } from './words.js';

export interface Trouble {
  readonly message: string;
  /** Sentences by the path of their field. */
  readonly fields: ReadonlyMap<string, string>;
  /** Whether no service has answered. */
  readonly isOutage?: boolean;
}

/**
 * Null if the page itself cancelled the call.
 * @param told changes its sentences. Default: those of the service come in words of the page; those of a file keep the paths in it
 */
export function troubleOf(error: unknown, told?: (sentence: string) => string): Trouble | null {
  if (error instanceof ServiceError) return troubleWith(told ?? asTold, error.message, error.problems);
  const failure = ConnectError.from(error);
  if (failure.code === Code.Canceled) return null;
  const violations = failure.findDetails(BadRequestSchema).flatMap(({ fieldViolations }) => fieldViolations);
  const problems = violations.map(({ field, description }) => ({ path: field, message: description }));
  return { ...troubleWith(told ?? inWords, sentenceOf(failure), problems), isOutage: isOutage(failure) };
}

const isOutage = ({ code }: ConnectError): boolean => code === Code.Unknown || code === Code.Unavailable;

/** The text beside the sentence has its paths. */
export const asTold = (sentence: string): string => sentence;

const troubleWith = (
  told: (sentence: string) => string,
  message: string,
  problems: readonly { readonly path: string; readonly message: string }[],
): Trouble => ({
  message: told(message),
  fields: new Map(problems.map((problem) => [problem.path, told(problem.message)])),
});

/** The failure that a stream tells. */
export const toldTrouble = (message: string): Trouble => ({ message: inWords(message), fields: new Map() });

/** The service would name a header to send; the page has a field for the key. */
export const refusedKey = 'This key is unknown, revoked or expired';

/** A failed fetch gives the page no reason. */
function sentenceOf(failure: ConnectError): string {
  if (failure.code === Code.Unauthenticated) return refusedKey;
  return isOutage(failure) ? `The service does not answer (${failure.rawMessage})` : failure.rawMessage;
}
