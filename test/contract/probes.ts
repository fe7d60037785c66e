/** Test values for each field of a request: within its rules, beyond them, and absent. */
import { create, type DescField, ScalarType } from '@bufbuild/protobuf';
import { timestampFromMs, ValueSchema } from '@bufbuild/protobuf/wkt';
import type { CodecKind, MessageKind } from '../../gateway/json/codec.js';
import { beyond } from './both-protocols.js';

/** A field of a request, or of a message within it. */
export interface Site {
  /** Such as `polygons.holes.id`: without indices, the same for every place of the list. */
  readonly name: string;
  /** Such as `polygons`, `0`, `holes`, `0`, `id`: the place in the base request, in JSON and in the message. */
  readonly steps: readonly (string | number)[];
  readonly probes: readonly Probe[];
}

/** The same value for both protocols; `none`: the field is not sent. */
export interface Probe {
  readonly what: string;
  readonly rest?: unknown;
  readonly grpc?: unknown;
  /** Instead of a value: repeats the first entry of the list this many times. */
  readonly repeat?: number;
  /** A value that only gRPC can express, with the probe that is refused in the same way. */
  readonly as?: Probe;
}

export const none = Symbol('none');

const same = (value: unknown): Probe => ({ what: JSON.stringify(value), rest: value, grpc: value });
const absent: Probe = { what: 'not sent', rest: none, grpc: none };

const times: readonly Probe[] = ['2001-02-03T04:05:06.000Z', '2091-02-03T04:05:06.789Z'].map((time) => ({
  what: time,
  rest: time,
  grpc: timestampFromMs(Date.parse(time)),
}));
const infinite: Probe = { what: 'Infinity', rest: beyond.positive, grpc: Number.POSITIVE_INFINITY };
const numbers: readonly Probe[] = [
  ...[-1, 0, 0.35, 2.5, 21, 80, 1e16].map(same),
  infinite,
  { what: '-Infinity', rest: beyond.negative, grpc: Number.NEGATIVE_INFINITY },
  { what: 'NaN', rest: none, grpc: Number.NaN, as: infinite },
];
const integers: readonly Probe[] = [-1, 0, 1, 2, 201, 2 ** 31 - 1].map(same);
const longIntegers: readonly Probe[] = [-1, 0, 1, 2, 2 ** 53].map((value) => ({
  what: String(value),
  rest: value,
  grpc: BigInt(value),
}));
const unknownId = '00000000-0000-4000-8000-000000000000';

const at = (x: number, y: number) => ({ $typeName: 'selvage.nest.v1.Point', x, y });
const points: readonly Probe[] = [
  { what: '[2, 3]', rest: [2, 3], grpc: at(2, 3) },
  { what: '[1e16, 0]', rest: [1e16, 0], grpc: at(1e16, 0) },
  { what: '[Infinity, 0]', rest: [beyond.positive, 0], grpc: at(Number.POSITIVE_INFINITY, 0) },
  { what: '[0, -Infinity]', rest: [0, beyond.negative], grpc: at(0, Number.NEGATIVE_INFINITY) },
];

const value = (kind: object) => create(ValueSchema, { kind } as never);
const scalars: readonly Probe[] = [
  { what: '500', rest: 500, grpc: value({ case: 'numberValue', value: 500 }) },
  { what: '"x"', rest: 'x', grpc: value({ case: 'stringValue', value: 'x' }) },
  { what: 'true', rest: true, grpc: value({ case: 'boolValue', value: true }) },
  { what: 'null', rest: null, grpc: value({ case: 'nullValue', value: 0 }) },
  { what: '[]', rest: [], grpc: value({ case: 'listValue', value: { values: [] } }) },
  { what: '{}', rest: {}, grpc: value({ case: 'structValue', value: {} }) },
  { ...infinite, grpc: value({ case: 'numberValue', value: Number.POSITIVE_INFINITY }) },
];

/** Every field of a message and of its inner messages. `base` is a request in JSON that has all of them. */
export function sitesOf(codec: MessageKind, base: unknown): Site[] {
  return [...codec.fields].flatMap(([name, rule]) =>
    fieldSites(codec.schema.field[name]!, rule.codec, name, [name], (base as Json)?.[name]),
  );
}

type Json = Readonly<Record<string, unknown>>;

function fieldSites(field: DescField, codec: CodecKind, name: string, steps: Site['steps'], base: unknown): Site[] {
  const here = (probes: readonly Probe[]): Site => ({ name, steps, probes: [absent, ...probes] });
  const within = (message: MessageKind, at: Site['steps'], value: unknown): Site[] =>
    sitesOf(message, value).map((site) => ({ ...site, name: `${name}.${site.name}`, steps: [...at, ...site.steps] }));

  switch (codec.kind) {
    case 'message':
      return [here([]), ...(base === undefined ? [] : within(codec, steps, base))];
    case 'list': {
      const { item, maxItems } = codec;
      const [first] = (base as unknown[] | undefined) ?? [];
      const probes: Probe[] = [{ what: 'no entries', rest: [], grpc: [] }];
      if (maxItems !== undefined && first !== undefined)
        probes.push({ what: `${maxItems + 1} entries`, repeat: maxItems + 1 });
      const entry = [...steps, 0];
      if (item.kind === 'message') return [here(probes), ...(first ? within(item, entry, first) : [])];
      const ofItem = probesOf(field, item);
      return [here(probes), { name: `${name}[]`, steps: entry, probes: ofItem }];
    }
    case 'dictionary': {
      const { item } = codec;
      const [key] = Object.keys((base as Json | undefined) ?? {});
      const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`v${i}`, 1]));
      const manyValues = Object.fromEntries(Object.keys(many).map((each) => [each, scalars[0]!.grpc]));
      const all = here([
        { what: 'none', rest: {}, grpc: {} },
        { what: 'too many', rest: many, grpc: manyValues },
        { what: 'an unknown name', rest: { nosuch: 500 }, grpc: { nosuch: scalars[0]!.grpc } },
      ]);
      if (key === undefined) return [all];
      return [all, { name: `${name}[]`, steps: [...steps, key], probes: probesOf(field, item) }];
    }
    default:
      return [here(probesOf(field, codec))];
  }
}

function probesOf(field: DescField, codec: CodecKind): readonly Probe[] {
  switch (codec.kind) {
    case 'number':
      return numbers;
    case 'integer': {
      const isLong = field.fieldKind === 'scalar' && field.scalar === ScalarType.INT64;
      return isLong ? longIntegers : integers;
    }
    case 'string':
      return ['', 'x', 'MTM-2', 'lining'].map(same);
    case 'uuid':
      return ['', 'x', unknownId].map(same);
    case 'time':
      return times;
    case 'boolean':
      return [true, false].map(same);
    case 'choice': {
      const { schema, names } = codec;
      const prefix = (schema.sharedPrefix ?? '').toUpperCase();
      const known = names.map((name) => ({
        what: name,
        rest: name,
        grpc: schema.values.find((each) => each.name === `${prefix}${name.toUpperCase()}`)!.number,
      }));
      return [...known, { what: 'an undefined one', rest: 'nosuch', grpc: 99 }];
    }
    case 'point':
      return points;
    case 'scalar':
      return scalars;
    default:
      throw new Error(`no probe for the kind ${codec.kind}`);
  }
}
