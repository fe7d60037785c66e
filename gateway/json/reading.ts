/** Collects the problems of one request body: all of them, each with its path, up to a sane number. */
import type { FieldProblem } from '../../src/errors.js';
import type { ParsedJson } from '../../src/json/json.js';
import { nearestName } from '../../src/json/nearest-name.js';
import { memberPath, Problems } from '../../src/problems.js';

export class Reading {
  readonly #found = new Problems();
  /** Whether null means that a field was not sent. Otherwise null is a value of the wrong type. */
  readonly nullMeansAbsent: boolean;

  constructor(options: { nullMeansAbsent: boolean }) {
    this.nullMeansAbsent = options.nullMeansAbsent;
  }

  get problems(): readonly FieldProblem[] {
    return this.#found.list;
  }

  /** Whether the list is so long that decoding may end. */
  get full(): boolean {
    return this.#found.isFull;
  }

  add(problem: FieldProblem): undefined {
    this.#found.push(problem);
    return undefined;
  }

  wrong(path: string, code: string, value: ParsedJson, rule: string, details: Partial<FieldProblem> = {}): undefined {
    return this.add({ ...details, path, code, message: `${named(path)} is ${shown(value)}; it ${rule}` });
  }

  wrongType(path: string, value: ParsedJson, expected: string): undefined {
    return this.wrong(path, 'wrong_type', value, `must be ${expected}`);
  }

  overflow(path: string): undefined {
    return this.add({
      path,
      code: 'not_finite',
      message: `${named(path)} is too large for a number; it must be finite`,
    });
  }

  tooMany(path: string, count: number, max: number): undefined {
    return this.add({
      path,
      code: 'too_many',
      message: `${named(path)} has ${count} entries; at most ${max} are accepted`,
      count,
      max,
    });
  }

  notAmong(path: string, value: string, names: readonly string[]): undefined {
    const accepted = names.map((name) => `"${name}"`).join(', ');
    return this.wrong(path, 'unknown_value', value, `must be one of ${accepted}`, { accepted: names });
  }

  missing(path: string, name: string): undefined {
    const at = memberPath(path, name);
    return this.add({ path: at, code: 'required', message: `${at} is required` });
  }

  unknownKey(path: string, key: string, known: readonly string[]): undefined {
    // Suggestions for a million wrong keys would take minutes.
    if (this.full) return undefined;
    const at = memberPath(path, key);
    const suggestion = nearestName(key, known);
    const hint = suggestion === null ? '' : `; did you mean "${suggestion}"?`;
    return this.add({
      path: at,
      code: 'unknown_key',
      message: `${shortened(at)} is not a known key${hint}`,
      ...(suggestion === null ? {} : { suggestion }),
    });
  }
}

function named(path: string): string {
  return path === '' ? 'The request body' : shortened(path);
}

function shortened(name: string): string {
  return name.length > 120 ? `${name.slice(0, 120)}…` : name;
}

/** A value as a sentence shows it: itself if it is short, else its type. */
function shown(value: ParsedJson): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Map) return 'an object';
  if (typeof value === 'string') return value.length <= 60 ? `the string ${JSON.stringify(value)}` : 'a long string';
  return String(value);
}
