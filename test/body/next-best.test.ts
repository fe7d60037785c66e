/** The measurements to take next, beside people drawn from the model's own Gaussian. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadBodyModel } from '../../src/body/complete.js';
import { fieldIndex, measurementNames } from '../../src/body/fields.js';
import { makePlan, N, whitenKnown } from '../../src/body/model/conditional.js';
import { Random } from '../../src/random.js';
import { sizeIn } from './people.js';
import { drawPeople, gaussians } from './survey.js';

const model = await loadBodyModel();
const woman = { gender: 'female', unit: 'metric', measurements: { height: 168, weight: 62 } } as const;

test('the proposals narrow the intervals, each more than any other measurement would', () => {
  const { halfWidth, proposals } = model.nextBest(woman);
  assert.is(proposals.length, 3);
  let before = halfWidth;
  for (const { name, halfWidth: after } of proposals) {
    assert.ok(after < before, `${name}: ${after} of ${before}`);
    assert.not(name in woman.measurements);
    before = after;
  }
  const [first] = proposals;
  for (const other of ['wristGirth', 'chestGirth', 'waistGirth', 'crotchHeight']) {
    const { halfWidth: with_ } = model.nextBest({ ...woman, measurements: { ...woman.measurements, [other]: 80 } });
    assert.ok(first!.halfWidth <= with_ + 1e-9, other);
  }
});

test('a proposal gives the width of the body that knows it', () => {
  for (const population of ['us', 'unspecified'] as const) {
    const known: Record<string, number> = { ...woman.measurements };
    const { proposals } = model.nextBest({ ...woman, population });
    for (const { name, halfWidth } of proposals) {
      known[name] = sizeIn(model.complete({ ...woman, measurements: known }), name);
      const again = model.nextBest({ ...woman, population, measurements: known });
      assert.ok(Math.abs(again.halfWidth - halfWidth) < 1e-6, `${name}: ${again.halfWidth}, ${halfWidth}`);
    }
  }
});

test('each further field narrows the intervals on average, and three are proposed however many are known', () => {
  const random = new Random(7);
  const asked = drawPeople(24, random).map(({ gender, logs }) => {
    const order = random.shuffle(measurementNames.map((_, field) => field));
    const known = (count: number) =>
      Object.fromEntries(order.slice(0, count).map((field) => [measurementNames[field]!, Math.exp(logs[field]!)]));
    return { of: (count: number) => ({ gender, unit: 'metric', measurements: known(count) }) as const, order };
  });
  const meanWidth = (count: number, fields: number): number => {
    const widths = asked.flatMap(({ of, order }) => {
      const body = model.complete(of(count)).fields;
      return order.slice(fields).map((field) => {
        const { low, high } = body[measurementNames[field]!]!;
        return Math.log(high! / low!);
      });
    });
    return widths.reduce((sum, width) => sum + width, 0) / widths.length;
  };
  for (const edge of [4, 6, 9, 10, 17, 33]) {
    assert.ok(meanWidth(edge, 40) < meanWidth(edge - 1, 40), `field ${edge}`);
  }
  for (const { of } of asked) assert.is(model.nextBest(of(32)).proposals.length, 3);
});

test('for a wanted field the nearest relative comes first', () => {
  const names = model.nextBest(woman, ['thighGirth']).proposals.map(({ name }) => name);
  assert.is(names[0], 'thighGirth', 'nothing beats the measurement itself');
  assert.is(model.nextBest(woman, ['thighGirth']).proposals.length, 1, 'and nothing is left to gain');
  assert.throws(() => model.nextBest(woman, ['tail']), /"tail" is not a body measurement/);
});

test('the width after a measurement is that of simulated people', () => {
  const people = drawPeople(8000, new Random(4)).filter(({ gender }) => gender === 'female');
  const { mean, sd } = gaussians.female;
  const known = ['height', 'weight', 'waistGirth'].map(fieldIndex);
  const plan = makePlan(gaussians.female, known, false);
  const y = new Float64Array(known.length);
  for (const name of ['hipGirth', 'chestGirth', 'armLength']) {
    const field = fieldIndex(name);
    let squares = 0;
    for (const { logs } of people) {
      const z = logs.map((value, u) => (value - mean[u]!) / sd[u]!);
      whitenKnown(plan, z, y);
      const expected = y.reduce((sum, white, i) => sum + white * plan.gain[i * N + field]!, 0);
      squares += (z[field]! - expected) ** 2;
    }
    const found = Math.sqrt(squares / people.length);
    assert.ok(Math.abs(found / plan.sd[field]! - 1) < 0.04, `${measurementNames[field]}: ${found}, ${plan.sd[field]}`);
  }
});

test.run();
