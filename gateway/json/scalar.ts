/** The value of a pattern's variable: a number, a string or a boolean. */
import { create } from '@bufbuild/protobuf';
import { type Value, ValueSchema } from '@bufbuild/protobuf/wkt';
import type { Codec } from './codec.js';

export const scalar: Codec<Value> = {
  kind: 'scalar',
  decode(json, path, reading) {
    switch (typeof json) {
      case 'number':
        if (!Number.isFinite(json)) return reading.overflow(path);
        return create(ValueSchema, { kind: { case: 'numberValue', value: json } });
      case 'string':
        return create(ValueSchema, { kind: { case: 'stringValue', value: json } });
      case 'boolean':
        return create(ValueSchema, { kind: { case: 'boolValue', value: json } });
      default:
        return reading.wrongType(path, json, 'a number, a string or a boolean');
    }
  },
  encode({ kind }) {
    switch (kind.case) {
      case 'numberValue':
      case 'stringValue':
      case 'boolValue':
        return kind.value;
      default:
        return null;
    }
  },
};
