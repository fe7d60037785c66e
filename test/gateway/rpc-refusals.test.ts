/** The refusals of gRPC and Connect tell a program all that the refusals of REST tell it. */
import type { JsonValue } from '@bufbuild/protobuf';
import { fromJson } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { type ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { openEmbedded } from './embedded.js';
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

test.run();
