/** The messages to a drafting thread and its answers: plain data only, errors included. */
import { type ErrorKind, type FieldProblem, ServiceError } from '../errors.js';
import type { Json } from '../json/json.js';
import type { Draft, DraftRequest } from './draft.js';
import type { Grading } from './grading/grade-into.js';
import type { GradingTask } from './grading/grading-task.js';
import type { Conversion, PatternFile } from './import/convert.js';
import type { PatternKind } from './pattern-version.js';
import type { Draftable } from './patterns.js';

export type DraftTask =
  | { readonly work: 'draft'; readonly version: Draftable; readonly request: DraftRequest }
  | { readonly work: 'check'; readonly kind: PatternKind; readonly content: Json }
  | { readonly work: 'convert'; readonly file: PatternFile }
  | { readonly work: 'grade'; readonly grading: GradingTask };

/** The result of each kind of work. */
export interface DraftResults {
  readonly draft: Draft;
  readonly check: null;
  readonly convert: Conversion;
  readonly grade: Grading;
}

export type DraftAnswer =
  /** Everything is loaded; the time of the work itself starts now. */
  /** `thread`: as `ownThread` names it. */
  | { readonly kind: 'started'; readonly thread: string | null }
  | { readonly kind: 'done'; readonly result: DraftResults[keyof DraftResults] }
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
