/** The body service for its callers: the text of the REST answer, and many people in one gRPC call. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, type DescField, getOption } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inferMeasurementsResponse } from '../../gateway/json/body.js';
import { bodyText } from '../../gateway/json/body-text.js';
import { field as fieldRules } from '../../gen/buf/validate/validate_pb.js';
import {
  BodyService,
  Gender,
  InferManyMeasurementsRequestSchema,
  type InferMeasurementsRequest,
  InferMeasurementsRequestSchema,
  InferMeasurementsResponseSchema,
  UnitSystem,
} from '../../gen/selvage/body/v1/body_pb.js';
import { type BodyRequest, loadBodyModel, populations } from '../../src/body/complete.js';
import { fieldIndex } from '../../src/body/fields.js';
import { readArtifact, writeArtifact } from '../../src/body/model/artifact.js';
import { grpcClient } from '../../src/cli/grpc-client.js';
import { startEmbedded, startService } from '../../src/cli/service.js';
import { readConfig } from '../../src/config.js';
import { ServiceError } from '../../src/errors.js';
import { bodyOperations } from '../../src/services/body/body.js';
import type { Call } from '../../src/services/services.js';
import { authorization, plainServices } from '../gateway/plain-services.js';
import { someRequest } from './people.js';

const model = await loadBodyModel();
const operations = bodyOperations(async () => model);
const caller = await plainServices().authenticate({
  authorization,
  organization: undefined,
  organizationSynonym: undefined,
});
const call = (signal: AbortSignal = new AbortController().signal): Call => ({ caller, signal, requestId: 'test' });

const message = ({ gender, unit, measurements }: BodyRequest, measurementKey?: number): InferMeasurementsRequest =>
  create(InferMeasurementsRequestSchema, {
    gender: gender === 'female' ? Gender.FEMALE : Gender.MALE,
    unit: unit === 'imperial' ? UnitSystem.IMPERIAL : UnitSystem.METRIC,
    measurementKey,
    ...measurements,
  });

const woman = (measurements: Record<string, number>): BodyRequest => ({
  gender: 'female',
  unit: 'metric',
  measurements,
});

test('the text of an answer is its message in JSON', async () => {
  const check = async (request: InferMeasurementsRequest): Promise<void> => {
    const answer = await operations.inferMeasurements(request, call());
    const json = inferMeasurementsResponse.encode(create(InferMeasurementsResponseSchema, answer));
    assert.is(bodyText(answer).toString(), JSON.stringify(json));
  };
  await fc.assert(
    fc.asyncProperty(
      someRequest(model),
      fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      (request, key) => check(message(request, key ?? undefined)),
    ),
    { numRuns: 200 },
  );
  await check(message(woman({ age: 30 })));
  await check(message(woman({ height: 5.9, weight: 1e21, waistGirth: 1e-9, nackSideToWaistBack: 40 }), -0));
});

test('the rules of a person in the contract are those that the service checks', () => {
  const [gender, unit, key, population, taken, ...measurements] = InferMeasurementsRequestSchema.fields;
  const ruleOf = (one: DescField) => getOption(one, fieldRules).type;
  assert.equal([ruleOf(gender!).case, ruleOf(unit!).case, ruleOf(key!).case], ['enum', 'enum', 'double']);
  const named = ruleOf(population!);
  if (named.case !== 'string') throw new Error('population has no rule for a text');
  for (const name of [...populations, 'Our runners']) assert.ok(new RegExp(named.value.pattern, 'u').test(name), name);
  assert.is(taken!.message?.name, 'Taken');
  assert.is(measurements.length, 70);
  for (const one of measurements) {
    const rule = ruleOf(one);
    if (rule.case !== 'double') throw new Error(`${one} has no rule for a double`);
    const { finite, greaterThan, lessThan } = rule.value;
    assert.equal([finite, greaterThan, lessThan.case], [true, { case: 'gt', value: 0 }, undefined], one.name);
  }
});

test('every problem of a person is reported at once, by the rules and by a check of each field', async () => {
  const wrong = create(InferMeasurementsRequestSchema, {
    unit: UnitSystem.METRIC,
    height: -1,
    weight: 0,
    waistGirth: Number.NaN,
    hipGirth: Number.POSITIVE_INFINITY,
    nackSideToWaistBack: -3,
  });
  const error = await operations.inferMeasurements(wrong, call()).catch((reason: unknown) => reason);
  assert.instance(error, ServiceError);
  const { kind, problems } = error as ServiceError;
  assert.is(kind, 'invalid_measurement');
  assert.equal(problems.map(({ path, code }) => `${path} ${code}`).sort(), [
    'gender required',
    'height out_of_range',
    'hipGirth not_finite',
    'nackSideToWaistBack out_of_range',
    'waistGirth not_finite',
    'weight out_of_range',
  ]);
});

test('many people are answered in order, and a wrong one fails alone', async () => {
  const people = [
    message(woman({ height: 168, weight: 62 }), 1),
    message(woman({ height: -1 }), 2),
    create(InferMeasurementsRequestSchema, { unit: UnitSystem.METRIC, height: 170 }),
    message({ gender: 'male', unit: 'imperial', measurements: { height: 70 } }, 4),
  ];
  const answer = await operations.inferManyMeasurements(create(InferManyMeasurementsRequestSchema, { people }), call());
  const outcomes = answer.people!.map(({ outcome }) => outcome!);
  assert.equal(
    outcomes.map((one) => one.case),
    ['measurements', 'error', 'error', 'measurements'],
  );
  assert.match(String(outcomes[1]!.value), /height/);
  assert.match(String(outcomes[2]!.value), /gender/);
  for (const i of [0, 3]) {
    const alone = await operations.inferMeasurements(people[i]!, call());
    const { gender, unit, measurementKey, fields, warnings } = alone;
    assert.equal(outcomes[i]!.value, { gender, unit, measurementKey, fields, warnings });
  }
});

test('a caller that hangs up ends a long call between two blocks', async () => {
  const gone = new AbortController();
  const people = Array.from({ length: 1000 }, () => message(woman({ height: 168 })));
  const running = operations.inferManyMeasurements(
    create(InferManyMeasurementsRequestSchema, { people }),
    call(gone.signal),
  );
  gone.abort(new Error('gone'));
  try {
    await running;
    assert.unreachable();
  } catch (error) {
    assert.is((error as Error).message, 'gone');
  }
});

test('a service completes bodies with a model of its owner’s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-body-'));
  const own = join(folder, 'model');
  const artifact = readArtifact();
  const mean = artifact.tensors.get('base/female/mean')!;
  // Women with necks a tenth thicker.
  const values = mean.values.map((value, field) => (field === fieldIndex('neckGirth') ? value + Math.log(1.1) : value));
  writeArtifact(own, {
    ...artifact,
    tensors: new Map([...artifact.tensors, ['base/female/mean', { ...mean, values }]]),
  });
  const flags = { data: join(folder, 'data'), port: '0', solvers: '0', 'log-level': 'silent', 'shutdown-grace': '0' };
  const service = await startService(readConfig({ ...flags, 'body-model': own }, {}), { freshKey: true });
  const client = grpcClient({ url: service.url, key: service.key! });
  try {
    const request = woman({ height: 168, weight: 62 });
    const { fields } = await client.unary(BodyService.method.inferMeasurements, message(request));
    const shipped = model.complete(request).fields.neckGirth!.value!;
    assert.ok(Math.abs(fields.neckGirth!.value! / shipped - 1.1) < 0.01);
  } finally {
    await client.close();
    await service.close();
    rmSync(folder, { recursive: true });
  }
});

test('a team of 500 goes through gRPC in one call', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-body-'));
  const service = await startEmbedded(folder);
  const client = grpcClient({ url: service.url, key: service.key });
  try {
    const people = Array.from({ length: 500 }, (_, i) => message(woman({ height: 150 + (i % 40), weight: 60 }), i));
    const answer = await client.unary(BodyService.method.inferManyMeasurements, { people });
    assert.is(answer.people.length, 500);
    answer.people.forEach(({ outcome }, i) => {
      assert.is(outcome.case, 'measurements');
      if (outcome.case !== 'measurements') return;
      assert.is(outcome.value.measurementKey, i);
      assert.is(outcome.value.fields.height!.value, 150 + (i % 40));
      assert.is(Object.keys(outcome.value.fields).length, 70);
    });
  } finally {
    await client.close();
    await service.close();
    rmSync(folder, { recursive: true });
  }
});

test.run();
