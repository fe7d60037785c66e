/** Tokens of pages that are ordered by name and id. Opaque to callers: the place where the next page starts. */
import { ServiceError } from '../errors.js';

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
  const message = 'pageToken must be the nextPageToken of an earlier page of patterns';
  throw ServiceError.ofProblems('invalid', [{ path: 'pageToken', code: 'invalid_page_token', message }]);
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
