/** Failures as gRPC and Connect carry them: a code, a sentence, and details of google.rpc. */
import { Code, ConnectError } from '@connectrpc/connect';
import {
  BadRequestSchema,
  ErrorInfoSchema,
  RequestInfoSchema,
  RetryInfoSchema,
} from '../../gen/google/rpc/error_details_pb.js';
import { errorTable, type ServiceError } from '../../src/errors.js';

type OutgoingDetail = NonNullable<ConstructorParameters<typeof ConnectError>[3]>[number];

/** Errors travel in a response header, which clients limit to 8 KiB. Longer texts are cut. */
const most = { message: 1_000, violations: 20, description: 200 };

export function connectError(error: ServiceError, requestId: string): ConnectError {
  const details: OutgoingDetail[] = [
    {
      desc: ErrorInfoSchema,
      value: {
        reason: error.code.toUpperCase(),
        domain: 'selvage',
        metadata: { kind: error.kind, ...firstDetails(error) },
      },
    },
    { desc: RequestInfoSchema, value: { requestId } },
  ];
  if (error.problems.length > 0) {
    const fieldViolations = error.problems.slice(0, most.violations).map(({ path, code, message }) => ({
      field: cut(path, most.description),
      reason: code.toUpperCase(),
      description: cut(message, most.description),
    }));
    details.push({ desc: BadRequestSchema, value: { fieldViolations } });
  }
  if (error.retryAfterSeconds !== undefined) {
    const retryDelay = { seconds: BigInt(Math.ceil(error.retryAfterSeconds)) };
    details.push({ desc: RetryInfoSchema, value: { retryDelay } });
  }
  // The table has the codes of google.rpc.Code, which are Connect's.
  const code: Code = errorTable[error.kind].grpc;
  return new ConnectError(cut(error.message, most.message), code, pushback(error, code), details, error);
}

/** The further members of the first problem, such as the `jobId` to resume: a program need not read them in the sentence. */
function firstDetails({ problems }: ServiceError): Record<string, string> {
  const { path, code, message, ...members } = problems[0] ?? {};
  const scalars = Object.entries(members).filter(([, value]) => value !== null && typeof value !== 'object');
  return Object.fromEntries(scalars.map(([name, value]) => [name, cut(String(value), most.description)]));
}

/** Longest wait in seconds after which a client should still come back by itself. */
const longestRetry = 30;

/**
 * The header for the retries built into gRPC, which read no details (gRFC A6): milliseconds, or -1 for no retry. A call without
 * room now may find some later. A call that is too large never will. A long wait is the caller's own decision.
 */
function pushback({ retryAfterSeconds }: ServiceError, code: Code): Record<string, string> | undefined {
  if (retryAfterSeconds === undefined) {
    return code === Code.ResourceExhausted ? { [pushbackHeader]: '-1' } : undefined;
  }
  const ms = retryAfterSeconds > longestRetry ? -1 : Math.ceil(1000 * retryAfterSeconds);
  return { [pushbackHeader]: String(ms) };
}

const pushbackHeader = 'grpc-retry-pushback-ms';

/** The beginning of a text. Half a surrogate pair, which no header can carry, becomes a replacement character. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

/** `InvalidArgument` as gRPC writes it, invalid_argument. */
export function codeName(code: Code): string {
  return Code[code].replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
}
