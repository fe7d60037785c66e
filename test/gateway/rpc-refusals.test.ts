/** The refusals of gRPC and Connect tell a program all that the refusals of REST tell it. */
import { fromJson, type JsonValue, type MessageInitShape } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { Code, type ConnectError, createClient } from '@connectrpc/connect';
import {
  compressionGzip,
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb.js';
import { LayService, type PlanLaysRequestSchema } from '../../gen/selvage/lay/v1/lay_pb.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { openEmbedded } from './embedded.js';
import { caller, openGateway } from './open.js';
import { authorization } from './plain-services.js';
import { refusal } from './refusal.js';

const service = await openEmbedded();
test.after(() => service.close());
const headers = { authorization: `Bearer ${service.key}` };
const patterns = createClient(PatternService, createGrpcTransport({ baseUrl: service.url }));
const listed = await patterns.listPatterns({}, { headers });
const { patternId } = listed.patterns.find(({ name }) => name === 'A-line skirt')!;

const drafted = (variables: Record<string, JsonValue>): Promise<ConnectError> => {
  const entries = Object.entries(variables).map(([key, value]) => [key, fromJson(ValueSchema, value)]);
  return refusal(patterns.draftPattern({ patternId, variables: Object.fromEntries(entries) }, { headers }));
};

test('the details have the further members of the first wrong field', async () => {
  const [unknown] = (await drafted({ skirtLenght: 60 })).findDetails(ErrorInfoSchema);
  assert.equal(unknown!.metadata, { kind: 'invalid', suggestion: 'skirtLength' });
  const [tooMuch] = (await drafted({ flare: 31 })).findDetails(ErrorInfoSchema);
  assert.equal(tooMuch!.metadata, { kind: 'invalid', min: '0', max: '30', actual: '31', unit: 'cm' });
});

test('a list or an object in place of a value is called so', async () => {
  assert.match((await drafted({ flare: [1] })).rawMessage, 'variables.flare: an array is not accepted');
  assert.match((await drafted({ flare: { a: 1 } })).rawMessage, 'variables.flare: an object is not accepted');
});

test('a message over the limit is refused in every protocol with its kind, and with no retry', async () => {
  const gateway = await openGateway({ limits: { maxMessage: 64 * 1024 } });
  for (const [name, transport] of Object.entries({
    createGrpcTransport,
    createGrpcWebTransport,
    createConnectTransport,
  })) {
    for (const packed of [{}, { sendCompression: compressionGzip }]) {
      const options = { baseUrl: gateway.url, httpVersion: '2', ...packed } as const;
      const client = createClient(PatternService, transport(options));
      const error = await refusal(
        client.draftPattern({ patternId: 'x'.repeat(100_000) }, { headers: { authorization } }),
      );
      assert.is(error.code, Code.ResourceExhausted, name);
      const [info] = error.findDetails(ErrorInfoSchema);
      assert.equal([info?.reason, info?.metadata], ['BODY_TOO_LARGE', { kind: 'too_large' }], name);
      assert.is(error.metadata.get('grpc-retry-pushback-ms'), '-1', name);
    }
  }
  const path = '/selvage.pattern.v1.PatternService/DraftPattern';
  const announced = await caller(gateway.url)('POST', path, { patternId: 'x'.repeat(100_000) });
  assert.match(announced.json.details[0].value && announced.text, 'larger than the limit of 65536 bytes');
  await gateway.close({ graceMs: 0 });
});

const planned = async (request: MessageInitShape<typeof PlanLaysRequestSchema>): Promise<ConnectError> => {
  const lays = createClient(LayService, createGrpcTransport({ baseUrl: service.url }));
  return refusal(lays.planLays(request, { headers }));
};

test('an order of many detailed parts is read, as over REST', async () => {
  const points = Array.from({ length: 900 }, (_, i) => ({ x: Math.cos(i / 143) * 99, y: Math.sin(i / 143) * 99 }));
  const lines = Array.from({ length: 120 }, (_, i) => ({ name: `line ${i}`, quantity: 1, parts: [{ points }] }));
  // without cloths, it is refused once it was read
  const error = await planned({ lines, table: { length: 3000, plies: 10 } });
  assert.is(error.code, Code.InvalidArgument, error.message);
  assert.match(error.rawMessage, 'cloths');
});

test('a message of more entries of maps than any order has is refused before it is decoded', async () => {
  const one = fromJson(ValueSchema, 1);
  const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`v${i}`, one]));
  const deep = { flare: { kind: { case: 'structValue' as const, value: { fields } } } };
  for (const variables of [fields, deep]) {
    const error = await planned({ lines: [{ patternId, variables }] });
    assert.match(error.rawMessage, 'more than 80000 entries of maps');
    assert.is(error.findDetails(ErrorInfoSchema)[0]?.reason, 'TOO_MANY_VALUES');
  }
});

test.run();
