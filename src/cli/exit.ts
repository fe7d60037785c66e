/** The end of a command: the exit codes of docs/cli.md, and the error that carries one. */
import { errorTable, ServiceError } from '../errors.js';

export const exitCodes = {
  ok: 0,
  /** A fault of the program or the service. */
  failed: 1,
  /** Wrong flags, an unreadable file, or a request that the service refused. */
  invalid: 2,
  /** The key is missing or invalid, or does not permit this. */
  forbidden: 3,
  /** The thing asked for does not exist. */
  notFound: 4,
  /** The service is not reachable, busy, or took too long. */
  unavailable: 5,
  /** Ended by Ctrl-C, as shells report it. */
  interrupted: 130,
} as const;

/** A failure reported in one sentence, with a line for each further problem and never with a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;
  readonly details: readonly string[];

  constructor(message: string, options: { exitCode?: number; details?: readonly string[]; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.exitCode = options.exitCode ?? exitCodes.invalid;
    this.details = options.details ?? [];
  }

  static of(error: unknown): CommandError {
    if (error instanceof CommandError) return error;
    if (error instanceof ServiceError) {
      return new CommandError(error.message + reasonOf(error), {
        exitCode: exitCodeOfGrpc(errorTable[error.kind].grpc),
        details: furtherProblems(error.problems),
        cause: error,
      });
    }
    const message = error instanceof Error ? error.message : String(error);
    return new CommandError(message, { exitCode: exitCodes.failed, cause: error });
  }
}

/** A service writes the reason to its log. A command over the store has no log. */
function reasonOf({ code, message, cause }: ServiceError): string {
  if (code !== 'store_unavailable' || !(cause instanceof Error) || message.includes(cause.message)) return '';
  return `: ${cause.message}`;
}

/** One line for each problem after the first, which is the sentence of the error itself. */
export function furtherProblems(problems: readonly { readonly path: string; readonly message: string }[]): string[] {
  return problems.slice(1).map(({ path, message }) => (message.includes(path) ? message : `${path}: ${message}`));
}

/** @param code google.rpc.Code */
export function exitCodeOfGrpc(code: number): number {
  switch (code) {
    case 3: // INVALID_ARGUMENT
    case 6: // ALREADY_EXISTS
    case 9: // FAILED_PRECONDITION
    case 10: // ABORTED
    case 11: // OUT_OF_RANGE
      return exitCodes.invalid;
    case 7: // PERMISSION_DENIED
    case 16: // UNAUTHENTICATED
      return exitCodes.forbidden;
    case 5: // NOT_FOUND
      return exitCodes.notFound;
    case 1: // CANCELLED
    case 4: // DEADLINE_EXCEEDED
    case 8: // RESOURCE_EXHAUSTED
    case 14: // UNAVAILABLE
      return exitCodes.unavailable;
    default:
      return exitCodes.failed;
  }
}
