/**
 * Counts protobuf's objects in a message before it is decoded, since decoding happens in one go. From 32 MiB with an object in
 * every two bytes it makes gigabytes, and everybody waits twenty seconds.
 */
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import type { Sliced } from '../../src/concurrency/time-slices.js';
import { ServiceError } from '../../src/errors.js';

/** The largest requests within the limits of the API have some 200,000 objects with 800,000 values. */
export const heaviest = { objects: 300_000, values: 1_000_000 };

/** Bytes checked between two turns of the event loop, in less than a millisecond. */
const perStep = 16_384;

class Weight {
  #objects = 0;
  #values = 0;

  /** Throws `too_large` beyond the limit. */
  add(objects: number, values: number): void {
    this.#objects += objects;
    this.#values += values;
    const tooMany =
      this.#objects > heaviest.objects
        ? `${heaviest.objects} objects`
        : this.#values > heaviest.values
          ? `${heaviest.values} values`
          : undefined;
    if (tooMany === undefined) return;
    throw new ServiceError('too_large', `The message has more than ${tooMany}`, { code: 'too_many_values' });
  }
}

/** A message in progress, and its end. */
interface Open {
  readonly type: DescMessage | undefined;
  readonly end: number;
}

const varint = 0;
const fixed64 = 1;
const delimited = 2;
const fixed32 = 5;

/**
 * Throws `too_large` for a message in protobuf's binary form that is heavier than any request. Bytes in another form end the
 * count, and the decoder reports them.
 */
export function* weighBinary(type: DescMessage, bytes: Uint8Array): Sliced<void> {
  const weight = new Weight();
  const open: Open[] = [{ type, end: bytes.length }];
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
    const field = inside.type && fieldOf(inside.type, Math.floor(tag / 8));
    // A field that the type lacks is kept as an object.
    weight.add(field === undefined || isObject(field) ? 1 : 0, 1);
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
      case delimited: {
        const end = readVarint() + at;
        if (!(end <= inside.end)) return;
        if (field !== undefined && isObject(field)) open.push({ type: field.message, end });
        else at = end;
        break;
      }
      default:
        return;
    }
  }
}

type Inner = DescField & { readonly message?: DescMessage | undefined };

const isObject = (field: Inner): boolean => field.message !== undefined || field.fieldKind === 'map';

const fieldsOf = new WeakMap<DescMessage, Map<number, Inner>>();

function fieldOf(type: DescMessage, number: number): Inner | undefined {
  let fields = fieldsOf.get(type);
  if (fields === undefined) {
    fields = new Map(type.fields.map((field) => [field.number, field]));
    fieldsOf.set(type, fields);
  }
  return fields.get(number);
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
