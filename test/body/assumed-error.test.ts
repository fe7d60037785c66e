/** The bent elbow: a factor of the straight one that nobody measured. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BodyRequest, loadBodyModel } from '../../src/body/complete.js';
import { fieldIndex } from '../../src/body/fields.js';
import { Random } from '../../src/random.js';
import { drawPeople } from './survey.js';

const model = await loadBodyModel();

/** People whose bent elbows scatter about the factor, as the model assumes. */
const random = new Random(3);
const people = drawPeople(800, random).map(({ gender, logs }) => {
  const size = (name: string): number => Math.exp(logs[fieldIndex(name)]!);
  const bent = size('elbowBent') * Math.exp(0.03 * random.normal());
  return {
    gender,
    height: size('height'),
    weight: size('weight'),
    elbowStraight: size('elbowStraight'),
    elbowBent: bent,
  };
});

const asked = ({ gender }: (typeof people)[number], measurements: Record<string, number>): BodyRequest => ({
  gender,
  unit: 'metric',
  measurements,
  population: 'us',
});

test('with one elbow known, the interval of the other holds nine in ten', () => {
  for (const [known, other] of [
    ['elbowStraight', 'elbowBent'],
    ['elbowBent', 'elbowStraight'],
  ] as const) {
    const held = people.filter((one) => {
      const { height, weight } = one;
      const { low, high } = model.complete(asked(one, { height, weight, [known]: one[known] })).fields[other]!;
      return low! <= one[other] && one[other] <= high!;
    });
    const share = held.length / people.length;
    assert.ok(share > 0.86 && share < 0.96, `${other}: ${share}`);
  }
});

test('true elbows contradict each other no more often than other fields', () => {
  const warned = people.filter((one) => {
    const { elbowStraight, elbowBent, height, weight } = one;
    return model.complete(asked(one, { height, weight, elbowStraight, elbowBent })).warnings.length > 0;
  });
  assert.ok(warned.length <= 4, `${warned.length} of ${people.length}`);
  const { warnings } = model.complete(asked(people[1]!, { height: 178, weight: 80, elbowStraight: 27, elbowBent: 38 }));
  assert.ok(warnings.some(({ code, path }) => code === 'contradiction' && path === 'elbowBent'));
});

test.run();
