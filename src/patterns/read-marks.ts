/** Reads the members of marks that all kinds of documents share. */
import { type Fastener, fastenerKinds } from './draft.js';
import type { ObjectReader } from './json-reader.js';

/** No drill hole and no fastener is wider, mm. */
export const largestMark = 1000;

/** One line of words on a piece. */
export function readWords(reader: ObjectReader, key: string): string {
  const words = reader.text(key, undefined, 200);
  if (reader.has(key) && (words.trim() === '' || /\p{Cc}/u.test(words))) {
    reader.fail(key, 'invalid_name', 'must be one line of words');
  }
  return words;
}

export const readFastenerKind = (reader: ObjectReader): Fastener['kind'] => reader.choice('kind', fastenerKinds);
