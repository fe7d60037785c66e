/** Reads requests as the REST routes do, with the same strict rules and the same sentences. */
import type { Codec } from '../../gateway/json/codec.js';
import { Reading } from '../../gateway/json/reading.js';
import { ServiceError } from '../errors.js';
import type { ParsedJson } from '../json/json.js';

/** @throws ServiceError `invalid` that lists every problem */
export function decode<T>(codec: Codec<T>, json: ParsedJson): T {
  const reading = new Reading({ nullMeansAbsent: true });
  const value = codec.decode(json, '', reading);
  if (reading.problems.length > 0) throw ServiceError.ofProblems('invalid', reading.problems);
  return value!;
}
