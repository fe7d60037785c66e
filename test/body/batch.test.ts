import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BodyRequest, loadBodyModel } from '../../src/body/complete.js';
import { tf } from '../../src/body/model/tensorflow.js';
import { ServiceError } from '../../src/errors.js';
import { someRequest } from './people.js';

const model = await loadBodyModel();

test('many bodies at once are the bodies one by one', () => {
  fc.assert(
    fc.property(fc.array(someRequest(model), { maxLength: 12 }), (some) => {
      const requests = [...some, ...some.slice(0, 3)];
      const many = model.completeMany(requests);
      requests.forEach((request, i) => {
        const one = model.complete(request);
        assert.equal(many[i]!.warnings, one.warnings);
        for (const [name, entry] of Object.entries(one.fields)) {
          const other = many[i]!.fields[name]!;
          assert.is(other.source, entry.source);
          // Wide batches may sum in another order: a value on the edge may round the other way.
          if (entry.value !== null) assert.ok(Math.abs(other.value! - entry.value) <= 0.2 + 1e-9, name);
        }
      });
    }),
    { numRuns: 40 },
  );
});

test('a stream of bodies is the same, whatever its length', () => {
  const requests = Array.from({ length: 150 }, (_, i): BodyRequest => {
    const measurements: Record<string, number> = { height: 150 + (i % 45), weight: 55 + (i % 30) };
    if (i % 4 === 0) measurements.waistGirth = 75 + (i % 20);
    return { gender: i % 2 ? 'male' : 'female', unit: 'metric', measurements };
  });
  for (const length of [0, 1, 64, 150]) {
    const some = requests.slice(0, length);
    const streamed = [...model.completeEach(some)];
    assert.is(streamed.length, length);
    streamed.forEach(({ fields }, i) => {
      assert.is(fields.height!.value, some[i]!.measurements.height);
      const alone = model.complete(some[i]!).fields.hipGirth!;
      assert.ok(Math.abs(fields.hipGirth!.value! - alone.value!) <= 0.1 + 1e-9);
    });
  }
  const wrong = [...requests.slice(0, 70), { ...requests[0]!, measurements: { height: 0 } }];
  assert.throws(
    () => [...model.completeEach(wrong)],
    (error: Error) => error instanceof ServiceError && error.problems[0]!.path === '[70].height',
  );
});

test('a batch names every wrong value by its place', () => {
  const people: BodyRequest[] = [
    { gender: 'male', unit: 'metric', measurements: { height: 180 } },
    { gender: 'male', unit: 'metric', measurements: { height: -1, weight: Number.NaN } },
  ];
  try {
    model.completeMany(people);
    assert.unreachable();
  } catch (error) {
    assert.instance(error, ServiceError);
    assert.equal(
      (error as ServiceError).problems.map(({ path }) => path),
      ['[1].height', '[1].weight'],
    );
  }
});

test('ten thousand calls leave no tensor behind', () => {
  const before = tf.memory().numTensors;
  for (let i = 0; i < 10_000; i++) {
    const measurements: Record<string, number> = { height: 150 + (i % 50), weight: 50 + (i % 60) };
    if (i % 3 === 0) measurements.waistGirth = 70 + (i % 30);
    if (i % 7 === 0) measurements.crotchHeight = 72 + (i % 12);
    model.complete({ gender: i % 2 ? 'female' : 'male', unit: 'metric', measurements });
  }
  assert.is(tf.memory().numTensors, before);
});

test('the fastest backend was chosen by timing', () => {
  const { name, microseconds } = model.backend;
  assert.is(microseconds[name], Math.min(...Object.values(microseconds)));
  assert.ok(Object.keys(microseconds).length >= 2);
});

test.run();
