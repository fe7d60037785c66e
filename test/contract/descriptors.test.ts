/** The contract in Protobuf agrees with the written contract: names, routes, deprecations. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOption, hasOption, ScalarType } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { operations } from '../../gateway/rpc/rpc.js';
import { http } from '../../gen/google/api/annotations_pb.js';
import { BodySchema, InferMeasurementsRequestSchema } from '../../gen/selvage/body/v1/body_pb.js';
import { NestPatternsRequestSchema, NestRequestSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { packageRoot } from '../cli/readme.js';
import { openGateway } from '../gateway/open.js';

// biome-ignore format: the list of the contract, in its order
const measurements = ('age, height, weight, neckGirth, chestGirth, waistGirth, shoulderWidth, armLength, bicepGirth, ' +
  'wristGirth, hipGirth, neckToWaistBack, crotchHeight, thighGirth, kneeGirth, calfGirth, ankleGirth, ' +
  'acrossShoulderFront, acrossChest, bustSpan, neckToWaistFront, neckSideToWaistFront, neckSideToWaistBack, ' +
  'neckSideToSideWaist, neckSideToWaistOverBustFront, shoulderToWaistFront, shoulderToWaistBack, overArmLength, ' +
  'underArmLength, elbowBent, elbowStraight, waistHeight, waistToKnee, kneeToAnkle, footInstepGirth, waistArcFront, ' +
  'waistArcBack, highHipGirth, highHipArcFront, highHipArcBack, bustArcFront, bustArcBack, neckArcBack, neckArcFront, ' +
  'bodyTorsoGirth, armpitToWaistSide, waistToHipsFront, waistToHipsBack, waistToHipsSide, neckSideToShoulder, ' +
  'acrossBack, neckBackToShoulder, bustPointToLowBust, bustPointToWaistFront, bustPointToBustPointHalter, ' +
  'neckFrontToWaistSide, neckSideToWaistSide, armUpperGirth, midThighGirth, ankleDiagionalGirth, waistSideToAnkle, ' +
  'crotchLength, riseLengthFront, hipArcFront, hipArcBack, riseLengthSideSitting, neckMidGirth, armscyeLength, ' +
  'neckBackToHighBustBack').split(', ');

for (const schema of [InferMeasurementsRequestSchema, BodySchema]) {
  test(`${schema.name} has the 69 measurements under their JSON names, each optional`, () => {
    const named = schema.fields.filter((field) => field.number >= 10 && field.number < 79);
    assert.is(named.length, 69);
    assert.equal(
      named.map((field) => field.jsonName),
      measurements,
    );
    assert.ok(named.every((field) => field.proto.proto3Optional));
  });

  test(`${schema.name} accepts the deprecated spelling, marked deprecated`, () => {
    const alias = schema.fields.find((field) => field.jsonName === 'nackSideToWaistBack');
    assert.is(alias?.deprecated, true);
    assert.is(schema.fields.filter((field) => field.deprecated).length, 1);
  });
}

test('a body inside a larger request has the fields of a body request, under the same numbers', () => {
  const ofAnswerAlone = ['measurement_key'];
  const fields = (schema: typeof BodySchema | typeof InferMeasurementsRequestSchema) =>
    schema.fields.filter(({ name }) => !ofAnswerAlone.includes(name)).map(({ number, name }) => `${number} ${name}`);
  assert.equal(fields(BodySchema), fields(InferMeasurementsRequestSchema));
});

test('a marker request shares every setting of a nest request', () => {
  const settings = (schema: typeof NestRequestSchema | typeof NestPatternsRequestSchema) =>
    schema.fields
      // The drafts of a marker bring its matches, and a marker names the direction of its groups.
      .filter(({ name }) => !['polygons', 'match', 'patterns', 'material', 'direction'].includes(name))
      .map(({ number, name, fieldKind }) => `${number} ${name} ${fieldKind}`);
  assert.equal(settings(NestPatternsRequestSchema), settings(NestRequestSchema));
});

/** Methods without a route, each with the reason. */
const overGrpcAlone: Readonly<Record<string, string>> = {
  'BodyService.InferManyMeasurements': 'programs with so many people use gRPC',
  FileService: 'the page and the command line read and write files themselves; programs use gRPC',
  AdminService: 'accounts are for administrators, over gRPC and the command line',
};

test('every method has an annotation with its REST route, or is listed without one', () => {
  for (const { name: service, methods } of operations) {
    for (const method of methods) {
      const isAlone = service in overGrpcAlone || `${service}.${method.name}` in overGrpcAlone;
      assert.is(hasOption(method, http), !isAlone, `${service}.${method.name}`);
    }
  }
});

test('the annotations are exactly the served routes', async () => {
  const annotated = operations.flatMap(({ methods }) =>
    methods
      .filter((method) => hasOption(method, http))
      .map((method) => {
        const { pattern } = getOption(method, http);
        const path = String(pattern.value).replaceAll(/\{(\w+)_id\}/g, ':$1Id');
        return `${String(pattern.case).toUpperCase()} ${path}`;
      }),
  );
  const gateway = await openGateway();
  const served = gateway.routes.filter((route) => /^(?!HEAD )\w+ \/api\//.test(route));
  await gateway.close({ graceMs: 0 });
  assert.ok(annotated.length > 7);
  assert.equal(annotated.sort(), served.sort());
});

/** Texts that hold one of several words, but are not enums for the reason in proto/README.md. */
const wordFields = /^(code|group|kind|media_type|type|unit)$/;

test('a text that holds one of several words is documented, with the reason why it is not an enum', () => {
  const readme = readFileSync(join(packageRoot, 'proto/README.md'), 'utf8');
  const files = [...new Set(operations.map(({ file }) => file))];
  const words = files.flatMap(({ messages }) =>
    messages.flatMap((message) =>
      message.fields
        .filter(
          (field) => field.fieldKind === 'scalar' && field.scalar === ScalarType.STRING && wordFields.test(field.name),
        )
        .map((field) => `${message.name}.${field.name}`),
    ),
  );
  assert.ok(words.length > 8, `${words}`);
  for (const word of words) assert.ok(readme.includes(`\`${word}\``), `proto/README.md lacks ${word}`);
});

test.run();
