/** Wraps every operation over gRPC, gRPC-web and Connect: admits callers and reports failures. */
import { Code, ConnectError, type Interceptor, type StreamResponse, type UnaryResponse } from '@connectrpc/connect';
import type { FastifyBaseLogger } from 'fastify';
import { ServiceError } from '../../src/errors.js';
import { publicError } from '../problem.js';
import { outcomeKey, refusalKey, requestIdKey } from './context.js';
import { codeName, connectError } from './error.js';

/** Fails a call that was not admitted. Its body may have been read without failing, since some requests have none. */
export const requireAdmission: Interceptor = (next) => async (request) => {
  const refusal = request.contextValues.get(refusalKey);
  if (refusal !== undefined) throw refusal;
  return next(request);
};

/** Turns every failure into a ConnectError. An unknown one is logged, and its details stay hidden. */
export function tellErrors(log: FastifyBaseLogger): Interceptor {
  return (next) => async (request) => {
    const requestId = request.contextValues.get(requestIdKey);
    const toldOf = (error: unknown): ConnectError => {
      if (error instanceof ConnectError) return error;
      // The reason of an abort tells whether the deadline passed, the client went or the service ends.
      if (request.signal.aborted) return abortError(request.signal);
      const known = publicError(error, requestId);
      if (known.kind === 'internal') log.error({ err: error, requestId }, 'unexpected error in a call');
      return connectError(known, requestId);
    };
    const told = (error: unknown): ConnectError => {
      const known = toldOf(error);
      request.contextValues.set(outcomeKey, codeName(unreadable(known) ? Code.InvalidArgument : known.code));
      return known;
    };
    request.contextValues.set(outcomeKey, 'ok');
    try {
      const response: UnaryResponse | StreamResponse = await next(request);
      return response.stream ? { ...response, message: tellStreamErrors(response.message, told) } : response;
    } catch (error) {
      throw told(error);
    }
  };
}

/** Connect reports `internal` for bytes that are not a message. Our own failures carry a ServiceError. */
const unreadable = ({ code, cause }: ConnectError): boolean =>
  code === Code.Internal && !(cause instanceof ServiceError);

async function* tellStreamErrors<T>(
  messages: AsyncIterable<T>,
  told: (error: unknown) => ConnectError,
): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    throw told(error);
  }
}

function abortError(signal: AbortSignal): ConnectError {
  const reason: unknown = signal.reason;
  return reason instanceof ConnectError ? reason : new ConnectError('The call was cancelled', Code.Canceled);
}
