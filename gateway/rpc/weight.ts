/**
 * Counts protobuf's objects in a message before it is decoded, since decoding happens in one go. From 32 MiB with an object in
 * every two bytes it makes gigabytes, and everybody waits twenty seconds.
 */
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import type { Sliced } from '../../src/concurrency/time-slices.js';
import { ServiceError } from '../../src/errors.js';

/** The largest requests within the limits of the API have some 200,000 objects with 800,000 values. */
export const heaviest = { objects: 300_000, values: 1_000_000, entries: 80_000 };

/** Bytes checked between two turns of the event loop, in less than a millisecond. */
const perStep = 16_384;

class Weight {
  #objects = 0;
  #values = 0;
  #entries = 0;

  /** Entries of maps take longest to decode. Throws `too_large` beyond the limit. */
  add(objects: number, values: number, entries = 0): void {
    this.#objects += objects;
    this.#values += values;
    this.#entries += entries;
    const tooMany =
      this.#objects > heaviest.objects
        ? `${heaviest.objects} objects`
        : this.#values > heaviest.values
          ? `${heaviest.values} values`
          : this.#entries > heaviest.entries
            ? `${heaviest.entries} entries of maps`
            : undefined;
    if (tooMany === undefined) return;
    throw new ServiceError('too_large', `The message has more than ${tooMany}`, { code: 'too_many_values' });
  }
}

/** A message or an entry of a map in progress, and its end. */
interface Open {
  readonly fields: Fields;
  readonly end: number;
}

const varint = 0;
const fixed64 = 1;
const delimited = 2;
/** Of a group, which is kept as unknown fields. */
const [start, end] = [3, 4];
const fixed32 = 5;

/**
 * Throws `too_large` for a message in protobuf's binary form that is heavier than any request. Bytes in another form end the
 * count, and the decoder reports them.
 */
export function* weighBinary(type: DescMessage, bytes: Uint8Array): Sliced<void> {
  const weight = new Weight();
  const open: Open[] = [{ fields: fieldsOf(type), end: bytes.length }];
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let shift = 1; at < bytes.length; shift *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return value;
    }
    return Number.NaN;
  };
  for (let fields = 1; ; fields++) {
    while (open.length > 0 && at >= open.at(-1)!.end) open.pop();
    const inside = open.at(-1);
    if (inside === undefined) return;
    if (fields % perStep === 0) yield;
    const tag = readVarint();
    const field = inside.fields.get(Math.floor(tag / 8));
    // A field that the type lacks is kept as an object.
    weight.add(field === undefined || isObject(field) ? 1 : 0, 1, field?.fieldKind === 'map' ? 1 : 0);
    switch (tag % 8) {
      case varint:
        readVarint();
        break;
      case fixed64:
        at += 8;
        break;
      case fixed32:
        at += 4;
        break;
      case start:
      case end:
        break;
      case delimited: {
        const to = readVarint() + at;
        if (!(to <= inside.end)) return;
        if (field !== undefined && isObject(field)) open.push({ fields: innerFields(field), end: to });
        else at = to;
        break;
      }
      default:
        return;
    }
  }
}

type Inner = Pick<DescField, 'fieldKind'> & { readonly message?: DescMessage | undefined };
type Fields = ReadonlyMap<number, Inner>;

const isObject = (field: Inner): boolean => field.message !== undefined || field.fieldKind === 'map';

const known = new WeakMap<DescMessage | Inner, Fields>();

function kept(of: DescMessage | Inner, made: () => Iterable<readonly [number, Inner]>): Fields {
  let fields = known.get(of);
  if (fields === undefined) {
    fields = new Map(made());
    known.set(of, fields);
  }
  return fields;
}

const fieldsOf = (type: DescMessage): Fields =>
  kept(type, () => type.fields.map((field) => [field.number, field as Inner] as const));

/** The fields of a message, or of an entry of a map: its key and its value. */
function innerFields(field: Inner): Fields {
  const { fieldKind, message } = field;
  if (fieldKind !== 'map') return fieldsOf(message!);
  const value: Inner = { fieldKind: message ? 'message' : 'scalar', message };
  return kept(field, () => [
    [1, { fieldKind: 'scalar' }],
    [2, value],
  ]);
}

/** Whether a message may have maps. In JSON their entries look like the members of any other object. */
export function holdsMaps(type: DescMessage, seen = new Set<DescMessage>()): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  return type.fields.some(
    (field) => field.fieldKind === 'map' || (field.message !== undefined && holdsMaps(field.message, seen)),
  );
}

const [quote, backslash, comma, bracket, brace] = [...'"\\,[{'].map((character) => character.charCodeAt(0));

/** The same for JSON, where every value except the first of an array or object follows a comma. */
export function* weighJson(bytes: Uint8Array): Sliced<void> {
  const weight = new Weight();
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    if (at % perStep === 0) yield;
    const byte = bytes[at];
    if (inString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === comma) weight.add(0, 1);
    else if (byte === brace || byte === bracket) weight.add(1, 1);
  }
}
