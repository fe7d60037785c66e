/** Received JSON as plain objects and arrays, which most code works on. */
import type { Json, ParsedJson } from './json.js';

/** The parser refuses the key `__proto__`, so that a plain object is as safe as a map. */
export function plainOf(json: ParsedJson): Json {
  if (Array.isArray(json)) return json.map(plainOf);
  if (!(json instanceof Map))
    return json as Exclude<ParsedJson, readonly ParsedJson[] | ReadonlyMap<string, ParsedJson>>;
  return Object.fromEntries([...json].map(([key, value]) => [key, plainOf(value)]));
}
