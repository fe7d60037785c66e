/** The intervals of heavy people, of whom the surveys know little. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadBodyModel } from '../../src/body/complete.js';
import { fieldIndex } from '../../src/body/fields.js';
import { readArtifact } from '../../src/body/model/artifact.js';
import { heaviness } from '../../src/body/model/heaviness.js';
import { heavyTensor, Predictor } from '../../src/body/model/predictor.js';
import { ask } from '../../src/body/train/ask.js';
import { hasSurveys, readSurveys } from '../../src/body/train/people.js';
import { questionOf } from '../../src/body/train/questions.js';
import { Random } from '../../src/random.js';

const model = await loadBodyModel();

test('from a BMI of 30 to 35 the intervals grow, and no value moves', () => {
  assert.equal([25, 30, 32.5, 35, 60].map(heaviness), [0, 0, 0.5, 1, 1]);
  const { tensors } = readArtifact();
  assert.ok(tensors.get(heavyTensor)!.values.every((factor) => factor >= 1 && factor <= 3));
  const shareAt = (bmi: number): number => {
    const measurements = { height: 170, weight: bmi * 1.7 ** 2 };
    const { value, low, high } = model.complete({ gender: 'male', unit: 'metric', measurements }).fields.hipGirth!;
    return (high! - low!) / value!;
  };
  assert.ok(shareAt(36) > 1.2 * shareAt(29), `${shareAt(36)}, ${shareAt(29)}`);
});

const folder = '../shared/body';
if (hasSurveys(folder)) {
  test('at a BMI from 35 on, nine truths in ten lie in the interval, with an age or without', () => {
    const [height, weight] = [fieldIndex('height'), fieldIndex('weight')];
    const heavy = readSurveys(folder).filter(({ logs }) => Math.exp(logs[weight]! - 2 * logs[height]!) * 1e4 >= 35);
    const predictor = Predictor.of(readArtifact());
    for (const known of [
      ['height', 'weight'],
      ['height', 'weight', 'age'],
      ['height', 'weight', 'waistGirth'],
    ]) {
      const inside = new Map<number, boolean[]>();
      ask(predictor, heavy, questionOf('civilians', known), new Random(1), ({ field, truth, low, high }) => {
        inside.set(field, [...(inside.get(field) ?? []), truth >= low && truth <= high]);
      });
      for (const name of ['waistGirth', 'hipGirth', 'bicepGirth', 'calfGirth', 'midThighGirth']) {
        const own = inside.get(fieldIndex(name));
        if (!own) continue;
        const share = own.filter(Boolean).length / own.length;
        assert.ok(share > 0.85, `${name} from ${known.join()}: ${share}`);
      }
    }
    predictor.dispose();
  });
} else {
  console.log(`heavy people skipped: ${folder} has no survey files`);
}

test.run();
