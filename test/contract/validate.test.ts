/** The rules of the contract become field problems under the names of the REST bodies. */

import { create } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NestRequestSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { DraftPatternRequestSchema } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { ServiceError } from '../../src/errors.js';
import { requireValid, violatedRules } from '../../src/services/validate.js';

const square = { points: [0, 1, 2, 3].map((corner) => ({ x: corner % 3 ? 1 : 0, y: corner > 1 ? 1 : 0 })) };

test('a request within all rules has no problems', () => {
  const request = create(NestRequestSchema, { polygons: [square], bins: [{ boundary: square }] });
  assert.equal(violatedRules(NestRequestSchema, request), []);
});

test('all wrong fields are reported at once, with JSON names, values and codes', () => {
  const request = create(NestRequestSchema, {
    polygons: [square],
    bins: [{ boundary: square }, { boundary: square, cellWidth: -1 }],
    minDistance: -3,
    mutationRate: 1.5,
    curveTolerance: Number.POSITIVE_INFINITY,
    populationSize: 0,
    instances: 65,
    optimization: { params: { paperWidth: 3 } },
  });
  const problems = violatedRules(NestRequestSchema, request);
  assert.equal(Object.fromEntries(problems.map(({ path, code }) => [path, code])), {
    'bins[1].cellWidth': 'out_of_range',
    instances: 'out_of_range',
    minDistance: 'out_of_range',
    mutationRate: 'out_of_range',
    curveTolerance: 'not_finite',
    populationSize: 'out_of_range',
    'optimization.params': 'paper_size_pair',
  });
  const minDistance = problems.find(({ path }) => path === 'minDistance');
  assert.is(
    minDistance?.message,
    'minDistance is -3: must be greater than or equal to 0 and less than or equal to 1e15',
  );
});

test('empty lists and missing parts are required', () => {
  const problems = violatedRules(NestRequestSchema, create(NestRequestSchema, { bins: [{}] }));
  assert.equal(
    problems.map(({ path, code }) => `${path} ${code}`),
    ['polygons required', 'bins[0].boundary required'],
  );
});

test('further problems of the domain are added, but never repeat a field', () => {
  const request = create(NestRequestSchema, { polygons: [square], bins: [{ boundary: square }], minDistance: -1 });
  const further = [
    { path: 'minDistance', code: 'negative', message: 'minDistance is negative' },
    { path: 'polygons[0]', code: 'zero_area', message: 'polygons[0] has no area' },
  ];
  try {
    requireValid(NestRequestSchema, request, { further });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, ServiceError);
    const { kind, problems } = error as ServiceError;
    assert.is(kind, 'invalid');
    assert.equal(
      problems.map(({ path, code }) => `${path} ${code}`),
      ['minDistance out_of_range', 'polygons[0] zero_area'],
    );
  }
});

test('a pattern version is chosen once', () => {
  const versionId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const both = create(DraftPatternRequestSchema, { versionId, versionNumber: 1 });
  assert.equal(
    violatedRules(DraftPatternRequestSchema, both).map(({ code, message }) => [code, message]),
    [['version_once', 'versionId and versionNumber must not both be sent']],
  );
  assert.equal(violatedRules(DraftPatternRequestSchema, create(DraftPatternRequestSchema, { versionId })), []);
  const malformed = violatedRules(DraftPatternRequestSchema, create(DraftPatternRequestSchema, { versionId: 'one' }));
  assert.equal(
    malformed.map(({ path, code }) => `${path} ${code}`),
    ['versionId invalid_uuid'],
  );
});

test.run();
