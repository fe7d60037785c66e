/** Points as [x, y]. Lists of points are read without a path for each: there may be a million of them. */
import type { Message } from '@bufbuild/protobuf';
import type { ParsedJson } from '../../src/json/json.js';
import type { Codec, ListCodec } from './codec.js';
import type { Reading } from './reading.js';

interface XY {
  x: number;
  y: number;
}

/** `typeName` is the full name of a message with the fields x and y alone. */
export function point<Name extends string>(typeName: Name): Codec<Message<Name> & XY> {
  return {
    kind: 'point',
    decode(json, path, reading) {
      if (!isPair(json)) return refuse(json, path, reading);
      return { $typeName: typeName, x: json[0], y: json[1] };
    },
    encode: ({ x, y }) => [x, y],
  };
}

export function points<Name extends string>(typeName: Name, maxItems?: number): ListCodec<Message<Name> & XY> {
  const item = point(typeName);
  return {
    kind: 'list',
    item,
    maxItems,
    decode(json, path, reading) {
      if (!Array.isArray(json)) return reading.wrongType(path, json, 'an array of points [x, y]');
      const entries = json as readonly ParsedJson[];
      if (maxItems !== undefined && entries.length > maxItems) return reading.tooMany(path, entries.length, maxItems);
      const read: (Message<Name> & XY)[] = [];
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i]!;
        if (isPair(entry)) read.push({ $typeName: typeName, x: entry[0], y: entry[1] });
        else refuse(entry, `${path}[${i}]`, reading);
        if (reading.full) return undefined;
      }
      return read.length === entries.length ? read : undefined;
    },
    encode: (values) => values.map(({ x, y }) => [x, y]),
  };
}

function isPair(json: ParsedJson): json is readonly [number, number] {
  if (!Array.isArray(json) || json.length !== 2) return false;
  const [x, y] = json as readonly ParsedJson[];
  return typeof x === 'number' && typeof y === 'number' && Number.isFinite(x) && Number.isFinite(y);
}

function refuse(json: ParsedJson, path: string, reading: Reading): undefined {
  if (!Array.isArray(json)) return reading.wrongType(path, json, 'a point [x, y]');
  const coordinates = json as readonly ParsedJson[];
  if (coordinates.length !== 2) {
    return reading.add({
      path,
      code: 'not_a_point',
      message: `${path} has ${coordinates.length} entries; it must be a point [x, y]`,
    });
  }
  for (const coordinate of coordinates) {
    if (typeof coordinate !== 'number')
      return reading.wrong(path, 'wrong_type', coordinate, 'must be two numbers, [x, y]');
    if (!Number.isFinite(coordinate)) return reading.overflow(path);
  }
  return undefined;
}
