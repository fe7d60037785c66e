/** Reads the text of a pattern document: JSON of bounded size and depth, whose member `schema` says its kind. */
import { ServiceError } from '../errors.js';
import { definitionSchema } from './definition/definition.js';
import { nearest } from './nearest-name.js';
import type { Json, PatternKind } from './pattern-version.js';

export interface PatternDocument {
  readonly kind: PatternKind;
  readonly content: Json;
}

const kinds: Readonly<Record<string, PatternKind>> = {
  [definitionSchema]: 'definition',
  'pattern-static/1': 'static',
  'freesewing-design/1': 'freesewing',
};

/** No document of ours nests deeper than ten. */
const maxDepth = 32;

/** Throws `invalid`, with line and column where the text is no JSON. What the document says is not checked yet. */
export function readDocument(text: string): PatternDocument {
  const content = parse(text);
  const schema =
    content !== null && typeof content === 'object' && 'schema' in content ? (content.schema as Json) : undefined;
  if (typeof schema === 'string' && Object.hasOwn(kinds, schema)) return { kind: kinds[schema]!, content };
  const known = Object.keys(kinds);
  const hint = typeof schema === 'string' ? nearest(schema.slice(0, 40), known) : '';
  throw refusal(
    'schema',
    schema === undefined ? 'required' : 'invalid_choice',
    `must be one of ${known.join(', ')}${hint}`,
  );
}

function parse(text: string): Json {
  if (depthOf(text) > maxDepth) throw refusal('', 'too_deep', `the document nests deeper than ${maxDepth}`);
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw refusal('', 'malformed', `the document is no JSON: ${placed((error as Error).message, text)}`);
  }
}

const refusal = (path: string, code: string, message: string): ServiceError =>
  ServiceError.ofProblems('invalid', [{ path, code, message: path === '' ? message : `${path}: ${message}` }]);

/** How deep brackets nest, not counting those within texts. */
function depthOf(text: string): number {
  let [depth, deepest, quoted] = [0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char === '\\') i++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
}

/** The parser tells a position; people look for a line. */
function placed(message: string, text: string): string {
  const position = /at position (\d+)/.exec(message);
  if (!position) return message;
  const before = text.slice(0, Number(position[1])).split('\n');
  const place = `at line ${before.length}, column ${before.at(-1)!.length + 1}`;
  return message.replace(/ in JSON at position \d+.*$/s, ` ${place}`).replace(/at position \d+.*$/s, place);
}
