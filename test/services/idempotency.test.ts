/** Requests that say the same have the same digest under a key, in whatever form a client writes them. */
import { create, fromBinary, type JsonObject, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NestPatternsRequestSchema, NestRequestSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { idempotencyOf } from '../../src/services/idempotency.js';
import type { Call } from '../../src/services/services.js';

const call = { idempotencyKey: 'order-1' } as Call;

const number = (value: number) => create(ValueSchema, { kind: { case: 'numberValue', value } });

/** A request for a pattern whose variables come in this order, as it arrives. */
function ordered(variables: MessageInitShape<typeof ValueSchema>[], keys: readonly string[]) {
  const entries = keys.map((key, i) => [key, create(ValueSchema, variables[i]!)] as const);
  const request = create(NestPatternsRequestSchema, {
    patterns: [{ patternId: 'p', variables: Object.fromEntries(entries) }],
  });
  const arrived = fromBinary(NestPatternsRequestSchema, toBinary(NestPatternsRequestSchema, request));
  assert.equal(Object.keys(arrived.patterns[0]!.variables), keys);
  return idempotencyOf(NestPatternsRequestSchema, arrived, call);
}

test('the order of the entries of a map makes no difference, nor does a null among them', () => {
  const [one, two] = [number(1), number(2)];
  const first = ordered([one, two], ['flare', 'ease']);
  assert.equal(ordered([two, one], ['ease', 'flare']), first);
  const none = create(ValueSchema, { kind: { case: 'nullValue', value: 0 } });
  assert.equal(ordered([one, none, two], ['flare', 'hem', 'ease']), first);
  assert.equal(ordered([create(ValueSchema), two, one], ['hem', 'ease', 'flare']), first);
  assert.not.equal(ordered([two, one], ['flare', 'ease']), first);
});

test('nor does the order within a struct', () => {
  const struct = (fields: JsonObject) => {
    const entries = Object.entries(fields).map(([key, value]) => [key, number(value as number)]);
    return create(ValueSchema, { kind: { case: 'structValue', value: { fields: Object.fromEntries(entries) } } });
  };
  const first = ordered([struct({ a: 1, b: 2 })], ['flare']);
  assert.equal(ordered([struct({ b: 2, a: 1 })], ['flare']), first);
  assert.not.equal(ordered([struct({ b: 1, a: 2 })], ['flare']), first);
});

test('-0 is 0, in a list, in a message and in a variable', () => {
  const nest = (x: number, rotation: number) => {
    const request = create(NestRequestSchema, { polygons: [{ points: [{ x, y: 1 }] }], allowedRotations: [rotation] });
    return idempotencyOf(NestRequestSchema, request, call);
  };
  assert.equal(nest(-0, -0), nest(0, 0));
  assert.not.equal(nest(1, 0), nest(0, 0));
  assert.equal(ordered([number(-0)], ['flare']), ordered([number(0)], ['flare']));
});

test('the request itself stays as it came', () => {
  const request = create(NestRequestSchema, { polygons: [{ points: [{ x: -0, y: 1 }] }] });
  idempotencyOf(NestRequestSchema, request, call);
  assert.ok(Object.is(request.polygons[0]!.points[0]!.x, -0));
});

test.run();
