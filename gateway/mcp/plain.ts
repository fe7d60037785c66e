/** Received JSON as plain values, for a library that takes those. */
import type { Json, ParsedJson } from '../../src/json/json.js';

/** The parser has limited the depth and refused the key `__proto__`. */
export function plainOf(json: ParsedJson): Json {
  if (Array.isArray(json)) return (json as readonly ParsedJson[]).map(plainOf);
  if (json instanceof Map) {
    return Object.fromEntries(
      [...(json as ReadonlyMap<string, ParsedJson>)].map(([key, value]) => [key, plainOf(value)]),
    );
  }
  return json as Json;
}
