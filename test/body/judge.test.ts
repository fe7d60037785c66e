/** The judgement of an adapted model on people kept out. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeAdapting } from '../../src/body/adapting/judge.js';
import { type BodyRequest, loadBodyModel } from '../../src/body/complete.js';
import { fieldIndex } from '../../src/body/fields.js';
import { Random } from '../../src/random.js';
import { drawPeople } from './survey.js';

const model = await loadBodyModel();

/** Women whose calves are larger by a factor; it may depend on the fifth of the people that is kept out at once. */
const women = (larger: (fifth: number) => number): BodyRequest[] =>
  drawPeople(200, new Random(5))
    .filter(({ gender }) => gender === 'female')
    .map(({ gender, logs }, i) => {
      const size = (name: string): number => Math.exp(logs[fieldIndex(name)]!);
      const calfGirth = larger(i % 5) * size('calfGirth');
      return { gender, unit: 'metric', measurements: { height: size('height'), weight: size('weight'), calfGirth } };
    });

test('people of one kind are told better, and no interval is too narrow', async () => {
  const judged = await judgeAdapting(
    model,
    women(() => 1.1),
  );
  assert.ok(judged!.after < 0.7 * judged!.before, `${judged!.before} ${judged!.after}`);
  assert.equal(judged!.narrow, []);
});

test('people unlike those that were seen are told worse, and the fields with too narrow intervals have their names', async () => {
  const judged = await judgeAdapting(
    model,
    women((fifth) => [1.08, 1.08, 1, 0.92, 0.92][fifth]!),
  );
  assert.ok(judged!.after > judged!.before, `${judged!.before} ${judged!.after}`);
  assert.equal(judged!.narrow, ['calfGirth']);
});

test.run();
