/**
 * Reads untrusted JSON member by member and notes every problem with its place, instead of stopping at the first one.
 * `end` reports members that were never read as unknown.
 */
import { nearest } from '../json/nearest-name.js';
import { memberPath, type Problems } from '../problems.js';

export class ObjectReader {
  readonly path: string;
  readonly problems: Problems;
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #asked = new Set<string>();

  private constructor(members: Readonly<Record<string, unknown>>, path: string, problems: Problems) {
    this.#members = members;
    this.path = path;
    this.problems = problems;
  }

  /** Null, and a problem, where the value is not an object. */
  static of(value: unknown, path: string, problems: Problems): ObjectReader | null {
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      return new ObjectReader(value as Record<string, unknown>, path, problems);
    }
    problems.add(path, 'wrong_type', 'must be an object');
    return null;
  }

  place(key: string): string {
    return memberPath(this.path, key);
  }

  fail(key: string, code: string, message: string): void {
    this.problems.add(this.place(key), code, message);
  }

  /** Whether the member is present and not null; this call makes it a known member. */
  has(key: string): boolean {
    this.#asked.add(key);
    if (!Object.hasOwn(this.#members, key)) return false;
    return this.#members[key] !== null && this.#members[key] !== undefined;
  }

  /** The member unchanged; undefined where absent or null. */
  raw(key: string): unknown {
    return this.has(key) ? this.#members[key] : undefined;
  }

  keys(): string[] {
    return Object.keys(this.#members);
  }

  #required(key: string): void {
    this.fail(key, 'required', 'is missing');
  }

  #typed<T>(key: string, fallback: T | undefined, test: (value: unknown) => value is T, what: string, empty: T): T {
    const value = this.raw(key);
    if (value === undefined) {
      if (fallback === undefined) this.#required(key);
      return fallback ?? empty;
    }
    if (test(value)) return value;
    this.fail(key, 'wrong_type', `must be ${what}`);
    return fallback ?? empty;
  }

  text(key: string, fallback?: string, limit = 2000): string {
    const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= limit;
    return this.#typed(key, fallback, isText, `a text of at most ${limit} characters`, '');
  }

  flag(key: string): boolean {
    return this.#typed(key, false, (value): value is boolean => typeof value === 'boolean', 'true or false', false);
  }

  number(key: string): number | null {
    const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
    return this.has(key) ? this.#typed(key, 0, isNumber, 'a finite number', 0) : null;
  }

  /** A formula: text or a finite number. */
  formula(key: string, fallback?: string | number): string | number {
    const isFormula = (value: unknown): value is string | number =>
      typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
    return this.#typed(key, fallback, isFormula, 'a formula: a text or a finite number', 0);
  }

  choice<T extends string>(key: string, choices: readonly T[], fallback?: T): T {
    const value = this.raw(key);
    if (value === undefined) {
      if (fallback === undefined) this.#required(key);
      return fallback ?? choices[0]!;
    }
    if (typeof value === 'string' && (choices as readonly string[]).includes(value)) return value as T;
    const given = typeof value === 'string' ? nearest(value, choices) : '';
    this.fail(key, 'unknown_value', `must be one of ${choices.join(', ')}${given}`);
    return fallback ?? choices[0]!;
  }

  /** Every entry of an array through `read`; an absent array is empty unless `required`. */
  list<T>(
    key: string,
    limit: number,
    read: (value: unknown, path: string) => T | null,
    options: { required?: boolean } = {},
  ): T[] {
    const value = this.raw(key);
    if (value === undefined) {
      if (options.required) this.#required(key);
      return [];
    }
    if (!Array.isArray(value)) {
      this.fail(key, 'wrong_type', 'must be an array');
      return [];
    }
    if (value.length > limit) {
      this.fail(key, 'too_many', `has ${value.length} entries, at most ${limit} are accepted`);
      return [];
    }
    const entries: T[] = [];
    value.forEach((entry, i) => {
      const result = read(entry, `${this.place(key)}[${i}]`);
      if (result !== null) entries.push(result);
    });
    return entries;
  }

  /** Every member of an object through `read`; an absent object is empty. */
  record<T>(key: string, limit: number, read: (value: unknown, path: string) => T | null): Map<string, T> {
    const entries = new Map<string, T>();
    const value = this.raw(key);
    if (value === undefined) return entries;
    const members = ObjectReader.of(value, this.place(key), this.problems);
    if (!members) return entries;
    const keys = members.keys();
    if (keys.length > limit) {
      this.fail(key, 'too_many', `has ${keys.length} members, at most ${limit} are accepted`);
      return entries;
    }
    for (const name of keys) {
      const result = read(members.raw(name), members.place(name));
      if (result !== null) entries.set(name, result);
    }
    return entries;
  }

  /** Reports the members that were never read. */
  end(): void {
    const known = [...this.#asked];
    for (const key of Object.keys(this.#members)) {
      if (!this.#asked.has(key)) this.fail(key, 'unknown_key', `is not known here${nearest(key, known)}`);
    }
  }
}
