/** Shapes of JSON values. A check collects every fault with the path of its field. */
import { type DescMessage, fromJson, type JsonValue } from '@bufbuild/protobuf';
import { nearest } from '../../../src/json/nearest-name.js';
import { memberPath, type Problems } from '../../../src/problems.js';

export type Shape = (value: unknown, path: string, problems: Problems) => void;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function plain(test: (value: unknown) => boolean, code: string, rule: string): Shape {
  return (value, path, problems) => {
    if (!test(value)) problems.add(path, code, `must be ${rule}`);
  };
}

export const text = plain((value) => typeof value === 'string', 'wrong_type', 'a text');
export const flag = plain((value) => typeof value === 'boolean', 'wrong_type', 'true or false');
export const number = plain((value) => typeof value === 'number' && Number.isFinite(value), 'wrong_type', 'a number');
/** A number, text or boolean: the value of a variable. */
export const scalar = plain(
  (value) => typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
  'wrong_type',
  'a number, a text, true or false',
);

export const integer = (min: number, max: number): Shape =>
  plain(
    (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
    'out_of_range',
    `an integer between ${min} and ${max}`,
  );

export const oneOf = (...values: readonly (string | number)[]): Shape =>
  plain((value) => values.includes(value as string), 'unknown_value', `one of ${values.join(', ')}`);

export const orNull =
  (shape: Shape): Shape =>
  (value, path, problems) => {
    if (value !== null) shape(value, path, problems);
  };

export const list =
  (item: Shape, least = 0): Shape =>
  (value, path, problems) => {
    if (!Array.isArray(value)) return problems.add(path, 'wrong_type', 'must be a list');
    if (value.length < least) problems.add(path, 'too_few', `must have at least ${least} entry`);
    for (const [i, entry] of value.entries()) item(entry, `${path}[${i}]`, problems);
  };

/** An object of any names. */
export const record =
  (item: Shape, isName: (name: string) => boolean = () => true): Shape =>
  (value, path, problems) => {
    if (!isObject(value)) return problems.add(path, 'wrong_type', 'must be an object');
    for (const [name, entry] of Object.entries(value)) {
      const at = memberPath(path, name);
      if (isName(name)) item(entry, at, problems);
      else problems.add(at, 'unknown_key', 'is not a known name');
    }
  };

/** The names of the members that may be missing. */
type Optional<T> = { [Name in keyof T]-?: undefined extends T[Name] ? Name : never }[keyof T];
type Members<Name> = Readonly<Record<Name & string, Shape>>;

/**
 * Each member of the type needs a shape here, so that the page can open whatever it stores.
 *
 * @param optional members that may be missing
 */
export const object =
  <T extends object>(
    ...[members, optional]: Optional<T> extends never
      ? [members: Members<keyof T>]
      : [members: Members<Exclude<keyof T, Optional<T>>>, optional: Members<Optional<T>>]
  ): Shape =>
  (value, path, problems) => {
    if (!isObject(value)) return problems.add(path, 'wrong_type', 'must be an object');
    const known: Readonly<Record<string, Shape>> = { ...members, ...optional };
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(known, name)) continue;
      problems.add(memberPath(path, name), 'unknown_key', `is not a known name${nearest(name, Object.keys(known))}`);
    }
    for (const [name, shape] of Object.entries(known)) {
      const at = memberPath(path, name);
      if (Object.hasOwn(value, name)) shape(value[name], at, problems);
      else if (Object.hasOwn(members, name)) problems.add(at, 'required', 'is required');
    }
  };

/** A message of the API in the JSON of protobuf. */
export const message =
  (schema: DescMessage): Shape =>
  (value, path, problems) => {
    try {
      fromJson(schema, value as JsonValue);
    } catch (error) {
      problems.add(path, 'wrong_type', (error as Error).message);
    }
  };
