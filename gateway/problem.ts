/** RFC 9457 bodies for failures: the members of the standard, and the contract's `status`, `message`, `code`, `errors`. */
import type { FastifyReply } from 'fastify';
import { errorTable, type FieldProblem, ServiceError } from '../src/errors.js';

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** One English sentence; the same as `message`. */
  readonly detail: string;
  readonly message: string;
  /** Stable, snake case. */
  readonly code: string;
  readonly errors: readonly FieldProblem[];
  /** As in the header X-Request-Id and in the log. */
  readonly requestId: string;
}

export const problemType = 'application/problem+json';

export function problem(error: ServiceError, requestId: string): Problem {
  const { http, title } = errorTable[error.kind];
  return {
    type: `urn:selvage:error:${error.kind}`,
    title,
    status: http,
    detail: error.message,
    message: error.message,
    code: error.code,
    errors: error.problems,
    requestId,
  };
}

/** Writes the problem, with the headers that belong to its status. */
export function sendProblem(reply: FastifyReply, error: ServiceError): FastifyReply {
  const body = problem(error, reply.request.id);
  if (body.status === 401) reply.header('www-authenticate', 'Bearer realm="selvage"');
  if (error.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfterSeconds)));
  // Sent as bytes: fastify adds a charset to text, which this media type does not have.
  return reply
    .code(body.status)
    .type(problemType)
    .send(Buffer.from(JSON.stringify(body)));
}

/** The error as the outside sees it. An unknown error shows only the request id for the log. */
export function publicError(error: unknown, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError('internal', `An unexpected error occurred; the request id is ${requestId}.`, {
    cause: error,
  });
}
