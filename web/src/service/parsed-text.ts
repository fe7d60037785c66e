/** JSON in the form that the codecs of the service read: objects as maps. */
import { ServiceError } from '../../../src/errors.js';
import type { ParsedJson } from '../../../src/json/json.js';

/** @throws ServiceError `malformed` */
export function parsedText(text: string): ParsedJson {
  try {
    return strict(JSON.parse(text));
  } catch (error) {
    throw new ServiceError('malformed', `The JSON is not valid: ${(error as Error).message}`, { cause: error });
  }
}

function strict(value: unknown): ParsedJson {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([name, entry]) => [name, strict(entry)]));
  }
  return value as ParsedJson;
}
