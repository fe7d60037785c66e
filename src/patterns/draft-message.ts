/** What a drafting thread is told and what it answers: plain data only, errors included. */
import { type ErrorKind, type FieldProblem, ServiceError } from '../errors.js';
import type { Draft, DraftRequest } from './draft.js';
import type { PatternVersion } from './pattern-version.js';

export interface DraftTask extends Pick<PatternVersion, 'kind' | 'sha256' | 'content'> {
  /** Null: only check the content, as on upload. */
  readonly request: DraftRequest | null;
}

export type DraftAnswer =
  /** Everything is loaded; the time of the draft itself starts now. */
  | { readonly kind: 'started' }
  /** Null after a check. */
  | { readonly kind: 'done'; readonly draft: Draft | null }
  | { readonly kind: 'error'; readonly error: PlainError };

export interface PlainError {
  /** Null: not an error of the domain. */
  readonly kind: ErrorKind | null;
  readonly message: string;
  readonly code: string;
  readonly problems: readonly FieldProblem[];
  readonly stack: string;
}

export function plainError(error: unknown): PlainError {
  if (error instanceof ServiceError) {
    const { kind, message, code, problems } = error;
    return { kind, message, code, problems, stack: '' };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: null, message, code: '', problems: [], stack: stack ?? '' };
}

export function errorFrom({ kind, message, code, problems, stack }: PlainError): Error {
  if (kind !== null) return new ServiceError(kind, message, { code, problems });
  const error = new Error(message);
  if (stack) error.stack = stack;
  return error;
}
