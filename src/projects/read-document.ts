/** Checks a document from outside for its outer form. The page alone knows the form of its sections. */
import { type FieldProblem, ServiceError } from '../errors.js';
import type { JsonObject, ParsedJson } from '../json/json.js';
import { nearest } from '../json/nearest-name.js';
import { JsonSyntaxError, parseJson } from '../json/parse.js';
import { format, largestDocument, longestName, sectionNames, version } from './document.js';

export interface ReadDocument {
  readonly name: string;
  readonly bytes: number;
  readonly holdsPeople: boolean;
}

const members: readonly string[] = ['format', 'version', 'name', 'savedAt', ...sectionNames];

/** @throws ServiceError `invalid` with every problem, as paths within `document` */
export function readDocument(text: string, { keepPeople }: { readonly keepPeople: boolean }): ReadDocument {
  const bytes = Buffer.byteLength(text, 'utf8');
  if (bytes > largestDocument) {
    const message = `document has ${bytes} bytes; at most ${largestDocument} are accepted`;
    throw ServiceError.ofProblems('invalid', [{ path: 'document', code: 'too_large', message }]);
  }
  const json = parsed(text);
  const problems = [...headProblems(json), ...unknownMembers(json), ...peopleProblems(json, keepPeople)];
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  return { name: json.get('name') as string, bytes, holdsPeople: placesOfPeople(json).length > 0 };
}

/** The same document under another name. */
export function renamed(text: string, name: string): string {
  return `${JSON.stringify({ ...(JSON.parse(text) as object), name }, null, 2)}\n`;
}

export function nameProblems(name: string, path: string): FieldProblem[] {
  if (name.trim() === '') return [{ path, code: 'required', message: `${path} is required` }];
  const { length } = [...name];
  if (length > longestName) {
    const message = `${path} has ${length} characters; at most ${longestName} are accepted`;
    return [{ path, code: 'invalid_name', message }];
  }
  if (!/\p{Cc}/u.test(name)) return [];
  return [{ path, code: 'invalid_name', message: `${path} has control characters` }];
}

function parsed(text: string): ReadonlyMap<string, ParsedJson> {
  const refuse = (code: string, message: string): never => {
    throw ServiceError.ofProblems('invalid', [{ path: 'document', code, message }]);
  };
  try {
    const json = parseJson(Buffer.from(text, 'utf8'));
    return json instanceof Map ? json : refuse('wrong_type', 'document must be a JSON object');
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return refuse(error.code, `document is not valid JSON: ${error.message}`);
  }
}

function headProblems(json: ReadonlyMap<string, ParsedJson>): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (json.get('format') !== format) {
    const message = `document.format must be "${format}": this is no project`;
    problems.push({ path: 'document.format', code: 'unknown_value', message });
  }
  if (json.get('version') !== version) {
    const message = `document.version must be ${version}, the only one that this service knows`;
    problems.push({ path: 'document.version', code: 'unknown_value', message });
  }
  const name = json.get('name');
  if (typeof name === 'string') return [...problems, ...nameProblems(name, 'document.name')];
  return [...problems, { path: 'document.name', code: 'required', message: 'document.name must be a text' }];
}

function unknownMembers(json: ReadonlyMap<string, ParsedJson>): FieldProblem[] {
  const unknown = [...json.keys()].filter((key) => !members.includes(key));
  return unknown.map((key) => {
    const message = `document.${key} is not a known section${nearest(key, members)}`;
    return { path: `document.${key}`, code: 'unknown_key', message };
  });
}

function peopleProblems(json: ReadonlyMap<string, ParsedJson>, keepPeople: boolean): FieldProblem[] {
  if (keepPeople) return [];
  return placesOfPeople(json).map((path) => {
    const message = `${path} holds measurements: send keepPeople to keep them, or leave the people out`;
    return { path, code: 'people_not_kept', message };
  });
}

/** The section of the people, and the bodies to which an order of lay plans has garments made. */
function placesOfPeople(json: JsonObject): string[] {
  const lines = member(member(json.get('lays'), 'order'), 'lines');
  const bodies = (Array.isArray(lines) ? (lines as readonly ParsedJson[]) : []).flatMap((line, i) =>
    member(line, 'body') === undefined ? [] : [`document.lays.order.lines[${i}].body`],
  );
  return [...(json.has('people') ? ['document.people'] : []), ...bodies];
}

const member = (json: ParsedJson | undefined, key: string): ParsedJson | undefined =>
  json instanceof Map ? (json as JsonObject).get(key) : undefined;
