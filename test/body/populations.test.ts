/** The population that an interval is for: what it changes, and how the widenings are fitted. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadBodyModel } from '../../src/body/complete.js';
import { bodyFields, fieldIndex, measurementNames } from '../../src/body/fields.js';
import { readArtifact } from '../../src/body/model/artifact.js';
import { N } from '../../src/body/model/conditional.js';
import { leastWidenings, wideningBinOf, wideningBins } from '../../src/body/model/populations.js';
import { Predictor, wideningTensor } from '../../src/body/model/predictor.js';
import { strangerErrors } from '../../src/body/train/leave-group-out.js';
import { hasSurveys, readSurveys } from '../../src/body/train/people.js';
import { widenings } from '../../src/body/train/widen.js';
import { someRequest } from './people.js';

const model = await loadBodyModel();
const shipped = readArtifact().tensors.get(wideningTensor)!.values;

test('anybody gets the values of an American, and intervals that hold theirs', () => {
  fc.assert(
    fc.property(someRequest(model), (request) => {
      const now = model.complete(request);
      const us = model.complete({ ...request, population: 'us' });
      const anybody = model.complete({ ...request, population: 'unspecified' });
      assert.equal(anybody.fields, now.fields, 'the default is anybody');
      for (const [name, { value, low, high }] of Object.entries(us.fields)) {
        const wide = anybody.fields[name]!;
        assert.is(wide.value, value, name);
        if (low === null || high === null) assert.equal([wide.low, wide.high], [null, null], name);
        else assert.ok(wide.low! <= low && wide.high! >= high, name);
      }
    }),
    { numRuns: 200 },
  );
});

test('populations differ most in the flesh, and of that most in the upper arm', () => {
  // The rounding of one interval may hide a twentieth; that of many bodies does not.
  const heights = Array.from({ length: 21 }, (_, i) => 168 + i);
  const [us, anybody] = (['us', 'unspecified'] as const).map((population) =>
    heights.map((height) =>
      model.complete({ gender: 'male', unit: 'metric', measurements: { height, weight: 80 }, population }),
    ),
  );
  const wider = (name: string): number => {
    const width = (bodies: typeof us) =>
      bodies!.reduce((sum, { fields }) => sum + fields[name]!.high! - fields[name]!.low!, 0);
    return width(anybody) / width(us);
  };
  assert.ok(wider('bicepGirth') > wider('thighGirth'));
  assert.ok(wider('thighGirth') > wider('wristGirth'));
  assert.ok(wider('wristGirth') > 1);
});

test('no widening is below the least, which never falls when more is known', () => {
  assert.is(shipped.length, wideningBins * N);
  assert.is(wideningBinOf(1), 0);
  assert.is(wideningBinOf(N), wideningBins - 1);
  shipped.forEach((widening, i) => {
    const name = measurementNames[i % N];
    assert.ok(widening >= leastWidenings[i]!, name);
    if (i >= N) assert.ok(leastWidenings[i]! >= leastWidenings[i - N]!, `${name}: more known, more doubt of the level`);
  });
});

/** Answers of a draw about one field, whose errors are spread evenly up to `most` half widths. */
const answers = (draw: string, field: number, most: number, count = 100) =>
  Array.from({ length: count }, (_, i) => ({ group: draw, draw, field, known: 2, ratio: (most * (i + 1)) / count }));

test('a widening is the quantile of draws that count the same, however many people they have', () => {
  const wrist = fieldIndex('wristGirth');
  const at = wideningBinOf(2) * N + wrist;
  const even = widenings([...answers('a', wrist, 1.6), ...answers('b', wrist, 1.6)]);
  assert.ok(Math.abs(even[at]! - 0.89 * 1.6) < 0.02, String(even[at]));
  const few = [...answers('a', wrist, 1, 5000), ...answers('b', wrist, 1.8, 60)];
  const crowd = widenings(few);
  assert.ok(crowd[at]! > 1.3, String(crowd[at]));
  assert.is(widenings(answers('a', wrist, 1.6))[at], leastWidenings[at], 'one draw says nothing of how draws differ');
});

test('a field of one survey goes by those like it', () => {
  const [wrist, ankle] = [fieldIndex('wristGirth'), fieldIndex('ankleGirth')];
  const fitted = widenings([...answers('a', wrist, 1.6), ...answers('b', wrist, 1.6)]);
  const first = wideningBinOf(2) * N;
  assert.is(fitted[first + ankle], fitted[first + wrist]);
  const length = bodyFields.findIndex(({ kind }) => kind === 'length');
  assert.is(fitted[first + length], leastWidenings[first + length]);
});

const folder = '../shared/body';
if (hasSurveys(folder)) {
  test('nine truths in ten of a group that was left out lie in the interval for anybody', () => {
    const people = readSurveys(folder).filter((_, i) => i % 6 === 0);
    const errors = strangerErrors(people, Predictor.of(readArtifact()));
    for (const group of new Set(errors.map((error) => error.group))) {
      const own = widenings(errors.filter((error) => error.group !== group));
      const inside = errors
        .filter((error) => error.group === group)
        .map(({ ratio, known, field }) => ratio <= own[wideningBinOf(known) * N + field]!);
      const share = inside.filter(Boolean).length / inside.length;
      assert.ok(share > 0.86, `${group}: ${share}`);
    }
  });
} else {
  console.log(`left-out groups skipped: ${folder} has no survey files`);
}

test.run();
