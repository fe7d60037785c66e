/**
 * Turns errors of PostgreSQL and of the way to it into the service's errors. An unknown error stays unchanged: it is a defect.
 */
import { ServiceError } from '../../errors.js';

/** An error of the server, with its SQLSTATE and the place where it arose. */
interface ServerError extends Error {
  readonly code: string;
  readonly table?: string;
  readonly detail?: string;
}

/** The server ended this transaction because it conflicted with another. */
export function mustRepeat(error: unknown): boolean {
  return isServerError(error) && (error.code === '40001' || error.code === '40P01');
}

/**
 * Classes of SQLSTATE after which a later call may succeed: connection, resources (a full disk is one), operator's
 * intervention (a restart), system, repeated deadlocks, a standby that is not yet the primary.
 */
const passing = /^(08|53|57|58|40|25006|55P03)/;

export function translated(error: unknown): unknown {
  if (isServerError(error)) {
    if (error.code === '23505') {
      const column = /^Key \((?:\w+, )*(\w+)\)=/.exec(error.detail ?? '')?.[1] ?? 'id';
      const message = `A ${error.table ?? 'row'} with this ${column} exists already`;
      return new ServiceError('already_exists', message, { cause: error });
    }
    if (error.code === '23503') {
      return new ServiceError('not_found', 'The record refers to another record that does not exist', { cause: error });
    }
    // U+0000 is the one character that PostgreSQL cannot store.
    if (error.code === '22021') {
      const message = 'A text contains the character U+0000, which cannot be stored';
      return new ServiceError('invalid', message, { code: 'invalid_text', cause: error });
    }
    if (error.code === 'P0001') {
      return new ServiceError('conflict', `Not possible: ${error.message}`, { cause: error });
    }
    return passing.test(error.code) ? unavailable(error) : error;
  }
  return isConnectionError(error) ? unavailable(error) : error;
}

export function unavailable(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'The store cannot answer at the moment', {
    code: 'store_unavailable',
    retryAfterSeconds: 1,
    cause,
  });
}

function isServerError(error: unknown): error is ServerError {
  const code = error instanceof Error ? (error as Partial<ServerError>).code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E');
}

/** Errors of sockets carry a code (ECONNRESET, ENOTFOUND); those of the driver only a sentence. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ServiceError) return false;
  if (/^E[A-Z]+/.test((error as NodeJS.ErrnoException).code ?? '')) return true;
  return /connection (terminated|ended)|timeout|client has encountered a connection error|client was closed|cannot use a pool/i.test(
    error.message,
  );
}
