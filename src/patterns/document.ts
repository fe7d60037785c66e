/** Reads the text of a pattern document: JSON of bounded size and depth with its kind in the member `schema`. */
import { ServiceError } from '../errors.js';
import type { Json } from '../json/json.js';
import { nearest } from '../json/nearest-name.js';
import { JsonSyntaxError, parseJson } from '../json/parse.js';
import { plainOf } from '../json/plain.js';
import { definitionSchema } from './definition/definition.js';
import type { PatternKind } from './pattern-version.js';

export interface PatternDocument {
  readonly kind: PatternKind;
  readonly content: Json;
}

const kinds: Readonly<Record<string, PatternKind>> = {
  [definitionSchema]: 'definition',
  'pattern-static/1': 'static',
  'freesewing-design/1': 'freesewing',
};

/** Throws `invalid`, with line and column where the text is not valid JSON. Its meaning is checked later. */
export function readDocument(text: string): PatternDocument {
  const content = parse(text);
  const schema =
    content !== null && typeof content === 'object' && 'schema' in content ? (content.schema as Json) : undefined;
  if (typeof schema === 'string' && Object.hasOwn(kinds, schema)) return { kind: kinds[schema]!, content };
  const known = Object.keys(kinds);
  const hint = typeof schema === 'string' ? nearest(schema.slice(0, 40), known) : '';
  throw refusal(
    'schema',
    schema === undefined ? 'required' : 'unknown_value',
    `must be one of ${known.join(', ')}${hint}`,
  );
}

/** As strict as the REST routes: a duplicate key would silently lose one of its values. */
function parse(text: string): Json {
  try {
    return plainOf(parseJson(Buffer.from(text)));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { code, line, column } = error;
    const message = `the document is not valid JSON: ${error.message}`;
    throw ServiceError.ofProblems('invalid', [{ path: '', code, message, line, column }]);
  }
}

const refusal = (path: string, code: string, message: string): ServiceError =>
  ServiceError.ofProblems('invalid', [{ path, code, message: path === '' ? message : `${path}: ${message}` }]);
