/** Tokens of pages. Opaque to callers: the place where the next page starts, by name and id or by a number. */
import { type FieldProblem, ServiceError } from '../errors.js';

export interface Place {
  readonly name: string;
  readonly id: string;
}

export function pageToken({ name, id }: Place): string {
  return Buffer.from(JSON.stringify([name, id])).toString('base64url');
}

/** Null for the empty token of the first page. ServiceError `invalid` for a token that this service did not make. */
export function readPageToken(token: string): Place | null {
  if (token === '') return null;
  try {
    const [name, id] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [unknown, unknown];
    // No name holds a NUL, which some stores refuse.
    if (typeof name === 'string' && typeof id === 'string' && !`${name}${id}`.includes('\0')) return { name, id };
  } catch {
    // Not a token of this service, so it is refused below.
  }
  throw foreignToken();
}

/** Tokens of a list whose rows have numbers. `word` keeps the tokens of one list from another. */
export class NumberedPages {
  readonly #word: string;

  constructor(word: string) {
    this.#word = word;
  }

  /** Empty on the last page. */
  token(before: number | null): string {
    return before === null ? '' : Buffer.from(`${this.#word} ${before}`).toString('base64url');
  }

  /** As `readPageToken`. */
  read(token: string): number | null {
    if (token === '') return null;
    const [, word, number] = /^(\w+) (\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
    if (word === this.#word) return Number(number);
    throw foreignToken();
  }
}

/** The problem of a token that its list refuses, so that it stands beside the others of its request. */
export function tokenProblems(token: string, pages: NumberedPages | 'named' = 'named'): readonly FieldProblem[] {
  try {
    if (pages === 'named') readPageToken(token);
    else pages.read(token);
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return error.problems;
    throw error;
  }
}

function foreignToken(): ServiceError {
  const message = 'pageToken must be the nextPageToken of an earlier page of the same list';
  return ServiceError.ofProblems('invalid', [{ path: 'pageToken', code: 'invalid_page_token', message }]);
}

/** A page of at most `limit` entries and the token of the next one. `found` holds one entry more if there is a next page. */
export function pageOf<Entry extends Place>(
  found: readonly Entry[],
  limit: number,
): { entries: Entry[]; nextPageToken: string } {
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, nextPageToken: found.length > limit && last ? pageToken(last) : '' };
}
