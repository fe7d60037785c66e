/** What surrounds every operation over gRPC, gRPC-web and Connect: who may call, and how failures are told. */
import { Code, ConnectError, type Interceptor, type StreamResponse, type UnaryResponse } from '@connectrpc/connect';
import type { FastifyBaseLogger } from 'fastify';
import { ServiceError } from '../../src/errors.js';
import { publicError } from '../problem.js';
import { outcomeKey, refusalKey, requestIdKey } from './context.js';
import { codeName, connectError } from './error.js';

/** Fails a call that was not admitted. Its body may have been read without failing: there are requests without one. */
export const requireAdmission: Interceptor = (next) => async (request) => {
  const refusal = request.contextValues.get(refusalKey);
  if (refusal !== undefined) throw refusal;
  return next(request);
};

/** Turns every failure into a ConnectError; what is unknown is logged and told without its inside. */
export function tellErrors(log: FastifyBaseLogger): Interceptor {
  return (next) => async (request) => {
    const requestId = request.contextValues.get(requestIdKey);
    const toldOf = (error: unknown): ConnectError => {
      if (error instanceof ConnectError) return error;
      // The reason of an abort says whether the deadline passed, the client went or the service ends.
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

/** Connect says `internal` of bytes that are no message; our own failures have a ServiceError behind them. */
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
