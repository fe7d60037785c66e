/** Random messages of any descriptor, for properties that hold for every request or answer. */
import {
  type DescEnum,
  type DescField,
  type DescMessage,
  getOption,
  type MessageInitShape,
  ScalarType,
} from '@bufbuild/protobuf';
import fc from 'fast-check';
import { field as fieldRules } from '../../gen/buf/validate/validate_pb.js';

export interface Taste {
  /** Doubles that JSON cannot express, and enum numbers that the protocol lacks. */
  readonly wild: boolean;
}

/** An initialiser of the message; nested messages up to `depth`. */
export function randomMessage<D extends DescMessage>(
  schema: D,
  taste: Taste,
  depth = 4,
): fc.Arbitrary<MessageInitShape<D>> {
  if (schema.typeName === 'google.protobuf.Value') return randomValue(taste) as fc.Arbitrary<MessageInitShape<D>>;
  if (schema.typeName === 'google.protobuf.Timestamp')
    return randomTime as unknown as fc.Arbitrary<MessageInitShape<D>>;
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  for (const field of schema.fields) {
    if (field.oneof) continue;
    // the service itself always sets the fields that it requires, at any depth
    const isRequired = getOption(field, fieldRules).required && !taste.wild;
    const value = randomField(field, taste, isRequired ? Math.max(1, depth) : depth);
    const mayLack = (field.proto.proto3Optional && !isRequired) || (field.fieldKind === 'message' && taste.wild);
    members[field.localName] = mayLack ? fc.option(value, { nil: undefined, freq: 2 }) : value;
  }
  for (const oneof of schema.oneofs) {
    const cases = oneof.fields.map((field) =>
      randomField(field, taste, depth).map((value) => ({ case: field.localName, value })),
    );
    members[oneof.localName] = fc.oneof(...cases);
  }
  return fc.record(members) as fc.Arbitrary<MessageInitShape<D>>;
}

/** Times in years that ISO 8601 writes with four digits. */
const randomTime = fc
  .integer({ min: Date.UTC(1, 0), max: Date.UTC(9999, 11) })
  .map((ms) => ({ seconds: BigInt(Math.floor(ms / 1000)), nanos: (ms - 1000 * Math.floor(ms / 1000)) * 1_000_000 }));

function randomField(field: DescField, taste: Taste, depth: number): fc.Arbitrary<unknown> {
  switch (field.fieldKind) {
    case 'scalar':
      return randomScalar(field.scalar, taste);
    case 'enum':
      return randomEnum(field.enum, taste);
    case 'message':
      return depth === 0 ? fc.constant(undefined) : randomMessage(field.message, taste, depth - 1);
    case 'list':
      if (depth === 0) return fc.constant([]);
      return fc.array(randomItem(field, taste, depth - 1), { maxLength: 4 });
    case 'map':
      if (depth === 0) return fc.constant({});
      return fc.dictionary(fc.stringMatching(/^[a-z]\w{0,8}$/), randomItem(field, taste, depth - 1), { maxKeys: 4 });
  }
}

function randomItem(
  field: DescField & { fieldKind: 'list' | 'map' },
  taste: Taste,
  depth: number,
): fc.Arbitrary<unknown> {
  const kind = field.fieldKind === 'list' ? field.listKind : field.mapKind;
  if (kind === 'scalar') return randomScalar(field.scalar!, taste);
  if (kind === 'enum') return randomEnum(field.enum!, taste);
  return randomMessage(field.message!, taste, depth);
}

function randomEnum({ values }: DescEnum, { wild }: Taste): fc.Arbitrary<number> {
  const known = fc.constantFrom(...values.map(({ number }) => number).filter((number) => wild || number !== 0));
  return wild ? fc.oneof({ weight: 9, arbitrary: known }, fc.integer()) : known;
}

function randomScalar(scalar: ScalarType, { wild }: Taste): fc.Arbitrary<unknown> {
  switch (scalar) {
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT: {
      const small = fc.double({ min: -1000, max: 1000, noNaN: true });
      const any = fc.double(wild ? {} : { noNaN: true, noDefaultInfinity: true });
      return fc.oneof({ weight: 3, arbitrary: small }, any);
    }
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.STRING:
      return fc.oneof(fc.uuid(), fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a-z]{0,12}$/));
    case ScalarType.BYTES:
      return fc.uint8Array({ maxLength: 64 });
    case ScalarType.INT64:
    case ScalarType.UINT64:
    case ScalarType.SINT64:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64: {
      const least = scalar === ScalarType.UINT64 || scalar === ScalarType.FIXED64 ? 0n : -(2n ** 53n) + 1n;
      return fc.bigInt({ min: least, max: 2n ** 53n - 1n });
    }
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return fc.integer({ min: 0, max: 2 ** 32 - 1 });
    default:
      return fc.oneof({ weight: 3, arbitrary: fc.integer({ min: -3, max: 100 }) }, fc.integer());
  }
}

/** A value that a variable of a pattern can have; with `wild`, any value that a Value can hold. */
function randomValue({ wild }: Taste): fc.Arbitrary<unknown> {
  const scalars = [
    fc.double({ noNaN: !wild, noDefaultInfinity: !wild }).map((value) => ({ kind: { case: 'numberValue', value } })),
    fc.string().map((value) => ({ kind: { case: 'stringValue', value } })),
    fc.boolean().map((value) => ({ kind: { case: 'boolValue', value } })),
  ];
  const others = [
    fc.constant({ kind: { case: 'nullValue', value: 0 } }),
    fc.constant({ kind: { case: 'listValue', value: { values: [] } } }),
    fc.constant({ kind: { case: 'structValue', value: {} } }),
    fc.constant({ kind: { case: undefined } }),
  ];
  return fc.oneof(...scalars, ...(wild ? others : []));
}
