/**
 * Codecs between the JSON of the REST routes and the generated messages: strict on the way in, complete on the way out.
 *
 * A codec is data (`kind` and its members, the source of the documentation) with two functions. `decode` never throws: it notes
 * every problem with its path in the `Reading` and returns the valid part, or undefined if there is none. `encode` writes every
 * member.
 */
import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { create, type DescEnum } from '@bufbuild/protobuf';
import { type Timestamp, timestampDate, timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { Json, ParsedJson } from '../../src/json/json.js';
import { memberPath } from '../../src/problems.js';
import type { Reading } from './reading.js';

interface Coding<T> {
  decode(json: ParsedJson, path: string, reading: Reading): T | undefined;
  encode(value: T): Json;
}

interface PlainKind {
  readonly kind: 'number' | 'string' | 'uuid' | 'time' | 'boolean' | 'scalar' | 'point' | 'outline';
}

interface IntegerKind {
  readonly kind: 'integer';
  readonly minimum: number;
  readonly maximum: number;
}

interface ChoiceKind {
  readonly kind: 'choice';
  readonly schema: DescEnum;
  /** Accepted names. */
  readonly names: readonly string[];
  /** Written names. */
  readonly written: readonly string[];
}

interface ListKind {
  readonly kind: 'list';
  readonly item: CodecKind;
  readonly maxItems: number | undefined;
  /** Whether an empty list is written as null. */
  readonly emptyIsNull?: boolean;
}

interface DictionaryKind {
  readonly kind: 'dictionary';
  readonly item: CodecKind;
}

export interface MessageKind {
  readonly kind: 'message';
  readonly schema: DescMessage;
  readonly fields: ReadonlyMap<string, FieldRule<unknown>>;
}

/** The form of the JSON that a codec reads and writes, as data. */
export type CodecKind = PlainKind | IntegerKind | ChoiceKind | ListKind | DictionaryKind | MessageKind;

export type Codec<T> = CodecKind & Coding<T>;
export type ChoiceCodec<T> = ChoiceKind & Coding<T>;
export type ListCodec<T> = ListKind & Coding<T[]>;

export interface MessageCodec<D extends DescMessage> extends MessageKind, Coding<MessageShape<D>> {
  readonly schema: D;
  encode(value: MessageShape<D>): { [key: string]: Json };
}

/** A finite JSON number. */
export const number: Codec<number> = {
  kind: 'number',
  decode(json, path, reading) {
    if (typeof json !== 'number') return reading.wrongType(path, json, 'a number');
    if (!Number.isFinite(json)) return reading.overflow(path);
    return json;
  },
  encode: (value) => value,
};

function decodeInteger(minimum: number, maximum: number) {
  return (json: ParsedJson, path: string, reading: Reading): number | undefined => {
    if (typeof json !== 'number') return reading.wrongType(path, json, 'an integer');
    if (!Number.isFinite(json)) return reading.overflow(path);
    if (!Number.isInteger(json)) return reading.wrong(path, 'not_an_integer', json, 'must be an integer');
    if (json < minimum || json > maximum) {
      return reading.wrong(path, 'out_of_range', json, `must be between ${minimum} and ${maximum}`, {
        min: minimum,
        max: maximum,
      });
    }
    return json;
  };
}

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
const exact = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

export const integer: Codec<number> = {
  kind: 'integer',
  ...int32,
  decode: decodeInteger(int32.minimum, int32.maximum),
  encode: (value) => value,
};

const decodeExact = decodeInteger(exact.minimum, exact.maximum);

/** A 64-bit field. In JSON it is an integer that a double holds exactly. */
export const longInteger: Codec<bigint> = {
  kind: 'integer',
  ...exact,
  decode(json, path, reading) {
    const value = decodeExact(json, path, reading);
    return value === undefined ? undefined : BigInt(value);
  },
  encode: Number,
};

export const text: Codec<string> = {
  kind: 'string',
  decode: (json, path, reading) => (typeof json === 'string' ? json : reading.wrongType(path, json, 'a string')),
  encode: (value) => value,
};

/** A text that must be a UUID by the rules of the protocol. */
export const uuid: Codec<string> = {
  kind: 'uuid',
  decode: (json, path, reading) => (typeof json === 'string' ? json : reading.wrongType(path, json, 'a UUID')),
  encode: (value) => value,
};

/** A time in ISO 8601, UTC. `Date.parse` would take the 31st of April for the 1st of May. */
export const timeForm =
  /^(\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))|(\d\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?Z$/;

/** A time in ISO 8601, UTC. */
export const time: Codec<Timestamp> = {
  kind: 'time',
  decode(json, path, reading) {
    const isTime = typeof json === 'string' && timeForm.test(json) && !Number.isNaN(Date.parse(json));
    return isTime ? timestampFromMs(Date.parse(json)) : reading.wrongType(path, json, 'a time in ISO 8601, UTC');
  },
  encode: (value) => timestampDate(value).toISOString(),
};

export const flag: Codec<boolean> = {
  kind: 'boolean',
  decode: (json, path, reading) => (typeof json === 'boolean' ? json : reading.wrongType(path, json, 'true or false')),
  encode: (value) => value,
};

/** An enum under its lower-case names without prefix, or those of `among`. The zero value has no name. */
export function choice<T extends number>(schema: DescEnum, among?: readonly string[]): ChoiceCodec<T> {
  const prefix = schema.sharedPrefix ?? '';
  const numbers = new Map<string, T>();
  const nameOf = new Map<number, string>();
  for (const value of schema.values) {
    if (value.number === 0) continue;
    const name = value.name.toLowerCase().slice(prefix.length);
    nameOf.set(value.number, name);
    if (!among || among.includes(name)) numbers.set(name, value.number as T);
  }
  const names = [...numbers.keys()];
  return {
    kind: 'choice',
    schema,
    names,
    written: [...nameOf.values()],
    decode(json, path, reading) {
      if (typeof json !== 'string') return reading.wrongType(path, json, names.map((name) => `"${name}"`).join(' or '));
      return numbers.get(json) ?? reading.notAmong(path, json, names);
    },
    encode(value) {
      const name = nameOf.get(value);
      if (name === undefined) throw new RangeError(`${schema.typeName} has no name for the value ${value}`);
      return name;
    },
  };
}

/** An array. One longer than `maxItems` is refused before its items are read. */
export function list<T>(item: Codec<T>, maxItems?: number): ListCodec<T> {
  return {
    kind: 'list',
    item,
    maxItems,
    decode(json, path, reading) {
      if (!Array.isArray(json)) return reading.wrongType(path, json, 'an array');
      const items = json as readonly ParsedJson[];
      if (maxItems !== undefined && items.length > maxItems) {
        return reading.tooMany(path, items.length, maxItems);
      }
      const values: T[] = new Array(items.length);
      let good = true;
      for (let i = 0; i < items.length; i++) {
        const value = item.decode(items[i]!, `${path}[${i}]`, reading);
        if (value === undefined) good = false;
        else values[i] = value;
        if (reading.full) return undefined;
      }
      return good ? values : undefined;
    },
    encode: (values) => values.map((value) => item.encode(value)),
  };
}

/** Far more entries than any request needs. A million names would hold up everyone else for seconds. */
export const mostEntries = 1_000;

/** An object with keys of the caller's choice. One with more than `mostEntries` is refused before they are read. */
export function dictionary<T>(item: Codec<T>): Codec<{ [key: string]: T }> {
  return {
    kind: 'dictionary',
    item,
    decode(json, path, reading) {
      if (!(json instanceof Map)) return reading.wrongType(path, json, 'an object');
      if (json.size > mostEntries) return reading.tooMany(path, json.size, mostEntries);
      const values: { [key: string]: T } = {};
      for (const [key, entry] of json as ReadonlyMap<string, ParsedJson>) {
        if (entry === null && reading.nullMeansAbsent) continue;
        const value = item.decode(entry, memberPath(path, key), reading);
        if (value !== undefined) values[key] = value;
      }
      return values;
    },
    encode(values) {
      const object: { [key: string]: Json } = {};
      for (const key of Object.keys(values)) object[key] = item.encode(values[key]!);
      return object;
    },
  };
}

/** How to write a field without a value, and whether a request must have it. */
export interface FieldRule<T> {
  readonly codec: Codec<T>;
  readonly required: boolean;
  /** The answer's value for an unset field; `left out or null`: the codec of the message decides. */
  readonly absent: 'left out' | 'null' | 'left out or null';
}

export const required = <T>(codec: Codec<T>): FieldRule<T> => ({ codec, required: true, absent: 'left out' });
export const orNull = <T>(codec: Codec<T>): FieldRule<T> => ({ codec, required: false, absent: 'null' });
export const perhapsNull = <T>(codec: Codec<T>): FieldRule<T> => ({
  codec,
  required: false,
  absent: 'left out or null',
});
/** A field that the path of the route holds, so that it is not a key of the body. */
export const inPath = 'in path';

/** The fields of a message that hold its values: no type name, no unknown fields. */
type FieldName<M> = Exclude<keyof M & string, '$typeName' | '$unknown'>;
/** A codec for each field of a message, by its name in JSON, so that no new field is forgotten. */
export type MessageFields<M> = {
  readonly [K in FieldName<M>]-?: Codec<NonNullable<M[K]>> | FieldRule<NonNullable<M[K]>> | typeof inPath;
};

/** An object with the fields of a message and no other keys. */
export function message<D extends DescMessage>(schema: D, table: MessageFields<MessageShape<D>>): MessageCodec<D> {
  const rows = Object.entries(table) as [string, MessageFields<{ field: unknown }>['field']][];
  const fields = new Map<string, FieldRule<unknown>>();
  for (const [name, row] of rows) {
    if (row === inPath) continue;
    fields.set(name, 'codec' in row ? row : { codec: row, required: false, absent: 'left out' });
  }
  const names = [...fields.keys()];
  const rules = [...fields];
  const needed = rules.filter(([, rule]) => rule.required).map(([name]) => name);
  return {
    kind: 'message',
    schema,
    fields,
    decode(json, path, reading) {
      if (!(json instanceof Map)) return reading.wrongType(path, json, 'an object');
      const object = json as ReadonlyMap<string, ParsedJson>;
      const shape = create(schema);
      for (const [key, entry] of object) {
        const rule = fields.get(key);
        if (!rule) reading.unknownKey(path, key, names);
        else if (entry !== null || !reading.nullMeansAbsent) {
          // Invalid values are left out, so that the rules can still check the rest.
          const value = rule.codec.decode(entry, memberPath(path, key), reading);
          if (value !== undefined) (shape as Record<string, unknown>)[key] = value;
        }
      }
      for (const name of needed) {
        const entry = object.get(name);
        if (entry === undefined || (entry === null && reading.nullMeansAbsent)) reading.missing(path, name);
      }
      // The table's type ensures that the values belong to the schema's fields.
      return shape;
    },
    encode(value) {
      const object: { [key: string]: Json } = {};
      for (const [name, { codec, absent }] of rules) {
        const entry = (value as Record<string, unknown>)[name];
        if (entry !== undefined) object[name] = codec.encode(entry);
        else if (absent === 'null') object[name] = null;
      }
      return object;
    },
  };
}

/** The same codec with further or other fields: for an interface without paths, say. */
export function withFields<D extends DescMessage>(
  codec: MessageCodec<D>,
  more: Partial<MessageFields<MessageShape<D>>>,
): MessageCodec<D> {
  const table = { ...Object.fromEntries(codec.fields), ...more };
  // the fields of a codec belong to its schema, which types cannot express
  return message(codec.schema, table as MessageFields<MessageShape<D>>);
}
