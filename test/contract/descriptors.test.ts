/** The contract in Protobuf says what the written contract says: names, routes, deprecations. */

import { getOption, hasOption } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { http } from '../../gen/google/api/annotations_pb.js';
import { BodySchema, BodyService, InferMeasurementsRequestSchema } from '../../gen/selvage/body/v1/body_pb.js';
import { NestPatternsRequestSchema, NestRequestSchema, NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';

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
  const fields = (schema: typeof BodySchema | typeof InferMeasurementsRequestSchema) =>
    schema.fields.map(({ number, name }) => `${number} ${name}`).filter((field) => field !== '3 measurement_key');
  assert.equal(fields(BodySchema), fields(InferMeasurementsRequestSchema));
});

test('a marker request shares every setting of a nest request', () => {
  const settings = (schema: typeof NestRequestSchema | typeof NestPatternsRequestSchema) =>
    schema.fields
      .filter(({ name }) => !['polygons', 'patterns', 'material'].includes(name))
      .map(({ number, name, fieldKind }) => `${number} ${name} ${fieldKind}`);
  assert.equal(settings(NestPatternsRequestSchema), settings(NestRequestSchema));
});

test('every public method is annotated with its REST route', () => {
  const routes = [BodyService, NestService, PatternService].flatMap((service) =>
    service.methods
      .filter((method) => hasOption(method, http))
      .map((method) => {
        const { pattern } = getOption(method, http);
        return `${String(pattern.case).toUpperCase()} ${String(pattern.value)} ${service.name}.${method.name}`;
      }),
  );
  assert.equal(routes.sort(), [
    'DELETE /api/v1/nest/{job_id} NestService.CancelNest',
    'GET /api/v1/nest/{job_id} NestService.ResumeNest',
    'GET /api/v1/patterns PatternService.ListPatterns',
    'GET /api/v1/patterns/{pattern_id} PatternService.GetPattern',
    'POST /api/v1/bodydbl BodyService.InferMeasurements',
    'POST /api/v1/markers NestService.NestPatterns',
    'POST /api/v1/nest NestService.Nest',
    'POST /api/v1/patterns/{pattern_id} PatternService.DraftPattern',
  ]);
});

test.run();
